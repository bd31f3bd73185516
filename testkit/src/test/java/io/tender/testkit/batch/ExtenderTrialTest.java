package io.tender.testkit.batch;

import static io.tender.testkit.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.core.batch.ActionChoice;
import io.tender.core.batch.BatchCluster;
import io.tender.core.batch.BatchEngine;
import io.tender.core.batch.Cycle;
import io.tender.core.batch.Decision;
import io.tender.core.batch.SearchSettings;
import io.tender.core.batch.SeatedPlugin;
import io.tender.core.batch.SessionResult;
import io.tender.core.batch.plugin.BuiltInPlugins;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.shadow.Share;
import io.tender.extender.shadow.Trial;
import io.tender.extender.shadow.TrialReport;
import io.tender.extender.volcano.ExtenderPlugin;
import io.tender.extender.volcano.ExtenderPluginFactory;
import io.tender.spi.Chance;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.BatchPluginFactory;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.PluginSetup;
import io.tender.spi.batch.SessionView;
import io.tender.testkit.hostile.HonestAnswers;
import io.tender.testkit.hostile.HostileServer;
import io.tender.testkit.hostile.Misbehaviour;
import java.lang.ref.WeakReference;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever an extender on trial does, nothing is decided otherwise; a canary decides for its share and no further. */
class ExtenderTrialTest {
    private static final List<String> PLUGINS =
            List.of("priority", "gang", "conformance", "drf", "predicates", "proportion", "nodeorder", "binpack");
    private static final List<String> ACTIONS = List.of("enqueue", "allocate", "backfill", "preempt", "reclaim");
    private static final int SESSIONS = 3;
    private static final RuleExtender RULE = new RuleExtender();
    private static final ContraryExtender CONTRARY = new ContraryExtender();

    private static final Map<String, Object> DECIDING = Map.of(
            "extender.urlPrefix",
            RULE.url(),
            "extender.httpTimeout",
            "30s",
            "extender.batchPredicateVerb",
            "batch",
            "extender.prioritizeVerb",
            "prioritize");

    private static final Map<String, Object> ALL_VERBS = Map.ofEntries(
            Map.entry("extender.onSessionOpenVerb", "open"),
            Map.entry("extender.onSessionCloseVerb", "close"),
            Map.entry("extender.batchPredicateVerb", "batch"),
            Map.entry("extender.prioritizeVerb", "prioritize"),
            Map.entry("extender.preemptableVerb", "evict"),
            Map.entry("extender.reclaimableVerb", "evict"),
            Map.entry("extender.jobEnqueueableVerb", "enqueue"),
            Map.entry("extender.jobEnqueuedVerb", "enqueued"),
            Map.entry("extender.jobReadyVerb", "ready"),
            Map.entry("extender.queueOverusedVerb", "overused"),
            Map.entry("extender.allocateFuncVerb", "allocate"),
            Map.entry("extender.deallocateFuncVerb", "deallocate"),
            Map.entry("extender.bindVerb", "bind"),
            Map.entry("extender.commitVerb", "commit"),
            Map.entry("extender.abortVerb", "abort"));

    private static final Map<String, Object> KUBE_VERBS = Map.of(
            "extender.filterVerb", "filter",
            "extender.prioritizeVerb", "prioritize",
            "extender.preemptVerb", "preempt");

    @AfterAll
    static void close() {
        RULE.close();
        CONTRARY.close();
    }

    private static Map<String, Object> with(Map<String, Object> some, Object... more) {
        Map<String, Object> all = new TreeMap<>(some);
        for (int i = 0; i < more.length; i += 2) {
            all.put((String) more[i], more[i + 1]);
        }
        return all;
    }

    /** Sessions with a deciding extender, and one on trial before or after it. */
    private static final class World implements AutoCloseable {
        private final BatchCluster cluster;
        private final BatchEngine engine;
        private final int seed;
        private final List<ExtenderPlugin> extenders = new ArrayList<>();
        private final List<String> decisions = new ArrayList<>();
        private final Set<String> placed = new TreeSet<>();
        private final List<WeakReference<SessionView>> views = new ArrayList<>();
        private int sessions;

        /** @param trials by name; those that come first in the alphabet are asked before the one that decides */
        World(int seed, Map<String, Map<String, Object>> trials) {
            this.seed = seed;
            this.cluster = RandomClusters.cluster(new Random(seed));
            List<SeatedPlugin> plugins = new ArrayList<>();
            for (String name : PLUGINS) {
                BuiltInPlugins.factories().stream()
                        .filter(factory -> factory.name().equals(name))
                        .forEach(factory -> plugins.add(seat(factory, name, Map.of())));
            }
            plugins.add(new SeatedPlugin("watch", watching(), Set.of()));
            Map<String, Map<String, Object>> all = new TreeMap<>(trials);
            all.put("extender", DECIDING);
            List<SeatedPlugin> asked = new ArrayList<>();
            ExtenderPluginFactory factory =
                    new ExtenderPluginFactory(ClientSurroundings.system(new SimpleMeterRegistry()));
            all.forEach((name, arguments) -> asked.add(seat(factory, name, arguments)));
            asked.forEach(seated -> extenders.add((ExtenderPlugin) seated.plugin()));
            this.engine = new BatchEngine(
                    List.of(plugins, asked),
                    ACTIONS.stream().map(ActionChoice::new).toList(),
                    SearchSettings.USUAL);
        }

        private BatchPlugin watching() {
            return session -> {
                views.add(new WeakReference<>(session));
                return Hooks.none();
            };
        }

        private static SeatedPlugin seat(BatchPluginFactory factory, String name, Map<String, Object> given) {
            Arguments arguments = new Arguments(given);
            SeatedPlugin seated =
                    new SeatedPlugin(name, factory.create(arguments, new PluginSetup(name, false)), Set.of());
            assertThat(arguments.problems()).isEmpty();
            return seated;
        }

        World run(int more) {
            for (int i = 0; i < more; i++) {
                int session = ++sessions;
                Cycle cycle =
                        new Cycle("s-" + session, session, Instant.EPOCH.plusSeconds(session), Chance.seeded(seed));
                SessionResult result = engine.run(cluster.snapshot(), cycle);
                assertThat(result.faults()).isEmpty();
                decisions.add(result.decisions() + " " + result.promised());
                for (Decision decision : result.decisions()) {
                    if (decision instanceof Decision.Bind bind) {
                        String task = bind.task().value();
                        placed.add("d/" + task.substring(0, task.lastIndexOf('-')));
                    }
                }
                RandomClusters.carryOut(cluster, result, cycle.now());
            }
            return this;
        }

        Trial trial(String name) {
            return extenders.stream()
                    .filter(plugin -> plugin.name().equals(name))
                    .findFirst()
                    .orElseThrow()
                    .trial()
                    .orElseThrow();
        }

        @Override
        public void close() {
            engine.close();
        }
    }

    private static List<String> alone(int seed) {
        try (World world = new World(seed, Map.of())) {
            return world.run(SESSIONS).decisions;
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Misbehaviour.class,
            names = {
                "REFUSE",
                "RESET",
                "ACCEPT_AND_HANG",
                "HANG_AFTER_HEADERS",
                "DRIP_BODY",
                "CLOSE_MID_BODY",
                "NOT_HTTP",
                "ERROR_WITH_BODY",
                "HUGE_BODY",
                "GZIP_BOMB",
                "TRUNCATED_JSON",
                "WRONG_TYPES",
                "SOMEBODY_ELSE"
            })
    void a_shadow_that_misbehaves_changes_nothing_at_all(Misbehaviour misbehaviour) {
        HonestAnswers answers = new HonestAnswers(
                "{}", "{\"nodes\":{\"nobody\":{}},\"nodeScore\":{\"nobody\":1}}", "[1]", "{}", "{\"nodeScore\":NaN}");
        int seed = 3 + misbehaviour.name().length() % 5;
        try (HostileServer server = HostileServer.start(misbehaviour, answers);
                World world = new World(
                        seed,
                        Map.of(
                                "before",
                                with(
                                        ALL_VERBS,
                                        "extender.mode",
                                        "shadow",
                                        "extender.urlPrefix",
                                        server.addressUrl(),
                                        "extender.httpTimeout",
                                        "300ms")))) {
            assertThat(world.run(SESSIONS).decisions).isEqualTo(alone(seed));
            assertThat(world.trial("before").decides()).isFalse();
        }
    }

    @Test
    void sessions_are_over_while_a_shadow_still_hangs_on_its_first_question() {
        try (HostileServer server = HostileServer.start(Misbehaviour.ACCEPT_AND_HANG);
                World world = new World(
                        7,
                        Map.of(
                                "shadow",
                                with(
                                        ALL_VERBS,
                                        "extender.mode",
                                        "shadow",
                                        "extender.shadowQueue",
                                        5,
                                        "extender.urlPrefix",
                                        server.addressUrl(),
                                        "extender.httpTimeout",
                                        "1h",
                                        "extender.sessionBudget",
                                        "1h")))) {
            assertThat(world.run(SESSIONS).decisions).isEqualTo(alone(7));

            TrialReport report = world.trial("shadow").report();
            assertThat(world.trial("shadow").isIdle()).isFalse();
            assertThat(report.calls().answered() + report.calls().failed()).isZero();
            assertThat(report.waiting()).isEqualTo(5);
            assertThat(report.dropped()).isPositive();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"documented", "volcano", "kube"})
    void what_waits_for_a_slow_shadow_holds_no_session(String dialect) {
        try (HostileServer server = HostileServer.start(Misbehaviour.ACCEPT_AND_HANG);
                World world = new World(
                        7,
                        Map.of(
                                "shadow",
                                with(
                                        dialect.equals("kube") ? KUBE_VERBS : ALL_VERBS,
                                        "extender.mode",
                                        "shadow",
                                        "extender.dialect",
                                        dialect,
                                        "extender.shadowQueue",
                                        10_000,
                                        "extender.urlPrefix",
                                        server.addressUrl(),
                                        "extender.httpTimeout",
                                        "1h",
                                        "extender.sessionBudget",
                                        "1h")))) {
            world.run(SESSIONS);

            assertThat(world.trial("shadow").report().waiting()).isGreaterThan(SESSIONS);
            // The last one may be held by whoever compares it with the next.
            for (WeakReference<SessionView> view : world.views.subList(0, SESSIONS - 1)) {
                await(() -> {
                    System.gc();
                    return view.get() == null;
                });
            }
        }
    }

    @Test
    void a_shadow_that_always_says_the_opposite_changes_nothing_and_is_found_out() {
        for (int seed = 1; seed <= 3; seed++) {
            Map<String, Object> shadow = with(
                    ALL_VERBS,
                    "extender.mode",
                    "shadow",
                    "extender.shadowQueue",
                    10_000,
                    "extender.urlPrefix",
                    CONTRARY.url());
            try (World world = new World(seed, Map.of("before", shadow, "later", shadow))) {
                assertThat(world.run(SESSIONS).decisions).isEqualTo(alone(seed));

                for (String name : List.of("before", "later")) {
                    Trial trial = world.trial(name);
                    await(trial::isIdle);
                    TrialReport report = trial.report();
                    assertThat(report.calls().failures()).isEmpty();
                    assertThat(report.dropped()).isZero();
                    assertThat(report.sameWinner()).isZero();
                    assertThat(report.otherWinner()).isPositive();
                    assertThat(report.verbs().get("batchPredicate").stricter()).isPositive();
                    assertThat(report.verbs().get("batchPredicate").laxer()).isZero();
                    assertThat(report.verbs()).containsKeys("jobReady", "queueOverused", "prioritize");
                    assertThat(report.verbs().get("jobReady").stricter()).isPositive();
                    assertThat(report.examples()).hasSize(20);
                }
            }
        }
    }

    @Test
    void a_shadow_is_asked_about_jobs_that_reserve_nothing_only_if_it_judges_every_job() {
        Map<String, Object> some = with(
                ALL_VERBS,
                "extender.mode",
                "shadow",
                "extender.shadowQueue",
                10_000,
                "extender.urlPrefix",
                CONTRARY.url());
        try (World world = new World(2, Map.of("every", with(some, "extender.everyJob", true), "some", some))) {
            assertThat(world.run(SESSIONS).decisions).isEqualTo(alone(2));

            await(world.trial("every")::isIdle);
            await(world.trial("some")::isIdle);
            assertThat(world.trial("every").report().verbs()).containsKey("jobEnqueueable");
            assertThat(world.trial("some").report().verbs()).doesNotContainKey("jobEnqueueable");
        }
    }

    @Test
    void a_shadow_of_its_own_kind_agrees_in_everything() {
        Map<String, Object> twin = with(DECIDING, "extender.mode", "shadow", "extender.shadowOf", "extender");
        Map<String, Object> oneByOne =
                with(twin, "extender.batchPredicateVerb", "", "extender.predicateVerb", "predicate");
        long ranked = 0;
        for (int seed = 1; seed <= 3; seed++) {
            try (World world = new World(
                    seed,
                    Map.of(
                            "before", with(twin, "extender.shadowQueue", 10_000),
                            "one-by-one", with(oneByOne, "extender.shadowQueue", 10_000)))) {
                assertThat(world.run(SESSIONS).decisions).isEqualTo(alone(seed));
                for (String name : List.of("before", "one-by-one")) {
                    Trial trial = world.trial(name);
                    await(trial::isIdle);
                    TrialReport report = trial.report();
                    assertThat(report.agreement().orElseThrow()).isEqualTo(1.0);
                    assertThat(report.otherWinner()).isZero();
                    assertThat(report.sameWinner()).isPositive();
                    assertThat(report.examples()).isEmpty();
                    assertThat(report.rankCorrelation().orElse(1)).isGreaterThan(0.999);
                    ranked += report.rankings();
                }
            }
        }
        assertThat(ranked).isPositive();
    }

    private static Map<String, Object> canary(String share) {
        return with(
                ALL_VERBS,
                "extender.mode",
                "canary",
                "extender.canaryShare",
                share,
                "extender.shadowOf",
                "extender",
                "extender.shadowQueue",
                10_000,
                "extender.canaryStop.disagreement",
                "100%",
                "extender.httpTimeout",
                "30s",
                "extender.urlPrefix",
                CONTRARY.url());
    }

    @Test
    void a_canary_decides_for_its_share_of_the_jobs_and_for_no_other() {
        Share share = new Share(5_000);
        int refused = 0;
        for (int seed = 1; seed <= 3; seed++) {
            List<String> first;
            Set<String> placed;
            try (World world = new World(seed, Map.of("canary", canary("50%")))) {
                first = world.run(SESSIONS).decisions;
                placed = world.placed;
                assertThat(world.trial("canary").decides()).isTrue();
            }
            // What it refuses is not placed: gangs of its share stay out as a whole, and others do not notice.
            assertThat(placed).noneMatch(share::holds);
            try (World world = new World(seed, Map.of())) {
                refused += (int)
                        world.run(SESSIONS).placed.stream().filter(share::holds).count();
            }
            // The same again, as after a restart.
            try (World world = new World(seed, Map.of("canary", canary("50%")))) {
                assertThat(world.run(SESSIONS).decisions).isEqualTo(first);
            }
        }
        assertThat(refused).isPositive();
    }

    @Test
    void a_canary_of_nobody_changes_nothing_and_one_of_everybody_replaces_the_other() {
        try (World world = new World(5, Map.of("canary", canary("0%")))) {
            assertThat(world.run(SESSIONS).decisions).isEqualTo(alone(5));
        }
        int before = RULE.calls();
        try (World world = new World(5, Map.of("canary", canary("100%")))) {
            assertThat(world.run(SESSIONS).placed).isEmpty();
        }
        assertThat(RULE.calls()).isEqualTo(before);
    }

    @Test
    void a_canary_that_does_badly_is_stopped_until_it_is_told_to_go_on() {
        Map<String, Object> careful = with(
                canary("50%"),
                "extender.canaryStop.disagreement",
                "20%",
                "extender.canaryStop.window",
                50,
                "extender.canaryStop.minAnswers",
                5);
        try (World world = new World(1, Map.of("canary", careful))) {
            Trial trial = world.trial("canary");
            world.run(1);
            await(() -> !trial.decides());
            assertThat(trial.report().stopped().orElseThrow().why())
                    .contains("answers differ")
                    .contains("expected at most 20%");

            world.run(SESSIONS);
            assertThat(world.placed).anyMatch(new Share(5_000)::holds);

            await(trial::isIdle);
            assertThat(trial.resume()).isTrue();
            assertThat(trial.decides()).isTrue();
            assertThat(trial.resume()).isFalse();
        }
    }

    @Test
    void a_canary_that_does_not_answer_is_stopped() {
        try (HostileServer server = HostileServer.start(Misbehaviour.REFUSE);
                World world = new World(
                        4,
                        Map.of(
                                "canary",
                                with(
                                        canary("50%"),
                                        "extender.urlPrefix",
                                        server.addressUrl(),
                                        "extender.ignorable",
                                        true,
                                        "extender.canaryStop.minAnswers",
                                        5)))) {
            world.run(2);
            await(() -> !world.trial("canary").decides());
            assertThat(world.trial("canary").report().stopped().orElseThrow().why())
                    .contains("calls failed");
        }
    }
}
