package io.tender.testkit.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.batch.BatchEngine;
import io.tender.core.batch.framework.BatchListener;
import io.tender.core.batch.framework.BatchScheduler;
import io.tender.core.batch.framework.BatchSettings;
import io.tender.core.batch.framework.Sessions;
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
import io.tender.model.service.TaskState;
import io.tender.model.service.TaskStatus;
import io.tender.runtime.batch.BatchPlugins;
import io.tender.runtime.batch.SchedulerConf;
import io.tender.testkit.ManualHost;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Between the end of an evicted task and the offer of what it held, a moment passes in which nobody has that room. The cluster
 * must not look smaller for it: those for whom tasks were evicted would be refused, the evicted would start again, and be
 * evicted again.
 */
class FreedRoomTest {
    private final ManualHost host = new ManualHost(1);
    private final RecordingMaster master = new RecordingMaster();
    private int offers;
    private boolean isLowRunning;

    private BatchScheduler scheduler(String actions, String shares, Queue... queues) {
        BatchEngine engine = SchedulerConf.read("test", """
                        actions: "%s"
                        tiers:
                        - plugins:
                          - name: priority
                          - name: gang
                        - plugins:
                          - name: %s
                        """.formatted(actions, shares), 1, BatchPlugins.ofClassPath())
                .engine();
        BatchScheduler scheduler = new BatchScheduler(
                "test",
                host,
                master,
                Sessions.atOnce(() -> engine),
                BatchSettings.steady(Duration.ofSeconds(1), Duration.ofSeconds(60), Duration.ofSeconds(5), 10),
                BatchListener.NONE);
        for (Queue queue : queues) {
            scheduler.cluster().putQueue(queue);
        }
        return scheduler;
    }

    private static Job job(String name, String queue, int priority, int least, String... requests) {
        List<Task> tasks = new ArrayList<>();
        for (String request : requests) {
            String task = name + "-" + tasks.size();
            TaskTemplate template = TaskTemplate.builder("worker", ResourceList.parse(request))
                    .priority(priority)
                    .build();
            tasks.add(new Task(new TaskId(task), task, tasks.size(), template, Instant.EPOCH));
        }
        return Job.builder(new JobId("ns", name))
                .queue(queue)
                .priority(priority)
                .minAvailable(least)
                .tasks(tasks)
                .build();
    }

    private OfferId offer(BatchScheduler scheduler, String agent, String resources) {
        OfferId id = new OfferId("o" + ++offers);
        scheduler.offers(List.of(HostOffer.of(id, new AgentId(agent), agent, Resources.parse(resources))));
        return id;
    }

    private void report(BatchScheduler scheduler, TaskState state, String... tasks) {
        for (String task : tasks) {
            scheduler.status(TaskStatus.of(new TaskId(task), state));
        }
    }

    private void aSecondPasses() {
        host.advance(Duration.ofSeconds(1));
    }

    @Test
    void who_was_evicted_does_not_start_again_on_what_is_left_while_the_freed_room_is_on_its_way() {
        // Queue 'main' may have all but what 'other' is guaranteed: 3 of 4 cpus.
        BatchScheduler scheduler = scheduler(
                "enqueue, allocate, preempt",
                "capacity",
                Queue.builder("main").build(),
                Queue.builder("other").guarantee(ResourceList.parse("cpu=1")).build());
        scheduler.submit(job("low", "main", 0, 0, "cpu=500m", "cpu=1", "cpu=1"));
        offer(scheduler, "a", "cpus:4");
        aSecondPasses();
        assertThat(master.take()).contains("accept [o1] for [low-0.1, low-1.2, low-2.3]");
        report(scheduler, TaskState.RUNNING, "low-0.1", "low-1.2", "low-2.3");

        // A gang that needs all 3, so all of the others have to go.
        scheduler.submit(job("high", "main", 1, 3, "cpu=1", "cpu=1", "cpu=1"));
        offer(scheduler, "a", "cpus:1.5");
        aSecondPasses();
        assertThat(master.take()).contains("kill low-0.1", "kill low-1.2", "kill low-2.3");
        report(scheduler, TaskState.KILLED, "low-0.1", "low-1.2", "low-2.3");

        // In hand are 1.5 cpus, and 'low' would find half a cpu there. It is not for it.
        aSecondPasses();
        assertThat(master.take()).isEmpty();

        offer(scheduler, "a", "cpus:2.5");
        aSecondPasses();
        assertThat(master.take()).contains("accept [o2, o3] for [high-0.4, high-1.5, high-2.6]");
    }

    @Test
    void what_is_idle_beside_the_freed_room_is_kept_for_whom_it_was_promised_together() {
        BatchScheduler scheduler = scheduler(
                "enqueue, allocate, preempt",
                "predicates",
                Queue.builder("main").build());
        scheduler.submit(job("low", "main", 0, 0, "cpu=1"));
        offer(scheduler, "a", "cpus:2");
        aSecondPasses();
        report(scheduler, TaskState.RUNNING, "low-0.1");
        scheduler.submit(job("high", "main", 1, 1, "cpu=2"));
        offer(scheduler, "a", "cpus:1");
        aSecondPasses();
        assertThat(master.take()).contains("kill low-0.1");
        report(scheduler, TaskState.KILLED, "low-0.1");

        // One cpu is in hand, as many as 'low' needs, and the other is on its way.
        aSecondPasses();
        assertThat(master.take()).isEmpty();

        offer(scheduler, "a", "cpus:1");
        aSecondPasses();
        assertThat(master.take()).contains("accept [o2, o3] for [high-0.2]");
    }

    @Test
    void a_queue_deserves_no_less_while_the_freed_room_is_on_its_way() {
        // Of 6 cpus 'red' deserves 4, as 'blue' wants its part too.
        BatchScheduler scheduler = scheduler(
                "enqueue, allocate, gangpreempt",
                "proportion",
                Queue.builder("red").weight(2).build(),
                Queue.builder("blue").weight(1).build());
        scheduler.submit(job("blue", "blue", 0, 1, "cpu=100"));
        scheduler.submit(job("low", "red", 0, 1, "cpu=2"));
        offer(scheduler, "b", "cpus:2;mem:1");
        offer(scheduler, "c", "cpus:1");
        aSecondPasses();
        assertThat(master.take()).contains("accept [o1] for [low-0.1]");
        report(scheduler, TaskState.RUNNING, "low-0.1");

        // There is room for this gang beside 'low', but not within what the queue deserves.
        scheduler.submit(job("high", "red", 1, 2, "cpu=2", "cpu=2"));
        offer(scheduler, "a", "cpus:4");
        aSecondPasses();
        assertThat(master.take()).contains("kill low-0.1");
        report(scheduler, TaskState.KILLED, "low-0.1");

        aSecondPasses();
        assertThat(master.take()).containsExactly("accept [o3] for [high-0.2, high-1.3]");
    }

    @Test
    void room_that_does_not_come_is_given_up() {
        BatchScheduler scheduler = scheduler(
                "enqueue, allocate, preempt",
                "proportion",
                Queue.builder("main").build());
        scheduler.submit(job("low", "main", 0, 0, "cpu=1"));
        offer(scheduler, "a", "cpus:1");
        aSecondPasses();
        report(scheduler, TaskState.RUNNING, "low-0.1");
        scheduler.submit(job("high", "main", 1, 1, "cpu=1"));
        aSecondPasses();
        assertThat(master.take()).contains("kill low-0.1");
        report(scheduler, TaskState.KILLED, "low-0.1");
        assertThat(scheduler.cluster().snapshot().total()).isEqualTo(ResourceList.parse("cpu=1 pods=1"));

        host.advance(Duration.ofSeconds(5));

        assertThat(scheduler.cluster().snapshot().total()).isEqualTo(ResourceList.empty());
        assertThat(scheduler.cluster().node("a")).isEmpty();
    }

    @Test
    void nothing_starts_where_room_is_only_awaited_not_even_what_asks_for_nothing() {
        BatchScheduler scheduler = scheduler(
                "enqueue, allocate, preempt, backfill",
                "proportion",
                Queue.builder("main").build());
        scheduler.submit(job("low", "main", 0, 0, "cpu=1"));
        offer(scheduler, "a", "cpus:1");
        aSecondPasses();
        report(scheduler, TaskState.RUNNING, "low-0.1");
        scheduler.submit(job("high", "main", 1, 1, "cpu=1"));
        scheduler.submit(job("modest", "main", 0, 1, ""));
        aSecondPasses();
        report(scheduler, TaskState.KILLED, "low-0.1");
        master.launches.clear();

        aSecondPasses();
        assertThat(scheduler.lastSession().orElseThrow().binds()).isEmpty();

        offer(scheduler, "a", "cpus:1");
        aSecondPasses();
        assertThat(master.launches).hasSize(2);
    }

    @Test
    void who_was_helped_in_vain_is_helped_again_less_and_less_often() {
        // Of 6 cpus 'red' deserves 4, of less it does not deserve enough for the gang.
        BatchScheduler scheduler = scheduler(
                "enqueue, allocate, gangpreempt",
                "proportion",
                Queue.builder("red").weight(2).build(),
                Queue.builder("blue").weight(1).build());
        scheduler.submit(job("blue", "blue", 0, 1, "cpu=100"));
        scheduler.submit(job("low", "red", 0, 1, "cpu=1"));
        offer(scheduler, "a", "cpus:4");
        aSecondPasses();
        assertThat(whatHappenedToLow(scheduler)).isFalse();
        scheduler.submit(job("high", "red", 1, 2, "cpu=2", "cpu=2"));

        // Two more cpus are in hand for a second, over and over again for half an hour, and then somebody else has
        // them.
        List<Integer> evictions = new ArrayList<>();
        for (int second = 0; second < 1_800; second += 10) {
            OfferId rest = offer(scheduler, "a", isLowRunning ? "cpus:3" : "cpus:4");
            OfferId more = offer(scheduler, "b", "cpus:2");
            aSecondPasses();
            if (whatHappenedToLow(scheduler)) {
                evictions.add(second);
            }
            scheduler.rescinded(rest);
            scheduler.rescinded(more);
            rest = offer(scheduler, "a", isLowRunning ? "cpus:3" : "cpus:4");
            host.advance(Duration.ofSeconds(9));
            assertThat(whatHappenedToLow(scheduler)).isFalse();
            scheduler.rescinded(rest);
        }

        assertThat(evictions).hasSizeBetween(2, 5);
        for (int i = 2; i < evictions.size(); i++) {
            assertThat(evictions.get(i) - evictions.get(i - 1))
                    .as("seconds between the evictions at %s", evictions)
                    .isGreaterThan(3 * (evictions.get(i - 1) - evictions.get(i - 2)));
        }
    }

    /** Plays the agent of job 'low'; true if its task was evicted. */
    private boolean whatHappenedToLow(BatchScheduler scheduler) {
        boolean evicted = false;
        for (String call : master.take()) {
            if (call.startsWith("kill low")) {
                isLowRunning = false;
                evicted = true;
                report(scheduler, TaskState.KILLED, call.substring("kill ".length()));
            } else if (call.contains("for [low")) {
                isLowRunning = true;
                report(scheduler, TaskState.RUNNING, call.substring(call.indexOf("low"), call.length() - 1));
            }
        }
        return evicted;
    }
}
