package io.tender.testkit.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.core.batch.BatchEngine;
import io.tender.core.batch.Cycle;
import io.tender.core.batch.SessionResult;
import io.tender.core.batch.framework.BatchListener;
import io.tender.core.batch.framework.BatchScheduler;
import io.tender.core.batch.framework.BatchSettings;
import io.tender.core.batch.framework.Sessions;
import io.tender.model.AgentId;
import io.tender.model.BrokenRule;
import io.tender.model.Resources;
import io.tender.model.Unavailability;
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
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.BatchPluginFactory;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.PluginSetup;
import io.tender.spi.batch.SessionView;
import io.tender.testkit.ManualHost;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How the batch scheduler deals with offers, statuses and sessions, one call at a time. */
class BatchSchedulerTest {
    private static final JobId JOB = new JobId("ns", "job");
    private static final String PREEMPTING = """
            actions: "enqueue, allocate, backfill, preempt"
            tiers:
            - plugins:
              - name: priority
              - name: gang
            - plugins:
              - name: predicates
              - name: proportion
            """;

    private final ManualHost host = new ManualHost(1);
    private final RecordingMaster master = new RecordingMaster();
    private final List<SessionResult> sessions = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private final BatchEngine engine = SchedulerConf.read("test", PREEMPTING, 1, BatchPlugins.ofClassPath())
            .engine();
    private final BatchScheduler scheduler = scheduler(Sessions.atOnce(() -> engine));

    private BatchScheduler scheduler(Sessions how) {
        BatchListener listener = new BatchListener() {
            @Override
            public void sessionEnded(SessionResult result) {
                sessions.add(result);
            }

            @Override
            public void sessionFailed(Cycle cycle, RuntimeException why) {
                failures.add(cycle.id() + ": " + why.getMessage());
            }
        };
        BatchSettings settings =
                BatchSettings.steady(Duration.ofSeconds(1), Duration.ofSeconds(30), Duration.ofSeconds(5), 10);
        BatchScheduler made = new BatchScheduler("test", host, master, how, settings, listener);
        made.cluster().putQueue(Queue.builder("default").build());
        return made;
    }

    private static Job job(JobId id, int priority, int tasks, int least, String request) {
        TaskTemplate template = TaskTemplate.builder("worker", ResourceList.parse(request))
                .priority(priority)
                .build();
        List<Task> made = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            made.add(new Task(new TaskId(id.name() + "-" + i), id.name() + "-" + i, i, template, Instant.EPOCH));
        }
        return Job.builder(id)
                .priority(priority)
                .minAvailable(least)
                .tasks(made)
                .build();
    }

    private static HostOffer offer(String id, String agent, String resources) {
        return HostOffer.of(new OfferId(id), new AgentId(agent), agent + ".example", Resources.parse(resources));
    }

    private void pass(int seconds) {
        host.advance(Duration.ofSeconds(seconds));
    }

    private void report(String task, TaskState state) {
        scheduler.status(TaskStatus.of(new TaskId(task), state));
    }

    /** One task that runs on agent a. */
    private void runOne() {
        scheduler.submit(job(JOB, 1, 1, 1, "cpu=2 memory=1Gi"));
        scheduler.offers(List.of(offer("o1", "a", "cpus:2;mem:2048")));
        pass(1);
        report("job-0.1", TaskState.RUNNING);
        assertThat(master.take()).contains("accept [o1] for [job-0.1]");
    }

    @Test
    void what_a_task_needs_is_not_rounded_up_above_its_limit() {
        ResourceList asked = ResourceList.parse("cpu=1 memory=500M");
        TaskTemplate template =
                TaskTemplate.builder("worker", asked).limits(asked).build();
        scheduler.submit(Job.builder(JOB)
                .tasks(List.of(new Task(new TaskId("job-0"), "job-0", 0, template, Instant.EPOCH)))
                .build());
        TaskTemplate kept =
                scheduler.cluster().job(JOB).orElseThrow().tasks().getFirst().template();
        assertThat(kept.request().millis("memory")).isGreaterThan(asked.millis("memory"));
        assertThat(kept.limits()).isEqualTo(kept.request().without(ResourceList.PODS));
    }

    /** Leaves a resource to itself, and has nothing to say about it. */
    private static final class KnowsFoo implements BatchPluginFactory {
        @Override
        public String name() {
            return "knows-foo";
        }

        @Override
        public BatchPlugin create(Arguments arguments, PluginSetup setup) {
            return new BatchPlugin() {
                @Override
                public Hooks open(SessionView session) {
                    return Hooks.none();
                }

                @Override
                public Set<String> ignoredResources() {
                    return Set.of("example.com/foo");
                }
            };
        }
    }

    @Test
    void what_is_left_to_a_plugin_is_neither_looked_for_nor_taken_from_offers() {
        BatchPlugins plugins = BatchPlugins.ofClassPath().with(new KnowsFoo());
        BatchEngine leaving = SchedulerConf.read("test", PREEMPTING + "  - name: knows-foo\n", 1, plugins)
                .engine();
        BatchScheduler scheduler = scheduler(Sessions.atOnce(() -> leaving));
        scheduler.submit(job(JOB, 1, 2, 1, "cpu=2 memory=1Gi example.com/foo=7"));
        scheduler.offers(List.of(offer("o1", "a", "cpus:2;mem:2048")));
        pass(1);

        assertThat(failures).isEmpty();
        assertThat(master.take()).contains("accept [o1] for [job-0.1]");

        // Nor does an offer without it go back while a task waits.
        scheduler.offers(List.of(offer("o2", "b", "cpus:2;mem:2048")));
        pass(1);
        assertThat(master.take()).contains("accept [o2] for [job-1.2]");
        leaving.close();
    }

    @Test
    void who_comes_to_a_scheduler_at_rest_does_not_wait_for_its_next_turn() {
        scheduler.adjust(BatchSettings.USUAL);
        pass(10);
        JobId other = new JobId("default", "other");

        host.advance(Duration.ofMillis(300));
        scheduler.submit(job(JOB, 1, 1, 1, "cpu=2 memory=1Gi"));
        scheduler.offers(List.of(offer("o1", "a", "cpus:2;mem:2048")));
        host.advance(Duration.ofMillis(20));
        assertThat(master.take()).contains("accept [o1] for [job-0.1]");

        // The next one comes when a session has just ended, and waits with those who come meanwhile.
        scheduler.submit(job(other, 1, 1, 1, "cpu=2 memory=1Gi"));
        scheduler.offers(List.of(offer("o2", "b", "cpus:2;mem:2048")));
        host.advance(Duration.ofMillis(99));
        assertThat(master.take()).noneMatch(said -> said.contains("accept"));
        host.advance(Duration.ofMillis(1));
        assertThat(master.take()).contains("accept [o2] for [other-0.2]");
    }

    @Test
    void who_comes_during_a_session_has_another_after_a_pause() {
        BatchScheduler slow = scheduler(new SlowSessions(() -> engine, host, () -> Duration.ofMillis(500)));
        slow.adjust(BatchSettings.USUAL);
        slow.submit(job(JOB, 1, 1, 1, "cpu=2 memory=1Gi"));
        slow.offers(List.of(offer("o1", "a", "cpus:2;mem:2048")));
        host.advance(Duration.ofMillis(400));
        slow.submit(job(new JobId("default", "other"), 1, 1, 1, "cpu=2 memory=1Gi"));
        slow.offers(List.of(offer("o2", "b", "cpus:2;mem:2048")));

        // It began after 20 ms and took 500; the next one begins 100 ms later, and not at its turn after a second.
        host.advance(Duration.ofMillis(120 + 100 + 499));
        assertThat(master.take()).contains("accept [o1] for [job-0.1]").noneMatch(said -> said.contains("other"));
        host.advance(Duration.ofMillis(1));
        assertThat(master.take()).contains("accept [o2] for [other-0.2]");
    }

    @Test
    void offers_that_nobody_needs_go_back_and_no_more_are_asked_for() {
        scheduler.offers(List.of(offer("o1", "a", "cpus:2;mem:2048")));

        assertThat(master.take()).containsExactly("decline [o1]", "suppress");
        assertThat(scheduler.isSuppressed()).isTrue();
        assertThat(scheduler.heldOffers()).isZero();
    }

    @Test
    void a_job_that_comes_later_asks_for_offers_again() {
        scheduler.offers(List.of(offer("o1", "a", "cpus:2;mem:2048")));
        master.take();

        scheduler.submit(job(JOB, 1, 1, 1, "cpu=1"));

        assertThat(master.take()).containsExactly("revive");
    }

    @Test
    void offers_are_held_for_a_gang_until_it_can_start_whole() {
        scheduler.submit(job(JOB, 1, 2, 2, "cpu=2 memory=1Gi"));
        scheduler.offers(List.of(offer("o1", "a", "cpus:2;mem:2048")));
        pass(5);
        assertThat(master.take()).isEmpty();
        assertThat(scheduler.heldOffers()).isEqualTo(1);

        scheduler.offers(List.of(offer("o2", "b", "cpus:2;mem:2048")));
        pass(1);

        assertThat(master.take()).containsExactly("accept [o1] for [job-0.1]", "accept [o2] for [job-1.2]", "suppress");
    }

    @Test
    void an_offer_that_was_held_long_enough_goes_back() {
        scheduler.submit(job(JOB, 1, 2, 2, "cpu=2 memory=1Gi"));
        scheduler.offers(List.of(offer("o1", "a", "cpus:2;mem:2048")));

        pass(29);
        assertThat(master.take()).isEmpty();
        pass(1);

        assertThat(master.take()).containsExactly("decline [o1]");
        assertThat(scheduler.isSuppressed()).isFalse();
    }

    @Test
    void offers_go_back_soon_after_the_last_waiting_job_was_removed() {
        scheduler.submit(job(JOB, 1, 2, 2, "cpu=2 memory=1Gi"));
        scheduler.offers(List.of(offer("o1", "a", "cpus:2;mem:2048")));
        pass(1);

        scheduler.remove(JOB);
        pass(1);

        assertThat(master.take()).containsExactly("decline [o1]", "suppress");
    }

    @Test
    void a_rescind_that_overtakes_its_offer_counts() {
        scheduler.submit(job(JOB, 1, 1, 1, "cpu=2"));

        scheduler.rescinded(new OfferId("o1"));
        scheduler.offers(List.of(offer("o1", "a", "cpus:2;mem:2048")));
        pass(2);

        assertThat(scheduler.heldOffers()).isZero();
        assertThat(master.take()).isEmpty();
    }

    @Test
    void lost_and_killed_tasks_are_tried_again_under_a_new_id() {
        runOne();

        report("job-0.1", TaskState.LOST);
        scheduler.offers(List.of(offer("o2", "a", "cpus:2;mem:2048")));
        pass(1);
        report("job-0.2", TaskState.KILLED);
        scheduler.offers(List.of(offer("o3", "a", "cpus:2;mem:2048")));
        pass(1);

        assertThat(master.launches.stream().map(launch -> launch.task().value()))
                .containsExactly("job-0.1", "job-0.2", "job-0.3");
    }

    @Test
    void a_failed_task_is_not_tried_again() {
        runOne();

        report("job-0.1", TaskState.FAILED);
        scheduler.offers(List.of(offer("o2", "a", "cpus:2;mem:2048")));
        pass(2);

        assertThat(master.launches).hasSize(1);
    }

    @Test
    void an_evicted_task_waits_again_and_the_room_is_kept_for_whom_it_was_evicted() {
        scheduler.submit(job(JOB, 1, 1, 0, "cpu=2 memory=1Gi"));
        scheduler.offers(List.of(offer("o1", "a", "cpus:2;mem:2048")));
        pass(1);
        report("job-0.1", TaskState.RUNNING);
        scheduler.submit(job(new JobId("ns", "urgent"), 9, 1, 1, "cpu=2 memory=1Gi"));
        pass(1);
        assertThat(master.take()).contains("kill job-0.1");

        report("job-0.1", TaskState.KILLED);
        pass(1);
        scheduler.offers(List.of(offer("o2", "a", "cpus:2;mem:2048")));
        pass(1);

        assertThat(master.take()).contains("accept [o2] for [urgent-0.2]");
        assertThat(scheduler.cluster().status(new TaskId("job-0"))).isEqualTo(io.tender.model.batch.TaskStatus.PENDING);
    }

    @Test
    void nobody_else_is_evicted_while_freed_room_is_on_its_way_back() {
        scheduler.submit(job(JOB, 1, 2, 0, "cpu=2 memory=1Gi"));
        scheduler.offers(List.of(offer("o1", "a", "cpus:2;mem:2048"), offer("o2", "b", "cpus:2;mem:2048")));
        pass(1);
        report("job-0.1", TaskState.RUNNING);
        report("job-1.2", TaskState.RUNNING);
        scheduler.submit(job(new JobId("ns", "urgent"), 9, 1, 1, "cpu=2 memory=1Gi"));
        pass(1);
        String kill = master.take().stream()
                .filter(call -> call.startsWith("kill"))
                .findFirst()
                .orElseThrow();

        report(kill.substring("kill ".length()), TaskState.KILLED);
        pass(4);

        assertThat(master.take()).noneMatch(call -> call.startsWith("kill"));
    }

    @Test
    void a_task_that_was_to_end_and_is_heard_of_is_asked_again() {
        runOne();
        scheduler.remove(JOB);
        assertThat(master.take()).contains("kill job-0.1");

        report("job-0.1", TaskState.RUNNING);

        assertThat(master.take()).containsExactly("kill job-0.1");
    }

    @Test
    void what_the_tasks_of_a_removed_job_still_hold_is_no_room_for_others() {
        runOne();
        scheduler.offers(List.of(offer("o2", "a", "cpus:1;mem:1024")));
        scheduler.remove(JOB);

        scheduler.submit(job(new JobId("ns", "next"), 1, 1, 1, "cpu=3"));
        scheduler.offers(List.of(offer("o3", "a", "cpus:1;mem:1024")));
        pass(1);

        assertThat(sessions.getLast().binds()).isEmpty();
    }

    @Test
    void tasks_that_ask_for_nothing_start_only_where_there_is_an_offer() {
        runOne();

        scheduler.submit(job(new JobId("ns", "small"), 1, 1, 1, ""));
        pass(3);
        assertThat(master.launches).hasSize(1);

        scheduler.offers(List.of(offer("o2", "b", "cpus:1;mem:1024")));
        pass(1);
        assertThat(master.launches).hasSize(2);
    }

    @Test
    void a_machine_that_is_wanted_back_is_left() {
        runOne();

        scheduler.inverseOffer(new AgentId("a"), new Unavailability(Instant.EPOCH, Optional.empty()));

        assertThat(master.take()).containsExactly("kill job-0.1", "accept inverse offer of a");
    }

    @Test
    void the_tasks_of_a_lost_agent_wait_again() {
        runOne();

        scheduler.agentLost(new AgentId("a"));
        scheduler.offers(List.of(offer("o2", "b", "cpus:2;mem:2048")));
        pass(1);

        assertThat(master.take()).contains("accept [o2] for [job-0.2]");
    }

    @Test
    void after_a_disconnection_it_asks_what_became_of_its_tasks() {
        runOne();
        scheduler.submit(job(new JobId("ns", "next"), 1, 1, 1, "cpu=2"));
        scheduler.offers(List.of(offer("o2", "b", "cpus:1;mem:1024")));
        master.take();

        scheduler.disconnected();
        assertThat(scheduler.heldOffers()).isZero();
        scheduler.connected();

        assertThat(master.take()).containsExactly("reconcile [job-0.1]", "revive");
    }

    @Test
    void a_task_nobody_knows_is_ended() {
        report("from-another-life.7", TaskState.RUNNING);

        assertThat(master.take()).containsExactly("kill from-another-life.7");
    }

    @Test
    void a_session_that_breaks_off_is_told_and_another_is_tried() {
        boolean[] broken = {true};
        BatchScheduler other = scheduler((snapshot, cycle, done) -> {
            if (broken[0]) {
                throw new IllegalStateException("out of order");
            }
            done.accept(engine.run(snapshot, cycle));
        });
        other.submit(job(JOB, 1, 1, 1, "cpu=1"));
        other.offers(List.of(offer("o1", "a", "cpus:2;mem:2048")));
        pass(1);
        assertThat(failures).containsExactly("test-1: out of order");

        broken[0] = false;
        pass(1);

        assertThat(master.take()).contains("accept [o1] for [job-0.1]");
    }

    @Test
    void a_machine_too_large_to_be_counted_is_given_back() {
        scheduler.submit(job(JOB, 1, 1, 1, "cpu=1"));

        scheduler.offers(List.of(offer("o1", "a", "cpus:9000000000000")));
        scheduler.offers(List.of(offer("o2", "b", "cpus:900000000000000;mem:1024")));
        pass(1);

        assertThat(master.take()).contains("decline [o2]").contains("accept [o1] for [job-0.1]");
    }

    @Test
    void a_job_too_large_to_be_counted_is_refused() {
        assertThatThrownBy(() -> scheduler.submit(job(JOB, 1, 400, 1, "cpu=2000000000000")))
                .isInstanceOf(BrokenRule.class)
                .hasMessageContaining("correct the amount");
        assertThat(scheduler.cluster().jobIds()).isEmpty();
    }
}
