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
import io.tender.spi.Chance;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.PluginSetup;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An engine that keeps answers decides as one that asks every plugin about every node for every task. */
class KeptAnswersTest {
    private static final List<List<String>> TIERS = List.of(
            List.of("priority", "gang", "conformance"),
            List.of("drf", "predicates", "proportion", "nodeorder", "binpack", "nodegroup", "task-topology"));
    private static final List<String> ACTIONS = List.of("enqueue", "allocate", "backfill", "preempt", "reclaim");

    static IntStream seeds() {
        return IntStream.rangeClosed(1, 60);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void nothing_is_decided_otherwise(int seed) {
        BatchCluster cluster = RandomClusters.cluster(new Random(seed));
        try (BatchEngine keeping = engine(plugin -> plugin);
                BatchEngine anew = engine(AskedAnew::new)) {
            for (int session = 1; session <= 4; session++) {
                Cycle cycle =
                        new Cycle("s-" + session, session, Instant.EPOCH.plusSeconds(session), Chance.seeded(seed));
                SessionResult kept = keeping.run(cluster.snapshot(), cycle);
                SessionResult asked = anew.run(cluster.snapshot(), cycle);

                assertThat(kept.decisions()).as("session %d", session).isEqualTo(asked.decisions());
                assertThat(kept.faults()).isEmpty();
                RandomClusters.carryOut(cluster, kept, cycle.now());
            }
        }
    }

    private static BatchEngine engine(UnaryOperator<BatchPlugin> around) {
        List<List<SeatedPlugin>> tiers = new ArrayList<>();
        for (List<String> names : TIERS) {
            List<SeatedPlugin> tier = new ArrayList<>();
            for (String name : names) {
                BuiltInPlugins.factories().stream()
                        .filter(factory -> factory.name().equals(name))
                        .map(factory -> factory.create(Arguments.none(), new PluginSetup(name, false)))
                        .forEach(plugin -> tier.add(new SeatedPlugin(name, around.apply(plugin), Set.of())));
            }
            tiers.add(tier);
        }
        return new BatchEngine(tiers, ACTIONS.stream().map(ActionChoice::new).toList(), SearchSettings.USUAL);
    }
}
