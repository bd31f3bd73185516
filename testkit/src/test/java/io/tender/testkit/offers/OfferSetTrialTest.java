package io.tender.testkit.offers;

import static io.tender.testkit.Awaiting.await;
import static io.tender.testkit.offers.ScriptedService.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.core.offers.NativeOfferSet;
import io.tender.core.services.Ordering;
import io.tender.core.services.ServiceListener;
import io.tender.core.services.ServiceSettings;
import io.tender.core.services.TaskView;
import io.tender.extender.aurora.HttpOfferSetFactory;
import io.tender.extender.client.CallTracer;
import io.tender.extender.shadow.ExtenderBoard;
import io.tender.extender.shadow.Share;
import io.tender.extender.shadow.TrialReport;
import io.tender.model.AgentId;
import io.tender.model.Resources;
import io.tender.model.service.HostOffer;
import io.tender.model.service.JobKey;
import io.tender.model.service.OfferId;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskGroupKey;
import io.tender.model.service.TaskState;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import io.tender.spi.offers.OfferSetSetup;
import io.tender.testkit.ManualHost;
import io.tender.testkit.hostile.HostileServer;
import io.tender.testkit.hostile.Misbehaviour;
import io.tender.testkit.services.ServiceWorld;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever a service on trial does, offers are tried in the same order; a canary orders them for its share of the jobs. */
class OfferSetTrialTest {
    private static final Pattern HOST = Pattern.compile("\"name\":\"([^\"]+)\"");

    /** What became of a random load, and where. */
    private static List<String> history(int seed, Function<OfferSetSetup, OfferSet> set) {
        List<String> history = new ArrayList<>();
        ServiceWorld world = new ServiceWorld(
                seed,
                ServiceSettings.defaults().with("offer_order", seed % 2 == 0 ? "CPU,MEMORY" : "RANDOM"),
                set,
                OfferSetTrialTest::asking,
                ServiceWorld.TaskScript.RUN,
                new ServiceListener() {
                    @Override
                    public void taskChanged(TaskView task, TaskState before) {
                        history.add(task.instance() + " " + task.state() + " " + task.agent());
                    }
                });
        Random random = new Random(seed);
        for (int i = 0; i < 8; i++) {
            world.addAgent("a" + i, "cpus:" + (2 + random.nextInt(8)) + ";mem:16384;disk:100000", "");
        }
        for (int i = 0; i < 12; i++) {
            JobKey job = new JobKey("www", "prod", "job" + i);
            world.scheduler()
                    .submit(
                            TaskConfig.of(job, ResourceBundle.of(1 + random.nextInt(3), 512, 16)),
                            1 + random.nextInt(3));
            world.pass(Duration.ofSeconds(random.nextInt(40)));
            if (i == 6) {
                world.removeAgent("a3");
            }
        }
        world.pass(Duration.ofMinutes(2));
        Map<String, Long> metrics = new TreeMap<>(world.scheduler().metrics());
        // What a shadow is asked about has to be looked at; nothing else may be any different.
        metrics.remove("veto_evaluated_offers");
        history.add(metrics.toString());
        return history;
    }

    private static Ordering asking(ManualHost host) {
        return (set, query, answer) -> {
            List<HostOffer> order = new ArrayList<>();
            set.getOrdered(query).forEach(order::add);
            host.enqueue(() -> answer.ordered(order));
        };
    }

    private static List<String> natively(int seed) {
        return history(seed, setup -> new NativeOfferSet(setup.nativeOrder()));
    }

    /** A set on trial and what is seen of it. */
    private static final class Bench implements AutoCloseable {
        private final ExtenderBoard board = new ExtenderBoard();
        private final HttpOfferSetFactory factory =
                new HttpOfferSetFactory(new SimpleMeterRegistry(), CallTracer.NONE, board);
        private final Map<String, String> settings = new TreeMap<>();
        private final List<OfferSet> made = new ArrayList<>();

        Bench(String endpoint, String... more) {
            settings.put("http_offer_set_endpoint", endpoint);
            settings.put("http_offer_set_shadow_queue", "10000");
            for (int i = 0; i < more.length; i += 2) {
                settings.put(more[i], more[i + 1]);
            }
        }

        List<String> history(int seed) {
            return OfferSetTrialTest.history(seed, this::make);
        }

        OfferSet make(OfferSetSetup setup) {
            OfferSet set = factory.create(setup.withParameters(new TreeMap<>(settings)));
            made.add(set);
            return set;
        }

        /** The question it hangs on may be taken from among those that wait after the last attempt: then there is room again. */
        void askUntilFull(HostileServer hanging) {
            await(() -> hanging.accepted() > 0);
            HostOffer offer =
                    HostOffer.of(new OfferId("o"), new AgentId("a"), "a", Resources.parse("cpus:4;mem:4096;disk:4096"));
            TaskConfig config = TaskConfig.of(JobKey.parse("www/prod/afterwards"), ResourceBundle.of(1000, 128, 64));
            OfferSet set = made.getLast();
            set.add(offer);
            for (int i = 0; i < 10; i++) {
                OfferQuery query =
                        OfferQuery.of(1_000_000 + i, new TaskGroupKey(config), config.request(), 1, List.of(offer));
                set.getOrdered(query).forEach(unused -> {});
            }
        }

        TrialReport report() {
            return board.reports().get("http-offer-set").trial().orElseThrow();
        }

        @Override
        public void close() {
            made.forEach(OfferSet::close);
            assertThat(board.reports()).isEmpty();
        }
    }

    /** Names the hosts as they were sent, or the other way round. */
    private static ScriptedService.Conduct order(boolean backwards) {
        return (request, out) -> {
            List<String> hosts = new ArrayList<>();
            Matcher host = HOST.matcher(request.body());
            while (host.find()) {
                hosts.add("\"" + host.group(1) + "\"");
            }
            String answer = String.join(",", backwards ? hosts.reversed() : hosts);
            return json("{\"error\":\"\",\"hosts\":[" + answer + "]}").answer(request, out);
        };
    }

    @ParameterizedTest
    @EnumSource(
            value = Misbehaviour.class,
            names = {
                "REFUSE",
                "RESET",
                "ACCEPT_AND_HANG",
                "ERROR_WITH_BODY",
                "HUGE_BODY",
                "WRONG_TYPES",
                "SOMEBODY_ELSE"
            })
    void a_shadow_that_misbehaves_changes_nothing_at_all(Misbehaviour misbehaviour) {
        int seed = 1 + misbehaviour.name().length();
        try (HostileServer server = HostileServer.start(misbehaviour);
                Bench bench = new Bench(server.addressUrl(), "http_offer_set_mode", "shadow")) {
            assertThat(bench.history(seed)).isEqualTo(natively(seed));
        }
    }

    @Test
    void attempts_are_over_while_a_shadow_still_hangs_on_its_first_question() {
        try (HostileServer server = HostileServer.start(Misbehaviour.ACCEPT_AND_HANG);
                Bench bench = new Bench(
                        server.addressUrl(),
                        "http_offer_set_mode",
                        "shadow",
                        "http_offer_set_timeout",
                        "1hrs",
                        "http_offer_set_shadow_queue",
                        "3")) {
            assertThat(bench.history(5)).isEqualTo(natively(5));
            assertThat(bench.report().calls().failed()).isZero();
            bench.askUntilFull(server);
            assertThat(bench.report().waiting()).isEqualTo(3);
            assertThat(bench.report().dropped()).isPositive();
        }
    }

    @Test
    void unless_said_otherwise_nothing_is_prepared_for_a_shadow_while_a_question_waits() {
        try (HostileServer server = HostileServer.start(Misbehaviour.ACCEPT_AND_HANG);
                Bench bench = new Bench(
                        server.addressUrl(), "http_offer_set_mode", "shadow", "http_offer_set_timeout", "1hrs")) {
            bench.settings.remove("http_offer_set_shadow_queue");
            assertThat(bench.history(5)).isEqualTo(natively(5));
            bench.askUntilFull(server);
            assertThat(bench.report().waiting()).isEqualTo(1);
            assertThat(bench.report().dropped()).isPositive();
        }
    }

    @Test
    void of_many_offers_a_shadow_is_asked_about_a_hundred_and_the_one_tried_first() {
        try (ScriptedService service = new ScriptedService(order(false));
                Bench bench = new Bench(
                        service.endpoint(), "http_offer_set_mode", "shadow", "http_offer_set_timeout", "30secs")) {
            ServiceWorld world = new ServiceWorld(
                    1,
                    ServiceSettings.defaults().with("offer_order", "CPU"),
                    bench::make,
                    OfferSetTrialTest::asking,
                    ServiceWorld.TaskScript.RUN,
                    new ServiceListener() {});
            for (int i = 0; i < 350; i++) {
                world.addAgent("a" + i, "cpus:4;mem:16384;disk:100000", "");
            }
            world.scheduler().submit(TaskConfig.of(new JobKey("www", "prod", "job"), ResourceBundle.of(1, 512, 16)), 1);
            world.pass(Duration.ofMinutes(1));
            await(() -> bench.report().sameWinner() == 1);
            assertThat(bench.report().verbs().get("offerset").agreed()).isBetween(100L, 101L);
            assertThat(bench.report().otherWinner()).isZero();
        }
    }

    @Test
    void a_shadow_with_the_opposite_order_changes_nothing_and_is_found_out() {
        try (ScriptedService service = new ScriptedService(order(true));
                Bench bench = new Bench(
                        service.endpoint(), "http_offer_set_mode", "shadow", "http_offer_set_timeout", "30secs")) {
            assertThat(bench.history(6)).isEqualTo(natively(6));
            await(() -> bench.report().waiting() == 0 && bench.report().otherWinner() > 5);
            assertThat(bench.report().agreement().orElseThrow()).isEqualTo(1);
            assertThat(bench.report().rankCorrelation().orElseThrow()).isEqualTo(-1);
            assertThat(bench.report().examples().getFirst().decided()).contains("first");
        }
    }

    @Test
    void a_shadow_is_compared_with_the_service_it_may_replace() {
        try (ScriptedService decides = new ScriptedService(order(true));
                ScriptedService looksOn = new ScriptedService(order(true));
                Bench alone = new Bench(decides.endpoint(), "http_offer_set_timeout", "30secs");
                Bench bench = new Bench(
                        looksOn.endpoint(),
                        "http_offer_set_mode",
                        "shadow",
                        "http_offer_set_timeout",
                        "30secs",
                        "http_offer_set_shadow_of",
                        decides.endpoint())) {
            assertThat(bench.history(2)).isEqualTo(alone.history(2));
            await(() -> bench.report().waiting() == 0 && bench.report().sameWinner() > 5);
            assertThat(bench.report().comparedWith()).isEqualTo(decides.endpoint());
            assertThat(bench.report().otherWinner()).isZero();
            assertThat(bench.report().rankCorrelation().orElse(1)).isEqualTo(1);
        }
    }

    @Test
    void a_canary_orders_for_its_share_and_is_stopped_when_it_does_badly() {
        try (ScriptedService service = new ScriptedService(order(true));
                Bench bench = new Bench(
                        service.endpoint(),
                        "http_offer_set_mode",
                        "canary",
                        "http_offer_set_canary_share",
                        "50%",
                        "http_offer_set_canary_stop_disagreement",
                        "10%",
                        "http_offer_set_canary_stop_min_answers",
                        "3",
                        "http_offer_set_timeout",
                        "30secs")) {
            bench.history(6);
            await(() -> bench.report().stopped().isPresent());
            assertThat(bench.report().share()).isEqualTo(new Share(5_000));
            assertThat(bench.report().deciding()).isFalse();
            assertThat(bench.board.resume("http-offer-set")).contains(true);
            assertThat(bench.report().deciding()).isTrue();
        }
    }
}
