package io.tender.testkit.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.core.batch.BatchEngine;
import io.tender.core.batch.framework.AdoptedRun;
import io.tender.core.batch.framework.BatchScheduler;
import io.tender.core.batch.framework.BatchSettings;
import io.tender.core.batch.framework.Sessions;
import io.tender.core.batch.life.JobChange;
import io.tender.core.batch.life.JobLives;
import io.tender.core.batch.life.JobSpec;
import io.tender.core.batch.life.JobState;
import io.tender.core.batch.life.LifeAction;
import io.tender.core.batch.life.LifeEvent;
import io.tender.core.batch.life.LifeListener;
import io.tender.core.batch.life.LifePhase;
import io.tender.core.batch.life.LifePolicy;
import io.tender.core.batch.life.RoleSpec;
import io.tender.model.AgentId;
import io.tender.model.BrokenRule;
import io.tender.model.Resources;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.TaskStatus;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import io.tender.runtime.batch.BatchPlugins;
import io.tender.runtime.batch.SchedulerConf;
import io.tender.spi.framework.Launch;
import io.tender.testkit.ManualHost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Jobs live on a real scheduler, and go on where they were when both are started again. */
class JobLivesTest {
    private static final JobId JOB = new JobId("ns", "train");

    /** A scheduler and its jobs' lives, from a start of the program to its end. */
    private static final class Program {
        final ManualHost host = new ManualHost(1);
        final RecordingMaster master = new RecordingMaster();
        final List<String> gone = new ArrayList<>();
        final List<LifePhase> phases = new ArrayList<>();
        final JobLives lives = new JobLives(host, new LifeListener() {
            @Override
            public void jobChanged(JobId job, JobChange change, JobState state) {
                if (phases.isEmpty() || phases.getLast() != state.phase()) {
                    phases.add(state.phase());
                }
            }

            @Override
            public void jobGone(JobId job) {
                gone.add(job.toString());
            }
        });
        final BatchScheduler scheduler;
        private int offers;

        Program() {
            BatchEngine engine = SchedulerConf.read("test", SchedulerConf.USUAL, 1, BatchPlugins.ofClassPath())
                    .engine();
            scheduler = new BatchScheduler(
                    "test",
                    host,
                    master,
                    Sessions.atOnce(() -> engine),
                    BatchSettings.steady(Duration.ofSeconds(1), Duration.ofMinutes(10), Duration.ofSeconds(5), 10),
                    lives.ears());
            scheduler.cluster().putQueue(Queue.builder("default").build());
            lives.drive(scheduler);
        }

        void offer() {
            scheduler.offers(List.of(HostOffer.of(
                    new OfferId("o" + ++offers), new AgentId("a"), "a.example", Resources.parse("cpus:8;mem:8192"))));
            host.advance(Duration.ofSeconds(2));
        }

        List<String> launched() {
            List<String> ids = master.launches.stream()
                    .map(launch -> launch.task().value())
                    .toList();
            return ids;
        }

        void report(String task, TaskState state) {
            scheduler.status(io.tender.model.service.TaskStatus.of(new TaskId("ns.train." + task), state));
            host.advance(Duration.ofMillis(1));
        }

        void fail(String task, int code) {
            scheduler.status(io.tender.model.service.TaskStatus.of(new TaskId("ns.train." + task), TaskState.FAILED)
                    .withExitCode(code));
            host.advance(Duration.ofMillis(1));
        }

        LifePhase phase() {
            return lives.state(JOB).orElseThrow().phase();
        }

        /** The same runs after a restart of the program. */
        List<AdoptedRun> runs() {
            List<TaskId> alive = lives.state(JOB).orElseThrow().runs();
            List<AdoptedRun> runs = new ArrayList<>();
            for (Launch launch : master.launches) {
                if (alive.contains(launch.task())) {
                    String id = launch.task().value();
                    runs.add(new AdoptedRun(
                            new TaskId(id.substring(0, id.lastIndexOf('.'))),
                            launch.task(),
                            launch.agent(),
                            "a.example",
                            HostAttributes.of("a.example"),
                            launch.resources(),
                            TaskStatus.RUNNING));
                }
            }
            return runs;
        }
    }

    private static JobSpec workers(int count, LifePolicy... policies) {
        TaskTemplate template = TaskTemplate.builder("worker", ResourceList.parse("cpu=1 memory=64Mi"))
                .build();
        return JobSpec.of(Job.builder(JOB).minAvailable(count).build(), RoleSpec.of(template, count))
                .withPolicies(policies);
    }

    private static Program running(JobSpec spec) {
        Program program = new Program();
        program.lives.apply(spec);
        program.offer();
        program.report("worker.0.1", TaskState.RUNNING);
        program.report("worker.1.2", TaskState.RUNNING);
        return program;
    }

    @Test
    void a_job_runs_from_its_application_to_its_end() {
        Program program = running(workers(2));
        assertThat(program.launched()).containsExactly("ns.train.worker.0.1", "ns.train.worker.1.2");
        assertThat(program.phase()).isEqualTo(LifePhase.RUNNING);

        program.report("worker.0.1", TaskState.FINISHED);
        program.report("worker.1.2", TaskState.FINISHED);

        assertThat(program.phases).containsExactly(LifePhase.PENDING, LifePhase.RUNNING, LifePhase.COMPLETED);
        assertThat(program.scheduler.cluster().jobIds()).isEmpty();
    }

    @Test
    void a_failure_restarts_the_job_only_when_all_of_it_has_ended() {
        Program program = running(workers(2, LifePolicy.on(LifeEvent.POD_FAILED, LifeAction.RESTART_JOB)));
        program.fail("worker.0.1", 1);
        assertThat(program.master.take()).contains("kill ns.train.worker.1.2");
        program.offer();
        assertThat(program.launched()).hasSize(2);

        program.report("worker.1.2", TaskState.KILLED);
        program.offer();

        assertThat(program.launched()).hasSize(4).contains("ns.train.worker.0.3", "ns.train.worker.1.4");
        assertThat(program.lives.state(JOB).orElseThrow().retries()).isEqualTo(1);
    }

    @Test
    void a_job_of_one_task_begins_anew_as_soon_as_that_fails() {
        Program program = new Program();
        program.lives.apply(workers(1, LifePolicy.on(LifeEvent.POD_FAILED, LifeAction.RESTART_JOB)));
        program.offer();
        program.report("worker.0.1", TaskState.RUNNING);

        program.fail("worker.0.1", 1);
        program.offer();

        assertThat(program.launched()).containsExactly("ns.train.worker.0.1", "ns.train.worker.0.2");
    }

    @Test
    void a_job_can_grow_while_it_runs() {
        Program program = running(workers(2));

        program.lives.apply(workers(3));
        program.offer();

        assertThat(program.launched()).hasSize(3).contains("ns.train.worker.2.3");
        assertThat(program.master.take()).noneMatch(call -> call.startsWith("kill"));
    }

    @Test
    void after_a_restart_of_the_program_nothing_is_started_twice() {
        JobSpec spec = workers(2);
        Program before = running(spec);

        Program after = new Program();
        after.lives.restore(spec, before.lives.state(JOB).orElseThrow(), before.runs());
        after.offer();
        after.host.advance(Duration.ofMinutes(2));
        assertThat(after.launched()).isEmpty();
        assertThat(after.phase()).isEqualTo(LifePhase.RUNNING);

        after.report("worker.0.1", TaskState.FINISHED);
        after.report("worker.1.2", TaskState.FINISHED);
        assertThat(after.phase()).isEqualTo(LifePhase.COMPLETED);
    }

    @Test
    void a_run_that_nobody_knows_after_a_restart_is_started_again_under_another_number() {
        JobSpec spec = workers(2);
        Program before = running(spec);
        List<AdoptedRun> left = before.runs().subList(0, 1);

        Program after = new Program();
        after.scheduler.numberFrom(2);
        after.lives.restore(spec, before.lives.state(JOB).orElseThrow(), left);
        after.offer();

        assertThat(after.launched()).containsExactly("ns.train.worker.1.3");
    }

    @Test
    void a_launch_the_job_had_not_heard_of_is_taken_over_too() {
        JobSpec spec = workers(2);
        Program before = new Program();
        before.lives.apply(spec);
        JobState early = before.lives.state(JOB).orElseThrow();
        before.offer();
        List<AdoptedRun> runs = before.runs();
        assertThat(runs).hasSize(2);

        Program after = new Program();
        after.lives.restore(spec, early, runs);
        after.offer();
        after.report("worker.0.1", TaskState.RUNNING);
        after.report("worker.1.2", TaskState.RUNNING);

        assertThat(after.launched()).isEmpty();
        assertThat(after.phase()).isEqualTo(LifePhase.RUNNING);
    }

    @Test
    void many_tasks_are_taken_back() {
        takeBack(20_000);
    }

    /** Each task is looked at a few times; were it once for each other task, this would take hours. */
    @Test
    @Tag("long")
    @Timeout(600)
    void a_hundred_thousand_tasks_are_taken_back() {
        takeBack(100_000);
    }

    private static void takeBack(int many) {
        TaskTemplate template =
                TaskTemplate.builder("worker", ResourceList.parse("cpu=10m")).build();
        JobSpec spec = JobSpec.of(Job.builder(JOB).minAvailable(1).build(), RoleSpec.of(template, many))
                .withPolicies(new LifePolicy(
                        new TreeSet<>(List.of(LifeEvent.POD_PENDING)),
                        Optional.empty(),
                        LifeAction.RESTART_JOB,
                        Optional.of(Duration.ofHours(1))));
        Program before = new Program();
        before.lives.apply(spec);
        JobState early = before.lives.state(JOB).orElseThrow();
        assertThat(early.delayed()).hasSize(many);
        Resources taken = Resources.parse("cpus:0.01");
        List<AdoptedRun> runs = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            TaskId task = JobSpec.taskId(JOB, "worker", i);
            runs.add(new AdoptedRun(
                    task,
                    new TaskId(task + "." + (i + 1)),
                    new AgentId("a"),
                    "a.example",
                    HostAttributes.of("a.example"),
                    taken,
                    TaskStatus.RUNNING));
        }

        Program unheard = new Program();
        unheard.lives.restore(spec, early, runs);
        JobState heard = unheard.lives.state(JOB).orElseThrow();
        assertThat(heard.runs()).hasSize(many);

        Program known = new Program();
        known.lives.restore(spec, heard, runs);
        assertThat(known.lives.state(JOB)).contains(heard);
        assertThat(known.master.take()).noneMatch(call -> call.startsWith("kill"));

        Program lost = new Program();
        lost.lives.restore(spec, heard, List.of());
        assertThat(lost.lives.state(JOB).orElseThrow().runs()).isEmpty();
        assertThat(lost.scheduler.cluster().waitingTasks()).isEqualTo(many);
    }

    @Test
    void an_action_that_would_do_nothing_is_refused() {
        Program program = running(workers(2));
        assertThatThrownBy(() -> program.lives.command(JOB, LifeAction.RESUME_JOB))
                .isInstanceOf(BrokenRule.class)
                .hasMessageContaining("it was not stopped");
        program.report("worker.0.1", TaskState.FINISHED);
        program.report("worker.1.2", TaskState.FINISHED);

        assertThatThrownBy(() -> program.lives.command(JOB, LifeAction.RESTART_JOB))
                .isInstanceOf(BrokenRule.class)
                .hasMessageContaining("Completed");
        assertThatThrownBy(() -> program.lives.restart(JOB, "worker", Optional.of(1)))
                .isInstanceOf(BrokenRule.class)
                .hasMessageContaining("Completed");
        assertThat(program.phase()).isEqualTo(LifePhase.COMPLETED);
    }

    @Test
    void a_restart_of_the_job_goes_on_after_a_restart_of_the_program() {
        JobSpec spec = workers(2);
        Program before = running(spec);
        before.lives.command(JOB, LifeAction.RESTART_JOB);
        assertThat(before.phase()).isEqualTo(LifePhase.RESTARTING);

        Program after = new Program();
        after.lives.restore(spec, before.lives.state(JOB).orElseThrow(), before.runs());
        assertThat(after.master.take()).contains("kill ns.train.worker.0.1", "kill ns.train.worker.1.2");
        after.report("worker.0.1", TaskState.KILLED);
        after.report("worker.1.2", TaskState.KILLED);
        after.offer();

        assertThat(after.launched()).containsExactly("ns.train.worker.0.3", "ns.train.worker.1.4");
    }

    @Test
    void a_deleted_job_is_gone_when_its_tasks_are_and_can_be_applied_again() {
        Program program = running(workers(2));
        program.lives.delete(JOB);
        assertThatThrownBy(() -> program.lives.apply(workers(2)))
                .isInstanceOf(BrokenRule.class)
                .hasMessageContaining("is being deleted");

        program.report("worker.0.1", TaskState.KILLED);
        program.report("worker.1.2", TaskState.KILLED);

        assertThat(program.gone).containsExactly("ns/train");
        program.lives.apply(workers(2));
        program.offer();
        assertThat(program.launched()).hasSize(4);
    }

    @Test
    void one_task_can_be_restarted_by_hand() {
        Program program = running(workers(2));

        program.lives.restart(JOB, "worker", Optional.of(1));
        assertThat(program.master.take()).contains("kill ns.train.worker.1.2");
        program.report("worker.1.2", TaskState.KILLED);
        program.offer();

        assertThat(program.launched()).hasSize(3).contains("ns.train.worker.1.3");
        assertThatThrownBy(() -> program.lives.restart(JOB, "worker", Optional.of(2)))
                .isInstanceOf(BrokenRule.class);
    }

    @Test
    void a_job_is_forgotten_after_its_time_to_live() {
        Program program = running(workers(2).livingFor(Duration.ofSeconds(30)));
        program.report("worker.0.1", TaskState.FINISHED);
        program.report("worker.1.2", TaskState.FINISHED);
        assertThat(program.gone).isEmpty();

        program.host.advance(Duration.ofSeconds(30));

        assertThat(program.gone).containsExactly("ns/train");
        assertThat(program.lives.all()).isEmpty();
    }

    @Test
    void a_job_the_scheduler_refuses_has_not_begun() {
        Program program = new Program();
        TaskTemplate huge = TaskTemplate.builder("worker", ResourceList.of("cpu", Long.MAX_VALUE / 2))
                .build();
        JobSpec spec = JobSpec.of(Job.builder(JOB).minAvailable(1).build(), RoleSpec.of(huge, 1));

        assertThatThrownBy(() -> program.lives.apply(spec)).isInstanceOf(BrokenRule.class);

        assertThat(program.lives.all()).isEmpty();
        assertThat(program.phases).isEmpty();
    }
}
