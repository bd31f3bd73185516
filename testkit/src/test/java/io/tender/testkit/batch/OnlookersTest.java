package io.tender.testkit.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.core.batch.ActionChoice;
import io.tender.core.batch.BatchCluster;
import io.tender.core.batch.BatchEngine;
import io.tender.core.batch.Cycle;
import io.tender.core.batch.Decision;
import io.tender.core.batch.SearchSettings;
import io.tender.core.batch.SeatedPlugin;
import io.tender.core.batch.SessionResult;
import io.tender.core.batch.plugin.BuiltInPlugins;
import io.tender.extender.volcano.ExtenderPluginFactory;
import io.tender.runtime.batch.BatchPlugins;
import io.tender.runtime.batch.ConfException;
import io.tender.runtime.batch.SchedulerConf;
import io.tender.spi.Chance;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.Contest;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.PluginSetup;
import io.tender.spi.batch.Predicate;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Verdict;
import io.tender.spi.batch.Witness;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Plugins that look on see what was decided, and cannot change it. */
class OnlookersTest {
    private static final List<String> PLUGINS =
            List.of("priority", "gang", "drf", "predicates", "proportion", "nodeorder", "binpack");

    private static SessionResult session(int seed, List<BatchPlugin> more) {
        List<SeatedPlugin> plugins = new ArrayList<>();
        BuiltInPlugins.factories().stream()
                .filter(factory -> PLUGINS.contains(factory.name()))
                .forEach(factory -> plugins.add(new SeatedPlugin(
                        factory.name(),
                        factory.create(Arguments.none(), new PluginSetup(factory.name(), false)),
                        Set.of())));
        more.forEach(plugin -> plugins.add(new SeatedPlugin("onlooker-" + plugins.size(), plugin, Set.of())));
        BatchCluster cluster = RandomClusters.cluster(new Random(seed));
        try (BatchEngine engine = new BatchEngine(
                List.of(plugins),
                List.of(new ActionChoice("enqueue"), new ActionChoice("allocate"), new ActionChoice("backfill")),
                SearchSettings.USUAL)) {
            return engine.run(cluster.snapshot(), new Cycle("s", 1, Instant.EPOCH, Chance.seeded(seed)));
        }
    }

    private static final class Watching implements Witness {
        private final List<Contest> contests = new ArrayList<>();
        private int verdicts;

        @Override
        public boolean wantsContest(TaskView task) {
            return true;
        }

        @Override
        public void contest(Contest contest) {
            contests.add(contest);
        }

        @Override
        public void readiness(JobView job, boolean ready) {
            verdicts++;
        }
    }

    @Test
    void the_chosen_node_has_the_highest_score_of_those_that_fit() {
        int seen = 0;
        for (int seed = 1; seed <= 20; seed++) {
            Watching watching = new Watching();
            SessionResult watched = session(seed, List.of(view -> Hooks.none().witness(watching)));
            assertThat(watched.decisions()).isEqualTo(session(seed, List.of()).decisions());
            assertThat(watching.verdicts).isPositive();
            for (Contest contest : watching.contests) {
                if (contest.chosen().isPresent() && contest.contenders().size() > 1) {
                    seen++;
                    double most = contest.contenders().stream()
                            .filter(Contest.Contender::fits)
                            .mapToDouble(Contest.Contender::score)
                            .max()
                            .orElseThrow();
                    assertThat(contest.contenders())
                            .filteredOn(one ->
                                    one.node().index() == contest.chosen().get().index())
                            .singleElement()
                            .matches(one -> one.score() == most);
                }
            }
        }
        assertThat(seen).isPositive();
    }

    @Test
    void who_looks_on_and_throws_is_at_fault_and_changes_nothing() {
        Witness broken = new Witness() {
            @Override
            public boolean wantsContest(TaskView task) {
                throw new IllegalStateException("broken");
            }

            @Override
            public void readiness(JobView job, boolean ready) {
                throw new IllegalStateException("broken");
            }
        };
        BatchPlugin plugin = view -> Hooks.none().witness(broken).jobSplit(job -> {
            throw new IllegalStateException("broken");
        });
        SessionResult result = session(3, List.of(plugin));
        assertThat(result.decisions()).isEqualTo(session(3, List.of()).decisions());
        assertThat(result.faults()).isNotEmpty();
    }

    @Test
    void jobs_that_look_alike_can_be_told_apart() {
        // Refuses every node to half of the jobs, whatever their tasks look like.
        BatchPlugin half = view -> Hooks.none()
                .jobSplit(job -> job.id().name().hashCode() & 1)
                .predicate(new Predicate() {
                    @Override
                    public Verdict fits(TaskView task, NodeView node) {
                        return (task.job().id().name().hashCode() & 1) == 0
                                ? Verdict.fits()
                                : Verdict.never("the other half");
                    }

                    @Override
                    public Reach reach(TaskView task) {
                        return Reach.NODE;
                    }
                });
        for (int seed = 1; seed <= 20; seed++) {
            assertThat(session(seed, List.of(half)).decisions().stream()
                            .filter(Decision.Bind.class::isInstance)
                            .map(bind -> ((Decision.Bind) bind).task().value()))
                    .noneMatch(task -> (task.substring(0, task.lastIndexOf('-')).hashCode() & 1) != 0);
        }
    }

    @Test
    void a_shadow_of_nobody_is_a_mistake_in_the_settings() {
        String conf = SchedulerConf.USUAL + """
                  - name: extender
                    as: gpu
                    arguments: {extender.urlPrefix: "http://127.0.0.1:1"}
                  - name: extender
                    as: shadow
                    arguments: {extender.urlPrefix: "http://127.0.0.1:1", extender.mode: shadow, extender.shadowOf: gpus}
                """;
        assertThatThrownBy(() -> SchedulerConf.read(
                        "conf.yaml", conf, 1, BatchPlugins.builtIn().with(new ExtenderPluginFactory())))
                .isInstanceOf(ConfException.class)
                .hasMessageContaining("Plugin 'shadow' does not go with the others")
                .hasMessageContaining("'gpus'")
                .hasMessageContaining("gpu'");
    }
}
