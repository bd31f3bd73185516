package io.tender.testkit.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.batch.BatchCluster;
import io.tender.core.batch.BatchEngine;
import io.tender.core.batch.Cycle;
import io.tender.core.batch.Decision;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.Node;
import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.service.TaskId;
import io.tender.runtime.batch.BatchPlugins;
import io.tender.runtime.batch.SchedulerConf;
import io.tender.spi.Chance;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.BatchPluginFactory;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.PluginSetup;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The one switch of the settings that decides for no built-in plugin, as none of them chooses the node itself. */
class BestNodeSwitchTest {

    /** Likes n1 best, and then chooses what was liked least. */
    private static final class Contrary implements BatchPluginFactory {
        @Override
        public String name() {
            return "contrary";
        }

        @Override
        public BatchPlugin create(Arguments arguments, PluginSetup setup) {
            return session -> Hooks.none()
                    .nodeOrder((task, node) -> node.name().equals("n1") ? 100 : 0)
                    .bestNode((task, scores) ->
                            Optional.of(scores.firstEntry().getValue().getFirst()));
        }
    }

    @ParameterizedTest
    @CsvSource({"enableBestNode: true, n2", "enableBestNode: false, n1", "enableNodeOrder: true, n2"})
    void a_plugin_chooses_the_node_itself_unless_the_settings_switch_that_off(String line, String chosen) {
        String conf = """
                actions: "enqueue, allocate"
                tiers:
                - plugins:
                  - name: contrary
                    %s
                """.formatted(line);
        BatchCluster cluster = new BatchCluster();
        cluster.putQueue(Queue.builder(Queue.DEFAULT).build());
        for (String node : List.of("n1", "n2")) {
            cluster.putNode(Node.builder(node, ResourceList.parse("cpu=4")).build());
        }
        TaskTemplate template =
                TaskTemplate.builder("worker", ResourceList.parse("cpu=1")).build();
        cluster.submit(Job.builder(new JobId("default", "a"))
                .tasks(List.of(new Task(new TaskId("a-0"), "a-0", 0, template, Instant.EPOCH)))
                .build());

        try (BatchEngine engine = SchedulerConf.read(
                        "test", conf, 1, BatchPlugins.builtIn().with(new Contrary()))
                .engine()) {
            assertThat(engine.run(cluster.snapshot(), new Cycle("s-1", 1, Instant.EPOCH, Chance.seeded(1)))
                            .binds())
                    .extracting(Decision.Bind::node)
                    .containsExactly(chosen);
        }
    }
}
