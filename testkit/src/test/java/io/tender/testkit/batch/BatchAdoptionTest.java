package io.tender.testkit.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.core.batch.BatchEngine;
import io.tender.core.batch.framework.AdoptedRun;
import io.tender.core.batch.framework.BatchListener;
import io.tender.core.batch.framework.BatchScheduler;
import io.tender.core.batch.framework.BatchSettings;
import io.tender.core.batch.framework.RunChange;
import io.tender.core.batch.framework.Sessions;
import io.tender.model.AgentId;
import io.tender.model.BrokenRule;
import io.tender.model.Resources;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.JobPhase;
import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskStatus;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import io.tender.runtime.batch.BatchPlugins;
import io.tender.runtime.batch.SchedulerConf;
import io.tender.testkit.ManualHost;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A batch scheduler is given back what ran before it was restarted. */
class BatchAdoptionTest {
    private static final JobId JOB = new JobId("ns", "job");

    private final ManualHost host = new ManualHost(1);
    private final RecordingMaster master = new RecordingMaster();
    private final List<RunChange> heard = new ArrayList<>();
    private final BatchScheduler scheduler = scheduler();

    private BatchScheduler scheduler() {
        BatchEngine engine = SchedulerConf.read("test", SchedulerConf.USUAL, 1, BatchPlugins.ofClassPath())
                .engine();
        BatchSettings settings =
                BatchSettings.steady(Duration.ofSeconds(1), Duration.ofSeconds(30), Duration.ofSeconds(5), 10);
        BatchScheduler made =
                new BatchScheduler("test", host, master, Sessions.atOnce(() -> engine), settings, new BatchListener() {
                    @Override
                    public void runChanged(RunChange change) {
                        heard.add(change);
                    }
                });
        made.cluster().putQueue(Queue.builder("default").build());
        return made;
    }

    private static Job gang(int tasks, int least) {
        TaskTemplate template = TaskTemplate.builder("worker", ResourceList.parse("cpu=2 memory=1Gi"))
                .build();
        return Job.builder(JOB)
                .minAvailable(least)
                .tasks(IntStream.range(0, tasks)
                        .mapToObj(i -> new Task(new TaskId("job-" + i), "job-" + i, i, template, Instant.EPOCH))
                        .toList())
                .build();
    }

    private static AdoptedRun run(int task, int number, String agent, TaskStatus status) {
        return new AdoptedRun(
                new TaskId("job-" + task),
                new TaskId("job-" + task + "." + number),
                new AgentId(agent),
                agent + ".example",
                HostAttributes.of(agent + ".example"),
                Resources.parse("cpus:2;mem:1024"),
                status);
    }

    private void offer(String id, String agent) {
        scheduler.offers(List.of(HostOffer.of(
                new OfferId(id), new AgentId(agent), agent + ".example", Resources.parse("cpus:8;mem:8192"))));
        host.advance(Duration.ofSeconds(2));
    }

    private void report(String task, TaskState state) {
        scheduler.status(io.tender.model.service.TaskStatus.of(new TaskId(task), state));
    }

    @Test
    void a_gang_that_runs_is_not_started_again() {
        scheduler.adopt(
                gang(2, 2), Map.of(), List.of(run(0, 7, "a", TaskStatus.RUNNING), run(1, 8, "b", TaskStatus.RUNNING)));
        offer("o1", "a");
        host.advance(Duration.ofMinutes(1));

        assertThat(master.launches).isEmpty();
        assertThat(scheduler.cluster().phase(JOB)).contains(JobPhase.RUNNING);
        assertThat(scheduler.cluster().nodeOf(new TaskId("job-1"))).contains("b.example");
    }

    @Test
    void what_is_missing_of_a_gang_is_started_under_a_number_that_was_never_used() {
        scheduler.numberFrom(11);
        scheduler.adopt(gang(2, 2), Map.of(), List.of(run(0, 7, "a", TaskStatus.RUNNING)));
        offer("o1", "b");

        assertThat(master.take()).contains("accept [o1] for [job-1.12]");
        assertThat(scheduler.launchesSoFar()).isEqualTo(12);
    }

    @Test
    void numbers_go_on_from_those_that_were_taken_over() {
        scheduler.adopt(gang(2, 1), Map.of(), List.of(run(0, 41, "a", TaskStatus.RUNNING)));
        offer("o1", "b");

        assertThat(master.take()).contains("accept [o1] for [job-1.42]");
    }

    @Test
    void tasks_that_are_over_stay_so() {
        scheduler.adopt(
                gang(3, 2),
                Map.of(new TaskId("job-0"), TaskStatus.SUCCEEDED, new TaskId("job-1"), TaskStatus.FAILED),
                List.of(run(2, 3, "a", TaskStatus.RUNNING)));
        offer("o1", "a");
        host.advance(Duration.ofMinutes(1));

        assertThat(master.launches).isEmpty();
    }

    @Test
    void what_a_run_holds_is_not_given_to_others() {
        scheduler.adopt(gang(1, 1), Map.of(), List.of(run(0, 1, "a", TaskStatus.RUNNING)));

        assertThat(scheduler
                        .cluster()
                        .node("a.example")
                        .orElseThrow()
                        .allocatable()
                        .millis("cpu"))
                .isEqualTo(2000);
        report("job-0.1", TaskState.FINISHED);
        assertThat(scheduler.cluster().node("a.example")).isEmpty();
        assertThat(scheduler.cluster().status(new TaskId("job-0"))).isEqualTo(TaskStatus.SUCCEEDED);
    }

    @Test
    void the_master_is_asked_what_became_of_them_and_runs_it_reports_beyond_are_ended() {
        scheduler.adopt(gang(1, 1), Map.of(), List.of(run(0, 1, "a", TaskStatus.RUNNING)));
        scheduler.connected();
        report("job-9.5", TaskState.RUNNING);

        assertThat(master.take()).contains("reconcile [job-0.1]", "kill job-9.5");
    }

    @Test
    void a_run_that_was_asked_to_end_is_placed_anew_when_it_has() {
        scheduler.adopt(gang(1, 1), Map.of(), List.of(run(0, 1, "a", TaskStatus.RELEASING)));
        report("job-0.1", TaskState.RUNNING);
        assertThat(master.take()).contains("kill job-0.1");

        report("job-0.1", TaskState.KILLED);
        offer("o1", "b");

        assertThat(master.take()).contains("accept [o1] for [job-0.2]");
    }

    @Test
    void runs_of_a_job_that_is_gone_are_ended_and_their_end_is_told() {
        scheduler.end(JOB, run(0, 4, "a", TaskStatus.RUNNING));
        assertThat(master.take()).contains("kill job-0.4");

        report("job-0.4", TaskState.KILLED);

        assertThat(heard).extracting(RunChange::state).containsExactly(TaskState.KILLED);
        assertThat(scheduler.launchesSoFar()).isEqualTo(4);
    }

    @Test
    void what_cannot_have_been_is_refused() {
        assertThatThrownBy(() -> scheduler.adopt(
                        gang(1, 1),
                        Map.of(new TaskId("job-0"), TaskStatus.SUCCEEDED),
                        List.of(run(0, 1, "a", TaskStatus.RUNNING))))
                .isInstanceOf(BrokenRule.class);
        assertThatThrownBy(() -> run(0, 1, "a", TaskStatus.PENDING)).isInstanceOf(BrokenRule.class);
        assertThat(scheduler.cluster().jobIds()).isEmpty();
    }

    // Changes while it runs

    @Test
    void a_job_grows_and_shrinks_without_disturbing_what_runs() {
        scheduler.submit(gang(1, 1));
        offer("o1", "a");
        report("job-0.1", TaskState.RUNNING);
        scheduler.change(gang(2, 1));
        offer("o2", "b");
        assertThat(master.take()).contains("accept [o2] for [job-1.2]");

        scheduler.change(gang(1, 1));

        assertThat(master.take()).contains("kill job-1.2").doesNotContain("kill job-0.1");
        assertThat(scheduler.cluster().status(new TaskId("job-0"))).isEqualTo(TaskStatus.RUNNING);
    }

    @Test
    void a_task_that_is_restarted_ends_and_waits_again() {
        scheduler.submit(gang(1, 1));
        offer("o1", "a");
        report("job-0.1", TaskState.RUNNING);

        scheduler.restart(new TaskId("job-0"));
        assertThat(master.take()).contains("kill job-0.1");
        report("job-0.1", TaskState.FAILED);
        offer("o2", "b");

        assertThat(master.take()).contains("accept [o2] for [job-0.2]");
    }

    @Test
    void the_listener_hears_how_runs_end() {
        scheduler.submit(gang(1, 1));
        offer("o1", "a");
        scheduler.status(io.tender.model.service.TaskStatus.of(new TaskId("job-0.1"), TaskState.FAILED)
                .withExitCode(3));

        assertThat(heard).extracting(RunChange::state).containsExactly(TaskState.ASSIGNED, TaskState.FAILED);
        assertThat(heard.getLast().exitCode()).contains(3);
        assertThat(heard.getLast().asked()).isFalse();
    }
}
