package io.tender.testkit.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.batch.ActionChoice;
import io.tender.core.batch.BatchCluster;
import io.tender.core.batch.BatchEngine;
import io.tender.core.batch.Cycle;
import io.tender.core.batch.SearchSettings;
import io.tender.core.batch.SeatedPlugin;
import io.tender.core.batch.SessionResult;
import io.tender.core.batch.plugin.BuiltInPlugins;
import io.tender.extender.volcano.ExtenderPluginFactory;
import io.tender.spi.Chance;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.BatchPluginFactory;
import io.tender.spi.batch.PluginSetup;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** However an extender is asked, the same is decided as by asking it about each node anew. */
class AskedAheadTest {
    private static final List<String> PLUGINS =
            List.of("priority", "gang", "conformance", "drf", "predicates", "proportion", "nodeorder", "binpack");
    private static final List<String> ACTIONS = List.of("enqueue", "allocate", "backfill", "preempt", "reclaim");
    private static final RuleExtender EXTENDER = new RuleExtender();

    private static final Map<String, Object> NODE_BY_NODE =
            Map.of("extender.predicateVerb", "predicate", "extender.prioritizeVerb", "prioritize");
    private static final Map<String, Object> TOGETHER =
            Map.of("extender.batchPredicateVerb", "batch", "extender.prioritizeVerb", "prioritize");
    private static final Map<String, Object> SCORED = Map.of(
            "extender.batchPredicateVerb",
            "scored",
            "extender.prioritizeVerb",
            "prioritize",
            "extender.prioritizeScope",
            "node");
    private static final Map<String, Object> AHEAD = Map.of(
            "extender.batchPredicateVerb",
            "scored",
            "extender.prioritizeVerb",
            "prioritize",
            "extender.equalTasks",
            "template",
            "extender.askAhead",
            2);

    static IntStream seeds() {
        return IntStream.rangeClosed(1, 8);
    }

    @AfterAll
    static void close() {
        EXTENDER.close();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void nothing_is_decided_otherwise(int seed) {
        compare(seed);
    }

    @Test
    @Tag("long")
    void nothing_is_decided_otherwise_in_hundreds_of_clusters() {
        IntStream.rangeClosed(9, 400).forEach(AskedAheadTest::compare);
    }

    private static void compare(int seed) {
        List<String> plain = decisions(seed, NODE_BY_NODE);
        assertThat(decisions(seed, TOGETHER)).isEqualTo(plain);
        assertThat(decisions(seed, SCORED)).isEqualTo(plain);
        assertThat(decisions(seed, AHEAD)).isEqualTo(plain);
    }

    @Test
    void each_way_spares_calls() {
        List<Integer> calls = new ArrayList<>();
        for (Map<String, Object> way : List.of(NODE_BY_NODE, TOGETHER, SCORED, AHEAD)) {
            int before = EXTENDER.calls();
            seeds().forEach(seed -> decisions(seed, way));
            calls.add(before - EXTENDER.calls());
        }
        assertThat(calls).isSorted().doesNotHaveDuplicates();
    }

    private static List<String> decisions(int seed, Map<String, Object> way) {
        BatchCluster cluster = RandomClusters.cluster(new Random(seed));
        List<String> decisions = new ArrayList<>();
        try (BatchEngine engine = engine(way)) {
            for (int session = 1; session <= 3; session++) {
                Cycle cycle =
                        new Cycle("s-" + session, session, Instant.EPOCH.plusSeconds(session), Chance.seeded(seed));
                SessionResult result = engine.run(cluster.snapshot(), cycle);
                assertThat(result.faults()).isEmpty();
                decisions.add(result.decisions().toString());
                RandomClusters.carryOut(cluster, result, cycle.now());
            }
        }
        return decisions;
    }

    private static BatchEngine engine(Map<String, Object> way) {
        List<SeatedPlugin> plugins = new ArrayList<>();
        for (String name : PLUGINS) {
            BuiltInPlugins.factories().stream()
                    .filter(factory -> factory.name().equals(name))
                    .forEach(factory -> plugins.add(seat(factory, Map.of())));
        }
        Map<String, Object> arguments = new TreeMap<>(way);
        arguments.put("extender.urlPrefix", EXTENDER.url());
        // Long enough for a busy machine: an answer that comes too late would be another history.
        arguments.put("extender.httpTimeout", "30s");
        return new BatchEngine(
                List.of(plugins, List.of(seat(new ExtenderPluginFactory(), arguments))),
                ACTIONS.stream().map(ActionChoice::new).toList(),
                SearchSettings.USUAL);
    }

    private static SeatedPlugin seat(BatchPluginFactory factory, Map<String, Object> given) {
        Arguments arguments = new Arguments(given);
        SeatedPlugin seated = new SeatedPlugin(
                factory.name(), factory.create(arguments, new PluginSetup(factory.name(), false)), Set.of());
        assertThat(arguments.problems()).isEmpty();
        return seated;
    }
}
