package io.tender.testkit.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.batch.framework.BatchListener;
import io.tender.core.batch.framework.BatchSettings;
import io.tender.model.AgentId;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.Node;
import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.service.TaskId;
import io.tender.runtime.batch.BatchPlugins;
import io.tender.runtime.batch.LiveConf;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A scheduler for which nothing waits looks for calmer agents now and then, if a plugin moves tasks there, and only then. */
class LookingAroundTest {
    private static final String CONF = """
            actions: "enqueue, allocate, shuffle"
            tiers:
            - plugins:
              - name: gang
              - name: predicates
              - name: usage
              - name: rescheduling
                arguments:
                  interval: 5m
                  strategies:
                  - name: lowNodeUtilization
                    params: {thresholds: {cpu: 20}, targetThresholds: {cpu: 60}}
            """;

    private static BatchWorld world(LiveConf conf) {
        BatchWorld world = new BatchWorld(
                1,
                BatchSettings.steady(Duration.ofSeconds(1), Duration.ofSeconds(60), Duration.ofSeconds(5), 110),
                conf::engine,
                BatchWorld.Pace.atOnce(),
                BatchWorld.TaskScript.RUN,
                BatchListener.NONE);
        world.batch().cluster().putQueue(Queue.builder(Queue.DEFAULT).build());
        world.addAgent("busy", "cpus:4;mem:4096;disk:1000", "");
        TaskTemplate template = TaskTemplate.builder("worker", ResourceList.parse("cpu=1 memory=64Mi"))
                .build();
        world.batch()
                .submit(Job.builder(new JobId("default", "load"))
                        .minAvailable(1)
                        .tasks(List.of(
                                new Task(new TaskId("load-0"), "load-0", 0, template, Instant.EPOCH),
                                new Task(new TaskId("load-1"), "load-1", 1, template, Instant.EPOCH)))
                        .build());
        world.pass(Duration.ofSeconds(5));
        world.addAgent("calm", "cpus:8;mem:8192;disk:1000", "");
        world.pass(Duration.ofSeconds(5));
        assertThat(agents(world)).containsExactly("busy", "busy");
        return world;
    }

    private static List<String> agents(BatchWorld world) {
        return world.aliveTasks().stream()
                .map(task -> world.agentOf(task).value())
                .sorted()
                .toList();
    }

    private static void measure(BatchWorld world, double busy) {
        Instant now = world.host().date();
        world.batch()
                .measured(Map.of(
                        new AgentId("busy"), new Node.Usage(busy, 10, now),
                        new AgentId("calm"), new Node.Usage(5, 10, now)));
    }

    @Test
    void tasks_are_moved_to_an_agent_on_which_nothing_ran_and_its_offers_are_given_back() {
        try (LiveConf conf = new LiveConf("test", CONF, BatchPlugins.builtIn())) {
            BatchWorld world = world(conf);

            // Services hold offers now and then too, so it may take more than one look.
            for (int look = 0; look < 20; look++) {
                measure(world, 90);
                world.pass(Duration.ofSeconds(15));
            }

            assertThat(agents(world)).containsExactly("calm", "calm");
            assertThat(world.brokenPromises()).isEmpty();
        }
    }

    @Test
    void what_was_looked_at_is_given_back_where_nobody_is_to_be_moved() {
        try (LiveConf conf = new LiveConf("test", CONF, BatchPlugins.builtIn())) {
            BatchWorld world = world(conf);
            int wanting = 0;
            int holding = 0;
            for (int second = 0; second < 300; second++) {
                measure(world, 50);
                world.pass(Duration.ofSeconds(1));
                wanting += world.batch().isSuppressed() ? 0 : 1;
                holding += world.batch().heldOffers() == 0 ? 0 : 1;
            }

            assertThat(agents(world)).containsExactly("busy", "busy");
            assertThat(wanting).as("seconds in which offers were wanted").isPositive();
            assertThat(holding).as("seconds in which offers were held").isBetween(1, 30);
            assertThat(world.brokenPromises()).isEmpty();
        }
    }

    @Test
    void nothing_is_asked_for_where_no_plugin_moves_tasks_by_load() {
        String conf = CONF.replace(", shuffle", "");
        try (LiveConf live = new LiveConf("test", conf, BatchPlugins.builtIn())) {
            BatchWorld world = world(live);
            measure(world, 90);

            for (int second = 0; second < 120; second++) {
                world.pass(Duration.ofSeconds(1));
                assertThat(world.batch().isSuppressed()).isTrue();
            }
            assertThat(agents(world)).containsExactly("busy", "busy");
        }
    }
}
