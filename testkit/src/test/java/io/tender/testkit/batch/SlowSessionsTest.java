package io.tender.testkit.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.batch.BatchEngine;
import io.tender.core.batch.framework.BatchListener;
import io.tender.core.batch.framework.BatchScheduler;
import io.tender.core.batch.framework.BatchSettings;
import io.tender.model.AgentId;
import io.tender.model.Resources;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import io.tender.model.service.TaskId;
import io.tender.runtime.batch.BatchPlugins;
import io.tender.runtime.batch.SchedulerConf;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.BatchPluginFactory;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.PluginSetup;
import io.tender.spi.batch.TaskView;
import io.tender.testkit.ManualHost;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What happens to decisions whose grounds went while the session ran elsewhere. */
@Isolated
class SlowSessionsTest {
    private static final JobId JOB = new JobId("ns", "job");

    private final ManualHost host = new ManualHost(1);
    private final RecordingMaster master = new RecordingMaster();
    private final List<String> told = new ArrayList<>();
    private final BatchEngine engine = SchedulerConf.read(
                    "usual",
                    SchedulerConf.USUAL + "  - name: listening\n",
                    1,
                    BatchPlugins.ofClassPath().with(new Listening()))
            .engine();
    private final BatchScheduler scheduler = new BatchScheduler(
            "slow",
            host,
            master,
            new SlowSessions(() -> engine, host, () -> Duration.ofMillis(500)),
            BatchSettings.steady(Duration.ofSeconds(1), Duration.ofSeconds(30), Duration.ofSeconds(5), 10),
            BatchListener.NONE);

    /** Writes down which placements became real, and which did not. */
    private final class Listening implements BatchPluginFactory {
        @Override
        public String name() {
            return "listening";
        }

        @Override
        public String description() {
            return "Hears of outcomes.";
        }

        @Override
        public BatchPlugin create(Arguments arguments, PluginSetup setup) {
            return session -> Hooks.none().outcomeListener((committed, aborted) -> {
                if (!committed.isEmpty() || !aborted.isEmpty()) {
                    told.add("committed " + names(committed) + " aborted " + names(aborted));
                }
            });
        }
    }

    private static List<String> names(List<TaskView> tasks) {
        return tasks.stream().map(task -> task.id().value()).toList();
    }

    SlowSessionsTest() {
        scheduler.cluster().putQueue(Queue.builder("default").build());
    }

    private static Task task(int index, String role, String request) {
        String name = "job-" + index;
        TaskTemplate template =
                TaskTemplate.builder(role, ResourceList.parse(request)).build();
        return new Task(new TaskId(name), name, index, template, Instant.EPOCH);
    }

    private static HostOffer offer(String id, String agent) {
        return HostOffer.of(
                new OfferId(id), new AgentId(agent), agent + ".example", Resources.parse("cpus:2;mem:2048"));
    }

    /** A session sees the offers of two agents, and the second is gone when it ends. */
    private void loseTheSecondOffer() {
        scheduler.offers(List.of(offer("o1", "a"), offer("o2", "b")));
        host.advance(Duration.ofSeconds(1));
        scheduler.rescinded(new OfferId("o2"));
        host.advance(Duration.ofMillis(600));
    }

    @Test
    void a_gang_of_which_an_offer_vanished_does_not_start() {
        scheduler.submit(Job.builder(JOB)
                .tasks(List.of(task(0, "worker", "cpu=2"), task(1, "worker", "cpu=2")))
                .build());

        loseTheSecondOffer();

        assertThat(master.launches).isEmpty();
        scheduler.offers(List.of(offer("o3", "b")));
        host.advance(Duration.ofSeconds(2));
        assertThat(master.launches).hasSize(2);
    }

    @Test
    void tasks_that_ask_for_nothing_are_not_counted_twice_towards_a_gang() {
        scheduler.submit(Job.builder(JOB)
                .tasks(List.of(task(0, "worker", "cpu=2"), task(1, "worker", "cpu=2"), task(2, "helper", "")))
                .build());

        loseTheSecondOffer();

        assertThat(master.launches).isEmpty();
    }

    @Test
    void a_gang_that_would_lack_a_role_does_not_start() {
        List<Task> tasks = new ArrayList<>(List.of(task(0, "chief", "cpu=2"), task(1, "worker", "cpu=2")));
        scheduler.submit(Job.builder(JOB)
                .minAvailable(2)
                .roleMinimums(Map.of("chief", 1, "worker", 1))
                .tasks(tasks)
                .build());

        loseTheSecondOffer();

        assertThat(master.launches).isEmpty();
    }

    @Test
    void an_elastic_job_starts_with_what_is_left() {
        scheduler.submit(Job.builder(JOB)
                .minAvailable(1)
                .tasks(List.of(task(0, "worker", "cpu=2"), task(1, "worker", "cpu=2")))
                .build());

        loseTheSecondOffer();

        assertThat(master.launches).hasSize(1);
    }

    @Test
    void nothing_is_started_for_a_job_that_was_removed_meanwhile() {
        scheduler.submit(
                Job.builder(JOB).tasks(List.of(task(0, "worker", "cpu=2"))).build());
        scheduler.offers(List.of(offer("o1", "a")));
        host.advance(Duration.ofSeconds(1));

        scheduler.remove(JOB);
        host.advance(Duration.ofSeconds(1));

        assertThat(master.launches).isEmpty();
        assertThat(master.take()).contains("decline [o1]", "suppress");
    }

    @Test
    void plugins_hear_that_a_placement_they_were_told_of_came_to_nothing() {
        scheduler.submit(Job.builder(JOB)
                .tasks(List.of(task(0, "worker", "cpu=2"), task(1, "worker", "cpu=2")))
                .build());

        loseTheSecondOffer();
        host.advance(Duration.ofSeconds(1));

        // What follows is what that session tried and could not decide.
        assertThat(told).startsWith("committed [job-0, job-1] aborted []", "committed [] aborted [job-0, job-1]");
    }

    @Test
    void plugins_hear_that_the_job_of_a_placement_was_removed_meanwhile() {
        scheduler.submit(
                Job.builder(JOB).tasks(List.of(task(0, "worker", "cpu=2"))).build());
        scheduler.offers(List.of(offer("o1", "a")));
        host.advance(Duration.ofSeconds(1));

        scheduler.remove(JOB);
        host.advance(Duration.ofSeconds(2));

        assertThat(told).containsExactly("committed [job-0] aborted []", "committed [] aborted [job-0]");
    }

    @Test
    void offers_a_session_counts_on_are_held_until_it_ends() {
        // One of two fits, so the offer is of use, though not enough.
        scheduler.submit(Job.builder(JOB)
                .tasks(List.of(task(0, "worker", "cpu=2"), task(1, "worker", "cpu=2")))
                .build());
        host.advance(Duration.ofMillis(200));
        scheduler.offers(List.of(offer("o1", "a")));
        host.advance(Duration.ofMillis(29_700));
        scheduler.submit(Job.builder(new JobId("ns", "next"))
                .tasks(List.of(task(2, "worker", "cpu=2"), task(3, "worker", "cpu=2")))
                .build());

        host.advance(Duration.ofMillis(400));
        assertThat(master.take()).isEmpty();
        host.advance(Duration.ofSeconds(1));
        assertThat(master.take()).containsExactly("decline [o1]");
    }
}
