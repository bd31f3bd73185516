package io.tender.toolkit.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.client.ExtenderSettings;
import io.tender.extender.kube.KubeMode;
import io.tender.extender.server.Candidate;
import io.tender.extender.server.Dialect;
import io.tender.extender.server.ExtenderServer;
import io.tender.extender.server.Scores;
import io.tender.extender.server.Verdict;
import io.tender.extender.server.Victims;
import io.tender.extender.server.Vote;
import io.tender.extender.volcano.ScoreRange;
import io.tender.testkit.hostile.TestCertificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every pair of dialects, both ways, over real sockets: a scheduler's own bytes in, a policy of the SDK behind. */
class BridgeTest {
    private final HttpClient http = HttpClient.newHttpClient();
    private final List<AutoCloseable> open = new ArrayList<>();
    /** Tasks and agents as the policy has seen them, by what it was asked. */
    private final List<String> seen = new CopyOnWriteArrayList<>();

    private final List<String> warned = new CopyOnWriteArrayList<>();
    private final CountDownLatch over = new CountDownLatch(1);

    /** Refuses n2, and likes n3 best of those with room; lets pod v1 be evicted and no other. */
    private ExtenderServer extender() {
        return keep(ExtenderServer.builder()
                .predicate((task, agent) -> {
                    seen.add("fit " + task.namespace() + "/" + task.name() + " cpu="
                            + task.resources().millis("cpu") + " on " + agent.name());
                    return agent.name().equals("n2") ? Verdict.never("n2 is reserved") : Verdict.fits();
                })
                .prioritize((task, agents) ->
                        Scores.scoreEach(agents, agent -> agent.name().equals("n3") ? 90 : 20))
                .preemptable((evictor, evictees) -> Victims.these(evictees.stream()
                        .filter(task -> task.uid().equals("v1"))
                        .toList()))
                .reclaimable((evictor, evictees) -> Victims.nobody())
                .preempt((task, candidates) -> candidates.stream()
                        .filter(candidate -> candidate.victims().stream()
                                .allMatch(victim -> victim.uid().equals("v1")))
                        .toList())
                .bind((task, agent) -> {
                    seen.add("bind " + task.name() + " to " + agent.name());
                    return agent.name().equals("n2") ? Optional.of("n2 is reserved") : Optional.empty();
                })
                .enqueueable(job -> job.name().equals("big") ? Vote.reject("too big") : Vote.permit())
                .ready(job -> job.minAvailable() <= 2)
                .overused(queue -> queue.name().equals("greedy"))
                .allocated(task -> task.agent().equals(Optional.of("n2")) ? Optional.of("not there") : Optional.empty())
                .listen(0));
    }

    private <T extends AutoCloseable> T keep(T closeable) {
        open.addFirst(closeable);
        return closeable;
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable closeable : open) {
            closeable.close();
        }
        http.close();
    }

    private Bridge bridge(Dialect from, Dialect to, String address) {
        return bridge(settings(from, to, address));
    }

    private static BridgeSettings settings(Dialect from, Dialect to, String address) {
        return BridgeSettings.of(
                from,
                to,
                ExtenderSettings.of("extender", address)
                        .deadline(Duration.ofSeconds(20))
                        .build());
    }

    private Bridge bridge(BridgeSettings settings) {
        return keep(Bridge.start(settings, ClientSurroundings.system(new SimpleMeterRegistry()), warned::add));
    }

    private static String address(ExtenderServer extender, Dialect dialect) {
        return extender.address() + "/" + dialect.label() + (dialect == Dialect.AURORA ? "/offerset" : "");
    }

    private Bridge bridge(Dialect from, Dialect to) {
        return bridge(from, to, address(extender(), to));
    }

    private HttpResponse<String> post(String address, String body) {
        try {
            return http.send(
                    HttpRequest.newBuilder(URI.create(address))
                            .timeout(Duration.ofSeconds(30))
                            .POST(HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private String said(Bridge bridge, String verb, String body) {
        HttpResponse<String> answer = post(bridge.address() + "/" + verb, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    static Stream<Arguments> pairs() {
        return Stream.of(Dialect.values())
                .flatMap(from -> Stream.of(Dialect.values()).map(to -> Arguments.of(from, to)));
    }

    /** The first is asked what fits, and which is best, as its scheduler would ask; both come back in its own words. */
    @ParameterizedTest
    @MethodSource("pairs")
    void what_fits_and_how_good_it_is_crosses_every_bridge(Dialect from, Dialect to) {
        Bridge bridge = bridge(from, to);
        switch (from) {
            case KUBE -> {
                String filtered = said(bridge, "filter", Bodies.KUBE_NODES);
                assertThat(filtered).contains("\"items\":[{\"metadata\":{\"name\":\"n1\"");
                assertThat(filtered.split("FailedNodes", 2)[0])
                        .doesNotContain("n2")
                        .contains("n3");
                assertThat(filtered)
                        .contains(
                                to == Dialect.AURORA
                                        ? "\"FailedNodes\":{\"n2\":\"left out by the offer-set service\"}"
                                        : "\"FailedAndUnresolvableNodes\":{\"n2\":\"n2 is reserved\"}");
                assertThat(best(said(bridge, "prioritize", Bodies.KUBE_NODES), "\"Host\":\"(n\\d)\",\"Score\":(\\d+)"))
                        .isEqualTo("n3");
            }
            case VOLCANO, TENDER -> {
                boolean lean = from == Dialect.TENDER;
                assertThat(said(bridge, "predicate", Bodies.predicate(lean, "n1")))
                        .contains("\"code\":0");
                assertThat(said(bridge, "predicate", Bodies.predicate(lean, "n2")))
                        .contains(
                                to == Dialect.AURORA ? "left out by the offer-set service" : "n2 is reserved",
                                to == Dialect.AURORA ? "\"code\":2" : "\"code\":3",
                                lean ? "errorMessage" : "status");
                assertThat(best(said(bridge, "prioritize", Bodies.prioritize(lean)), "\"(n\\d)\":(\\d+(?:\\.\\d+)?)"))
                        .isEqualTo("n3");
            }
            case AURORA ->
                assertThat(said(bridge, "offerset", Bodies.AURORA))
                        .isEqualTo("{\"error\":\"\",\"hosts\":[\"n3\",\"n1\"]}");
        }
        assertThat(seen).anySatisfy(line -> assertThat(line).contains("cpu=2000 on n1"));
    }

    private static String best(String scores, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(scores);
        String best = "";
        double most = Double.NEGATIVE_INFINITY;
        while (matcher.find()) {
            double score = Double.parseDouble(matcher.group(2));
            if (score > most) {
                most = score;
                best = matcher.group(1);
            }
        }
        return best;
    }

    static Stream<Arguments> evicting() {
        return pairs().filter(pair -> pair.get()[0] != Dialect.AURORA && pair.get()[1] != Dialect.AURORA);
    }

    @ParameterizedTest
    @MethodSource("evicting")
    void who_may_be_evicted_crosses_every_bridge_that_has_victims_on_both_sides(Dialect from, Dialect to) {
        Bridge bridge = bridge(from, to);
        if (from == Dialect.KUBE) {
            assertThat(said(bridge, "preempt", Bodies.KUBE_VICTIMS))
                    .isEqualTo(
                            "{\"NodeNameToMetaVictims\":{\"n1\":{\"Pods\":[{\"UID\":\"v1\"}],\"NumPDBViolations\":1}}}");
        } else {
            boolean lean = from == Dialect.TENDER;
            assertThat(said(bridge, "preemptable", Bodies.evict(lean, "v1"))).contains("\"status\":1", "v1");
            assertThat(said(bridge, "preemptable", Bodies.evict(lean, "v2")))
                    .isEqualTo("{\"status\":1,\"victims\":[]}");
        }
    }

    /** The request says 1 of v1 and 0 of v2; the extender counts anew. */
    @Test
    void what_the_extender_counts_of_disruption_budgets_comes_back() {
        List<Long> asked = new CopyOnWriteArrayList<>();
        ExtenderServer counting = keep(ExtenderServer.builder()
                .preempt((task, candidates) -> candidates.stream()
                        .peek(candidate -> asked.add(candidate.violations()))
                        .map(candidate ->
                                new Candidate(candidate.agent(), candidate.victims(), candidate.violations() + 5))
                        .toList())
                .listen(0));
        Bridge bridge = bridge(Dialect.KUBE, Dialect.KUBE, address(counting, Dialect.KUBE));
        assertThat(said(bridge, "preempt", Bodies.KUBE_VICTIMS))
                .contains(
                        "\"n1\":{\"Pods\":[{\"UID\":\"v1\"}],\"NumPDBViolations\":6}",
                        "\"n2\":{\"Pods\":[{\"UID\":\"v2\"}],\"NumPDBViolations\":5}");
        assertThat(asked).containsExactly(1L, 0L);
    }

    /** What kube-scheduler is told of the hosts, in the order in which the service likes them. */
    private List<Integer> scoresOfAnOrder(int hosts) {
        ExtenderServer ordering = keep(ExtenderServer.builder()
                .order((task, offers) -> offers.reversed())
                .listen(0));
        Bridge bridge = bridge(Dialect.KUBE, Dialect.AURORA, address(ordering, Dialect.AURORA));
        Map<Integer, Integer> scores = scores(said(bridge, "prioritize", Bodies.kubeNodes(hosts)));
        return IntStream.iterate(hosts, host -> host > 0, host -> host - 1)
                .mapToObj(scores::get)
                .toList();
    }

    private static Map<Integer, Integer> scores(String answer) {
        Map<Integer, Integer> scores = new TreeMap<>();
        Matcher matcher =
                Pattern.compile("\"Host\":\"n(\\d+)\",\"Score\":(\\d+)").matcher(answer);
        while (matcher.find()) {
            scores.put(Integer.valueOf(matcher.group(1)), Integer.valueOf(matcher.group(2)));
        }
        return scores;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 10, 11, 50, 5_000})
    void the_first_of_an_order_stands_alone_for_kube_scheduler_and_the_others_keep_their_order(int hosts) {
        List<Integer> scores = scoresOfAnOrder(hosts);
        assertThat(scores).hasSize(hosts).isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(scores.getFirst()).isEqualTo(10);
        assertThat(scores.stream().filter(score -> score == 10)).hasSize(1);
        // Whom the service names is better than whom it leaves out, and all that there is between is made use of.
        assertThat(scores.getLast()).isPositive();
        assertThat(new TreeSet<>(scores)).hasSize(Math.min(hosts, 10));
    }

    private Map<Integer, Integer> scoresOf(Dialect to, UnaryOperator<BridgeSettings> more, double... scores) {
        ExtenderServer scoring = keep(ExtenderServer.builder()
                .prioritize((task, agents) -> Scores.scoreEach(
                        agents, agent -> scores[Integer.parseInt(agent.name().substring(1)) - 1]))
                .listen(0));
        Bridge bridge = bridge(more.apply(settings(Dialect.KUBE, to, address(scoring, to))));
        said(bridge, "prioritize", Bodies.kubeNodes(scores.length));
        return scores(said(bridge, "prioritize", Bodies.kubeNodes(scores.length)));
    }

    @ParameterizedTest
    @EnumSource(names = {"VOLCANO", "TENDER"})
    void scores_that_kube_scheduler_could_not_tell_apart_are_brought_to_its_range_with_one_warning(Dialect to) {
        assertThat(scoresOf(to, UnaryOperator.identity(), 0.2, 0.5, 0.7).values())
                .containsExactly(0, 6, 10);
        assertThat(warned).singleElement(InstanceOfAssertFactories.STRING).contains("0.2 to 0.7", "--score-range");
        assertThat(scoresOf(to, UnaryOperator.identity(), 1_000, 250, 0).values())
                .containsExactly(10, 3, 0);
        assertThat(scoresOf(to, UnaryOperator.identity(), -100, 0, 100).values())
                .containsExactly(0, 5, 10);
        assertThat(warned).hasSize(3);
    }

    @Test
    void scores_from_0_to_100_are_passed_on_as_they_are() {
        assertThat(scoresOf(Dialect.TENDER, UnaryOperator.identity(), 20, 50, 62)
                        .values())
                .containsExactly(2, 5, 6);
        assertThat(scoresOf(Dialect.TENDER, UnaryOperator.identity(), 50, 50).values())
                .containsExactly(5, 5);
        assertThat(warned).isEmpty();
    }

    @Test
    void a_range_that_is_said_holds_for_every_answer() {
        ScoreRange unit = new ScoreRange(0, 1);
        assertThat(scoresOf(Dialect.VOLCANO, settings -> settings.scoring(unit), 0.2, 0.5, 0.7)
                        .values())
                .containsExactly(2, 5, 7);
        assertThat(warned).isEmpty();
        ExtenderServer scoring = keep(ExtenderServer.builder()
                .prioritize((task, agents) -> Scores.scoreEach(agents, agent -> 3))
                .listen(0));
        Bridge bridge = bridge(settings(Dialect.KUBE, Dialect.TENDER, address(scoring, Dialect.TENDER))
                .scoring(unit));
        assertThat(post(bridge.address() + "/prioritize", Bodies.KUBE_NODES).body())
                .contains("Got the score 3.0 for node 'n1'; expected 0.0 to 1.0, as --score-range says");
        assertThatThrownBy(() -> settings(Dialect.KUBE, Dialect.AURORA, "http://127.0.0.1:1/")
                        .scoring(unit))
                .hasMessageContaining("has no scores");
    }

    /** A kube extender in bytes, since the SDK makes no such mistakes. */
    private String kubeExtender(String answer) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        keep(() -> server.stop(0));
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Test
    void answers_that_kube_scheduler_would_take_are_taken_if_that_is_wanted() throws IOException {
        String address = kubeExtender("{\"Nodes\":{\"items\":[{\"metadata\":{\"name\":\"n1\"}},"
                + "{\"metadata\":{\"name\":\"n1\"}},{\"metadata\":{\"name\":\"n9\"}}]}}");
        BridgeSettings strict = settings(Dialect.KUBE, Dialect.KUBE, address);
        assertThat(said(bridge(strict), "filter", Bodies.KUBE_NODES)).contains("\"Error\":\"Extender 'extender'");
        assertThat(said(bridge(strict.speaking(new KubeMode(false, true))), "filter", Bodies.KUBE_NODES))
                .contains("\"items\":[{\"metadata\":{\"name\":\"n1\"", "\"Error\":\"\"");
    }

    @Test
    void scores_that_no_kube_extender_may_give_are_warned_of_once() throws IOException {
        Bridge bridge = bridge(
                settings(
                        Dialect.KUBE,
                        Dialect.KUBE,
                        kubeExtender(
                                "[{\"Host\":\"n1\",\"Score\":70},{\"Host\":\"n2\",\"Score\":80},{\"Host\":\"n3\",\"Score\":1}]")));
        said(bridge, "prioritize", Bodies.KUBE_NODES);
        said(bridge, "prioritize", Bodies.KUBE_NODES);
        assertThat(warned)
                .singleElement(InstanceOfAssertFactories.STRING)
                .contains("not all within 0 to 10", "70 for host 'n1'");
    }

    @Test
    void a_question_of_many_calls_has_more_time_and_one_that_is_late_all_the_same_says_so() {
        ExtenderServer slow = keep(ExtenderServer.builder()
                .predicate((task, agent) -> {
                    awaitForever();
                    return Verdict.fits();
                })
                .patience(Duration.ofMillis(1))
                .listen(0));
        ExtenderSettings shortly = ExtenderSettings.of("extender", address(slow, Dialect.VOLCANO))
                .deadline(Duration.ofMillis(50))
                .build();
        Bridge bridge = bridge(
                BridgeSettings.of(Dialect.KUBE, Dialect.VOLCANO, shortly).longerForEachCall(Duration.ofMillis(10)));
        assertThat(said(bridge, "filter", Bodies.KUBE_NODES))
                .contains("This question takes 3 calls, and all of them had 70 ms: allow more with --timeout");
        over.countDown();
    }

    private void awaitForever() {
        try {
            over.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void whoever_shows_a_certificate_with_the_right_name_may_ask(@TempDir Path folder) throws Exception {
        TestCertificates authority = TestCertificates.authority(folder, "authority");
        TestCertificates server = authority.signed(folder, "bridge");
        BridgeSettings.Listening place = new BridgeSettings.Listening(
                "0.0.0.0",
                0,
                Optional.of(server.pem()),
                Optional.of(server.keyPem()),
                Optional.empty(),
                Optional.of(new BridgeSettings.Clients(authority.pem(), Set.of("system-kube-scheduler"))),
                false);
        Bridge bridge = bridge(settings(Dialect.KUBE, Dialect.TENDER, address(extender(), Dialect.TENDER))
                .at(place));
        URI filter = URI.create(bridge.address().replace("0.0.0.0", "localhost") + "/filter");
        SSLContext known = authority.signed(folder, "system-kube-scheduler").clientContext(authority);
        SSLContext stranger = authority.signed(folder, "stranger").clientContext(authority);
        assertThat(List.of(
                        status(known, filter), status(stranger, filter), status(authority.trustingContext(), filter)))
                .containsExactly(200, 401, 401);
    }

    private static int status(SSLContext tls, URI address) throws IOException, InterruptedException {
        try (HttpClient scheduler = HttpClient.newBuilder().sslContext(tls).build()) {
            return scheduler
                    .send(
                            HttpRequest.newBuilder(address)
                                    .timeout(Duration.ofSeconds(30))
                                    .POST(HttpRequest.BodyPublishers.ofString(Bodies.KUBE_NODES))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .statusCode();
        }
    }

    @ParameterizedTest
    @MethodSource("binding")
    void a_binding_crosses_the_bridges_that_have_one(Dialect from, Dialect to) {
        Bridge bridge = bridge(from, to);
        boolean kube = from == Dialect.KUBE;
        String done = kube
                ? said(bridge, "bind", Bodies.KUBE_BIND)
                : said(bridge, "bind", Bodies.predicate(from == Dialect.TENDER, "n1"));
        assertThat(done).isEqualTo(kube ? "{\"Error\":\"\"}" : "{\"errorMessage\":\"\"}");
        assertThat(seen).containsExactly("bind p1 to n1");
    }

    static Stream<Arguments> binding() {
        return Stream.of(
                Arguments.of(Dialect.KUBE, Dialect.KUBE),
                Arguments.of(Dialect.VOLCANO, Dialect.KUBE),
                Arguments.of(Dialect.TENDER, Dialect.KUBE),
                Arguments.of(Dialect.KUBE, Dialect.TENDER),
                Arguments.of(Dialect.VOLCANO, Dialect.TENDER),
                Arguments.of(Dialect.TENDER, Dialect.TENDER));
    }

    @ParameterizedTest
    @MethodSource("batches")
    void what_is_asked_about_jobs_and_queues_crosses_between_volcano_and_tender(Dialect from, Dialect to) {
        Bridge bridge = bridge(from, to);
        boolean lean = from == Dialect.TENDER;
        assertThat(said(bridge, "jobEnqueueable", Bodies.job(lean, "big", 1))).contains("\"status\":-1");
        assertThat(said(bridge, "jobEnqueueable", Bodies.job(lean, "small", 1))).contains("\"status\":1");
        assertThat(said(bridge, "jobReady", Bodies.job(lean, "small", 3))).contains("\"status\":false");
        assertThat(said(bridge, "queueOverused", Bodies.queue(lean, "greedy"))).isEqualTo("{\"overused\":true}");
        assertThat(said(bridge, "allocateFunc", Bodies.placed(lean, "n2"))).contains("not there");
        assertThat(said(bridge, "allocateFunc", Bodies.placed(lean, "n1"))).isEqualTo("{\"errorMessage\":\"\"}");
    }

    static Stream<Arguments> batches() {
        return pairs().filter(pair -> Set.of(Dialect.VOLCANO, Dialect.TENDER)
                .containsAll(
                        Set.of(pair.get()[0]).equals(Set.of(pair.get()[1]))
                                ? Set.of(pair.get()[0])
                                : Set.of(pair.get())));
    }

    @Test
    void what_cannot_be_translated_is_refused_at_the_start_with_the_reason() {
        assertThatThrownBy(() -> bridge(settings(Dialect.KUBE, Dialect.AURORA, "http://127.0.0.1:1/")
                        .serving(Set.of("filter", "preempt", "bnd"))
                        .asking(Set.of("order"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("There is no bridge from kube to aurora for that.")
                .hasMessageContaining("preempt: cannot be said to aurora: an offer set orders offers and never chooses")
                .hasMessageContaining("bnd: no verb of kube, which has [bind, filter, preempt, prioritize]")
                .hasMessageContaining("order: no verb that an extender of aurora is asked; those are [offerset]");
    }

    @Test
    void a_verb_that_cannot_be_translated_is_not_served_and_whoever_asks_is_told_why() {
        Bridge bridge = bridge(Dialect.KUBE, Dialect.AURORA);
        String why = "cannot be said to aurora: an offer set orders offers and never chooses victims";
        assertThat(bridge.notServed()).containsOnlyKeys("bind", "preempt").containsEntry("preempt", why);
        HttpResponse<String> answer = post(bridge.address() + "/preempt", "{}");
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body())
                .contains("Nothing is answered at /kube/preempt by this extender: " + why, "/kube/filter")
                .doesNotContain("/kube/bind");
    }

    @Test
    void a_verb_that_was_not_wanted_or_that_the_extender_lacks_is_told_as_such() {
        String address = "http://127.0.0.1:1/";
        assertThat(bridge(settings(Dialect.KUBE, Dialect.AURORA, address).serving(Set.of("filter")))
                        .notServed())
                .containsOnlyKeys("bind", "preempt", "prioritize")
                .containsEntry("prioritize", "not among --verbs");
        assertThat(bridge(settings(Dialect.KUBE, Dialect.VOLCANO, address).asking(Set.of("predicate")))
                        .notServed())
                .containsEntry("prioritize", "needs prioritize, which the extender is said not to have");
    }

    @Test
    void every_verb_is_either_translated_or_has_a_reason() {
        for (Dialect from : Dialect.values()) {
            for (Dialect to : Dialect.values()) {
                Translations.of(from, to)
                        .forEach((verb, translation) -> assertThat(translation.isPossible())
                                .as(from + " " + verb + " to " + to)
                                .isEqualTo(!translation.asked().isEmpty())
                                .isEqualTo(translation.why().isEmpty()));
                Translations.Choice choice = Translations.chosen(from, to, Set.of(), Set.of());
                assertThat(choice.served()).isNotEmpty();
                assertThat(choice.notServed().keySet())
                        .doesNotContainAnyElementsOf(choice.served().keySet());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("fromKube")
    void names_alone_do_not_tell_what_a_node_is_and_are_refused_in_the_words_of_the_scheduler(Dialect to) {
        Bridge bridge = bridge(Dialect.KUBE, to);
        assertThat(said(bridge, "filter", Bodies.KUBE_NAMES))
                .contains("\"Error\":\"Got node 'n1' by its name alone", "set nodeCacheCapable: false");
        HttpResponse<String> ranked = post(bridge.address() + "/prioritize", Bodies.KUBE_NAMES);
        assertThat(ranked.statusCode()).isEqualTo(500);
        assertThat(ranked.body()).contains("nodeCacheCapable");
        assertThat(seen).isEmpty();
    }

    static Stream<Dialect> fromKube() {
        return Stream.of(Dialect.KUBE, Dialect.VOLCANO, Dialect.TENDER, Dialect.AURORA);
    }

    @Test
    void names_do_for_an_extender_that_knows_nodes_by_name() {
        Bridge bridge = bridge(settings(Dialect.KUBE, Dialect.KUBE, address(extender(), Dialect.KUBE))
                .speaking(new KubeMode(true, false)));
        assertThat(said(bridge, "filter", Bodies.KUBE_NAMES)).contains("\"NodeNames\":[\"n1\",\"n3\"]");
        assertThat(said(bridge, "preempt", Bodies.KUBE_VICTIM_UIDS))
                .isEqualTo("{\"NodeNameToMetaVictims\":{\"n1\":{\"Pods\":[{\"UID\":\"v1\"}],\"NumPDBViolations\":1}}}");
    }

    @Test
    void an_order_is_made_of_what_the_extender_has() {
        Bridge bridge = bridge(settings(Dialect.AURORA, Dialect.KUBE, address(extender(), Dialect.KUBE))
                .asking(Set.of("filter")));
        assertThat(said(bridge, "offerset", Bodies.AURORA)).isEqualTo("{\"error\":\"\",\"hosts\":[\"n1\",\"n3\"]}");
    }

    @Test
    void an_extender_that_is_not_there_is_a_failure_in_the_words_of_the_scheduler() {
        Bridge kube = bridge(Dialect.KUBE, Dialect.VOLCANO, "http://127.0.0.1:1/");
        assertThat(said(kube, "filter", Bodies.KUBE_NODES)).contains("\"Error\":\"Extender 'extender'");
        Bridge aurora = bridge(Dialect.AURORA, Dialect.VOLCANO, "http://127.0.0.1:1/");
        assertThat(post(aurora.address() + "/offerset", Bodies.AURORA).statusCode())
                .isEqualTo(500);
        Bridge volcano = bridge(Dialect.VOLCANO, Dialect.KUBE, "http://127.0.0.1:1/");
        assertThat(post(volcano.address() + "/predicate", Bodies.predicate(false, "n1"))
                        .statusCode())
                .isEqualTo(500);
    }

    @Test
    void a_stop_lets_the_questions_that_are_being_answered_end() throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        ExtenderServer slow = keep(ExtenderServer.builder()
                .predicate((task, agent) -> {
                    asked.countDown();
                    try {
                        goOn.await(20, TimeUnit.SECONDS);
                    } catch (InterruptedException stopped) {
                        Thread.currentThread().interrupt();
                    }
                    return Verdict.fits();
                })
                .listen(0));
        Bridge bridge = bridge(Dialect.KUBE, Dialect.TENDER, address(slow, Dialect.TENDER));
        AtomicReference<String> answer = new AtomicReference<>("");
        Thread asking = Thread.ofVirtual().start(() -> answer.set(said(bridge, "filter", Bodies.KUBE_NODES)));
        assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
        Thread stopping = Thread.ofVirtual().start(bridge::close);
        goOn.countDown();
        asking.join();
        stopping.join();
        assertThat(answer.get()).contains("\"Error\":\"\"");
    }

    @Test
    void whole_pods_and_nodes_are_passed_on_as_they_came() {
        AtomicReference<Map<String, String>> told = new AtomicReference<>(Map.of());
        ExtenderServer looking = keep(ExtenderServer.builder()
                .predicate((task, agent) -> {
                    told.set(Map.of(
                            "kernel",
                                    agent.raw()
                                            .at("/Node/status/nodeInfo/kernelVersion")
                                            .orElse(""),
                            "image",
                                    task.raw()
                                            .at("/Pod/spec/containers/0/image")
                                            .orElse("")));
                    return Verdict.fits();
                })
                .listen(0));
        said(bridge(Dialect.KUBE, Dialect.VOLCANO, address(looking, Dialect.VOLCANO)), "filter", Bodies.KUBE_NODES);
        assertThat(told.get()).containsEntry("kernel", "6.12").containsEntry("image", "busybox");
    }
}
