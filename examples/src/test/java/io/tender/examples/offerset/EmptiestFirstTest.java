package io.tender.examples.offerset;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.examples.ServiceProcess;
import io.tender.extender.aurora.HttpOfferSet;
import io.tender.extender.aurora.HttpOfferSetSettings;
import io.tender.extender.client.ClientSurroundings;
import io.tender.model.AgentId;
import io.tender.model.Resources;
import io.tender.model.service.HostOffer;
import io.tender.model.service.JobKey;
import io.tender.model.service.OfferId;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskGroupKey;
import io.tender.spi.Chance;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSetSetup;
import io.tender.toolkit.check.CheckPlan;
import io.tender.toolkit.check.CheckReport;
import io.tender.toolkit.check.CheckResult;
import io.tender.toolkit.check.Checker;
import io.tender.toolkit.check.Checks;
import io.tender.toolkit.check.Dialect;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The example services, each in a process of its own that is killed while it is needed. */
class EmptiestFirstTest {
    private static final String NATIVE = "small large middle";
    private static final String EMPTIEST_FIRST = "large middle small";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final TaskConfig CONFIG =
            TaskConfig.of(JobKey.parse("www/prod/hello"), ResourceBundle.of(1_000, 512, 1_024));
    private static final List<HostOffer> OFFERS = List.of(offer("small", 2), offer("large", 16), offer("middle", 8));

    private static HostOffer offer(String name, int cpus) {
        return HostOffer.of(
                new OfferId(name),
                new AgentId(name),
                "host-" + name,
                Resources.parse("cpus:" + cpus + ";mem:8;disk:8"));
    }

    private static HttpOfferSet set(String endpoint) {
        return set(endpoint, "1secs");
    }

    private static HttpOfferSet set(String endpoint, String timeout) {
        Map<String, String> settings = Map.of(
                "http_offer_set_endpoint", endpoint,
                "http_offer_set_timeout", timeout,
                "http_offer_set_breaker_min_calls", "2",
                "http_offer_set_breaker_open_time", "50ms",
                "http_offer_set_breaker_max_open_time", "200ms");
        OfferSetSetup setup = new OfferSetSetup(
                new TreeMap<>(settings), Chance.seeded(1), Comparator.comparing(HostOffer::id), agent -> 0);
        return new HttpOfferSet(
                HttpOfferSetSettings.parse(settings), setup, ClientSurroundings.system(new SimpleMeterRegistry()));
    }

    private static String order(HttpOfferSet set) {
        OfferQuery query = OfferQuery.of(1, new TaskGroupKey(CONFIG), CONFIG.request(), 1, OFFERS);
        return String.join(
                " ",
                set.getOrdered(query).stream().map(offer -> offer.id().value()).toList());
    }

    /** Asks until the service is listened to; a service just started may be slower than the timeout. */
    private static String orderOnceItAnswers(HttpOfferSet set) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        String order = order(set);
        while (set.isFailing() && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(10);
            order = order(set);
        }
        return order;
    }

    private static void surviveTheService(List<String> command) throws InterruptedException {
        try (ServiceProcess service = new ServiceProcess(command);
                HttpOfferSet set = set(service.endpoint())) {
            OFFERS.forEach(set::add);
            assertThat(orderOnceItAnswers(set)).isEqualTo(EMPTIEST_FIRST);

            service.kill();
            for (int attempt = 0; attempt < 5; attempt++) {
                assertThat(order(set)).as("while the service is down").isEqualTo(NATIVE);
            }
            service.restart();
            assertThat(orderOnceItAnswers(set)).as("after it is back").isEqualTo(EMPTIEST_FIRST);
        }
    }

    @Test
    void the_java_service_is_obeyed_outlived_and_obeyed_again() throws InterruptedException {
        surviveTheService(ServiceProcess.java(EmptiestFirst.class));
    }

    @Test
    void the_python_service_is_obeyed_outlived_and_obeyed_again() throws InterruptedException {
        Assumptions.assumeTrue(ServiceProcess.hasPython(), "skipped: there is no python3 on the PATH");
        surviveTheService(ServiceProcess.python("offerset/emptiest_first.py"));
    }

    @Test
    void a_service_that_is_killed_while_it_answers_leaves_the_native_order_before_the_deadline() throws Exception {
        try (ServiceProcess service = new ServiceProcess(ServiceProcess.java(StuckService.class));
                HttpOfferSet set = set(service.endpoint(), "1hrs");
                ExecutorService asker = Executors.newVirtualThreadPerTaskExecutor()) {
            OFFERS.forEach(set::add);
            Future<String> order = asker.submit(() -> order(set));
            assertThat(service.nextLine()).isEqualTo("asked");
            assertThat(order.isDone()).isFalse();
            service.kill();
            // The deadline is an hour off: it is the broken connection that ends the wait.
            assertThat(order.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(NATIVE);
            assertThat(set.isFailing()).isTrue();
        }
    }

    @Test
    void a_service_that_neither_answers_nor_dies_is_given_up_at_the_deadline() {
        try (ServiceProcess service = new ServiceProcess(ServiceProcess.java(StuckService.class));
                HttpOfferSet set = set(service.endpoint(), "50ms")) {
            OFFERS.forEach(set::add);
            assertThat(order(set)).isEqualTo(NATIVE);
            assertThat(set.isFailing()).isTrue();
        }
    }

    private static void answerWhateverComes(List<String> command) throws Exception {
        try (ServiceProcess service = new ServiceProcess(command);
                HttpClient client = HttpClient.newHttpClient()) {
            for (String body : List.of(
                    "",
                    "null",
                    "[]",
                    "this is no JSON",
                    "{\"hosts\":[{\"name\":\"h\",\"of",
                    "{\"hosts\":null}",
                    "{\"hosts\":[null]}",
                    "{\"hosts\":[{\"name\":\"h\"}]}")) {
                HttpRequest request = HttpRequest.newBuilder(URI.create(service.endpoint()))
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build();

                String answer = client.send(request, HttpResponse.BodyHandlers.ofString())
                        .body();

                assertThat(answer).as("the answer to '%s'", body).contains("the request is no question");
            }
        }
    }

    private static void keepEveryPromise(List<String> command) throws InterruptedException {
        try (ServiceProcess service = new ServiceProcess(command)) {
            CheckPlan plan = CheckPlan.of(service.endpoint(), Dialect.AURORA)
                    .timeout(PATIENCE)
                    .build();

            CheckReport report = Checker.quick(plan).run(Checks.of(Dialect.AURORA), result -> {});

            assertThat(report.results().stream().filter(CheckResult::failed).map(CheckResult::toString))
                    .isEmpty();
            assertThat(report.count("passed")).isGreaterThan(30);
        }
    }

    @Test
    void the_java_service_keeps_every_promise() throws InterruptedException {
        keepEveryPromise(ServiceProcess.java(EmptiestFirst.class));
    }

    @Test
    void the_python_service_keeps_every_promise() throws InterruptedException {
        Assumptions.assumeTrue(ServiceProcess.hasPython(), "skipped: there is no python3 on the PATH");
        keepEveryPromise(ServiceProcess.python("offerset/emptiest_first.py"));
    }

    @Test
    void the_java_service_says_of_what_is_no_question_that_it_is_none() throws Exception {
        answerWhateverComes(ServiceProcess.java(EmptiestFirst.class));
    }

    @Test
    void the_python_service_says_of_what_is_no_question_that_it_is_none() throws Exception {
        Assumptions.assumeTrue(ServiceProcess.hasPython(), "skipped: there is no python3 on the PATH");
        answerWhateverComes(ServiceProcess.python("offerset/emptiest_first.py"));
    }

    @Test
    void the_policy_is_a_function_that_is_tested_without_a_network() {
        EmptiestFirst.Amounts task = new EmptiestFirst.Amounts(1, 512, 1_024);
        EmptiestFirst.Question question = new EmptiestFirst.Question(
                "www-prod-hello", task, List.of(host("a", 2), host("b", 4), host("c", 4), host("d", 8)));

        assertThat(EmptiestFirst.order(question).hosts()).containsExactly("d", "b", "c", "a");
    }

    private static EmptiestFirst.Host host(String name, double cpus) {
        return new EmptiestFirst.Host(name, new EmptiestFirst.Amounts(cpus, 1_024, 2_048));
    }
}
