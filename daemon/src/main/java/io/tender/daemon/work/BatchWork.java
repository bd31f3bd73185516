package io.tender.daemon.work;

import io.tender.core.batch.framework.AdoptedRun;
import io.tender.core.batch.framework.BatchListener;
import io.tender.core.batch.framework.BatchScheduler;
import io.tender.core.batch.framework.RunChange;
import io.tender.core.batch.life.JobChange;
import io.tender.core.batch.life.JobLives;
import io.tender.core.batch.life.JobSpec;
import io.tender.core.batch.life.JobState;
import io.tender.core.batch.life.LifeAction;
import io.tender.core.batch.life.LifeListener;
import io.tender.core.batch.life.RoleSpec;
import io.tender.daemon.master.AgentView;
import io.tender.daemon.master.Master;
import io.tender.daemon.master.Status;
import io.tender.daemon.master.TaskSpec;
import io.tender.daemon.master.TaskView;
import io.tender.daemon.trace.JobTraces;
import io.tender.extender.client.TraceParent;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.BrokenRule;
import io.tender.model.FrameworkId;
import io.tender.model.batch.JobId;
import io.tender.model.batch.JobPhase;
import io.tender.model.batch.Queue;
import io.tender.model.batch.TaskStatus;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import io.tender.spi.AllocatorHost;
import io.tender.spi.framework.Launch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Jobs, their queues and pod groups: between the documents and the scheduler. Used on the master's turns. */
final class BatchWork implements LifeListener {
    private final Master master;
    private final JobLives lives;
    private final JobRecords records;
    private final LaunchNumbers numbers;
    private final TraceRecords traces;
    private final BatchScheduler scheduler;
    private final FrameworkId framework;
    private final TreeMap<JobId, JobDocument> jobs = new TreeMap<>();
    private final TreeMap<JobId, PodGroupDocument> groups = new TreeMap<>();

    /** What a scheduler is made with, before there is one. */
    static final class Ears implements BatchListener, LifeListener {
        private final JobLives lives;
        private final LaunchNumbers numbers;
        private final JobTraces traces;
        private Optional<BatchWork> work = Optional.empty();

        Ears(Master master, AllocatorHost host, JobTraces traces) {
            this.traces = traces;
            this.lives = new JobLives(host, this);
            this.numbers = new LaunchNumbers(master);
        }

        @Override
        public void runChanged(RunChange change) {
            if (change.state() == TaskState.ASSIGNED) {
                numbers.used(
                        RunName.parse(change.launched()).map(RunName::number).orElse(0L));
            }
            traces.runChanged(change);
            Decisions.run(change);
            lives.ears().runChanged(change);
        }

        @Override
        public void phaseChanged(JobId job, JobPhase phase) {
            lives.ears().phaseChanged(job, phase);
        }

        @Override
        public void jobChanged(JobId job, JobChange change, JobState state) {
            work.ifPresent(desk -> desk.jobChanged(job, change, state));
        }

        @Override
        public void jobGone(JobId job) {
            work.ifPresent(desk -> desk.jobGone(job));
        }
    }

    BatchWork(Master master, Ears ears, BatchScheduler scheduler, FrameworkId framework, TraceRecords traces) {
        this.master = master;
        this.traces = traces;
        this.lives = ears.lives;
        this.numbers = ears.numbers;
        this.records = new JobRecords(master);
        this.scheduler = scheduler;
        this.framework = framework;
        ears.work = Optional.of(this);
        lives.drive(scheduler);
    }

    FrameworkId framework() {
        return framework;
    }

    // Beginning

    /** Gives the scheduler back what it had; to be called before it gets offers. */
    void recover(Collection<Document> documents) {
        scheduler.numberFrom(numbers.recover());
        scheduler.cluster().putQueue(Queue.builder(Queue.DEFAULT).build());
        for (Document document : documents) {
            switch (document) {
                case QueueDocument queue -> scheduler.cluster().putQueue(queue.queue());
                case PodGroupDocument group -> groups.put(group.name(), group);
                case JobDocument job -> jobs.put(job.spec().id(), job);
                case SessionDocument looked -> looked.putInto(scheduler.cluster());
                case ServiceDocument other -> {}
                case PriorityClassDocument other -> {}
            }
        }
        JobRecords.Recovered recovered = records.recover();
        traces.recover();
        Map<JobId, List<TaskView>> known = runs();
        Set<TaskId> restored = new HashSet<>();
        for (JobDocument job : jobs.values()) {
            JobId id = job.spec().id();
            List<TaskView> runs = known.getOrDefault(id, List.of());
            recovered
                    .state(specOrOwn(job))
                    .ifPresentOrElse(state -> restore(job, state, runs, restored), () -> lives.apply(specOrOwn(job)));
        }
        known.values()
                .forEach(runs -> runs.stream()
                        .filter(run -> !restored.contains(run.key().task())
                                && !run.state().isTerminal())
                        .forEach(orphan -> scheduler.end(
                                RunName.parse(orphan.key().task()).orElseThrow().job(), adopted(orphan))));
    }

    private void restore(JobDocument job, JobState state, List<TaskView> runs, Set<TaskId> restored) {
        Set<TaskId> running = new HashSet<>(state.runs());
        List<AdoptedRun> adopted = new ArrayList<>();
        List<io.tender.model.service.TaskStatus> ends = new ArrayList<>();
        for (TaskView run : runs) {
            // Its end was acknowledged, and the program ended before the job had heard of it.
            boolean unheard = isSettled(run) && running.contains(run.key().task());
            if (unheard || !isSettled(run)) {
                adopted.add(adopted(run));
                restored.add(run.key().task());
            }
            if (unheard) {
                ends.add(end(run));
            }
        }
        lives.restore(specOrOwn(job), state, adopted);
        ends.forEach(scheduler::status);
    }

    /** Runs of jobs that the master knows, those that are over and settled among them. */
    private Map<JobId, List<TaskView>> runs() {
        Map<JobId, List<TaskView>> runs = new TreeMap<>();
        List<TaskView> all = new ArrayList<>(master.view().tasks(framework));
        all.addAll(master.view().completedTasks(framework));
        for (TaskView run : all) {
            RunName.parse(run.key().task())
                    .ifPresent(name -> runs.computeIfAbsent(name.job(), job -> new ArrayList<>())
                            .add(run));
        }
        return runs;
    }

    /** Whether nobody will tell of it again. */
    private boolean isSettled(TaskView run) {
        return master.view().task(run.key()).isEmpty();
    }

    private AdoptedRun adopted(TaskView run) {
        AgentId agent = run.spec().agent();
        Optional<AgentInfo> info = master.view().agent(agent).map(AgentView::agent);
        String hostname = info.map(AgentInfo::hostname).orElse(agent.value());
        return new AdoptedRun(
                RunName.parse(run.key().task()).orElseThrow().task(),
                run.key().task(),
                agent,
                hostname,
                HostAttributes.of(hostname, info.map(AgentInfo::attributes).orElse(List.of())),
                run.spec().resources(),
                status(run));
    }

    private static TaskStatus status(TaskView run) {
        if (run.killing()) {
            return TaskStatus.RELEASING;
        }
        return switch (run.state()) {
            case STAGING -> TaskStatus.BINDING;
            case STARTING -> TaskStatus.BOUND;
            default -> TaskStatus.RUNNING;
        };
    }

    private static io.tender.model.service.TaskStatus end(TaskView run) {
        TaskState state = switch (run.state()) {
            case FINISHED -> TaskState.FINISHED;
            case FAILED, ERROR -> TaskState.FAILED;
            case KILLED -> TaskState.KILLED;
            default -> TaskState.LOST;
        };
        Optional<Status> last = run.statuses().isEmpty()
                ? Optional.empty()
                : Optional.of(run.statuses().getLast());
        return new io.tender.model.service.TaskStatus(
                run.key().task(), state, last.map(Status::message).orElse(""), last.flatMap(Status::exitCode));
    }

    // Commands

    /** What would become of jobs if these documents were applied together, judged; nothing has changed. */
    BatchPlan plan(Collection<Document> documents, Admission admission, Set<DocumentId> refused) {
        List<Queue> queues = documents.stream()
                .filter(QueueDocument.class::isInstance)
                .map(document -> ((QueueDocument) document).queue())
                .toList();
        return new BatchPlan(lives, jobs, groups)
                .with(documents)
                .judged(admission, scheduler.cluster().refusedQueues(queues), refused);
    }

    /** What would become of jobs if a pod group were deleted, judged; nothing has changed. */
    BatchPlan planWithout(JobId group, Admission admission) {
        return new BatchPlan(lives, jobs, groups).without(group).judged(admission, Map.of(), Set.of());
    }

    /**
     * Carries out a plan that nothing was refused of.
     *
     * @param cause the step of a trace in which it is asked for
     */
    void carryOut(BatchPlan plan, Optional<TraceParent> cause) {
        scheduler.cluster().putQueues(plan.queues());
        plan.ofSessions().forEach(looked -> looked.putInto(scheduler.cluster()));
        groups.clear();
        groups.putAll(plan.groups());
        for (JobSpec spec : plan.specs()) {
            boolean fresh = lives.state(spec.id()).isEmpty();
            lives.apply(spec);
            if (fresh) {
                traces.submitted(spec.id(), cause);
            }
        }
        jobs.putAll(plan.jobs());
    }

    /** The group of a job that is over may have changed since in a way the job could not follow; it is over all the same. */
    private JobSpec specOrOwn(JobDocument job) {
        try {
            return job.specAmong(groups);
        } catch (BrokenRule groupNoLongerFits) {
            return job.spec();
        }
    }

    void delete(JobId job) {
        lives.delete(job);
    }

    void deleteQueue(String queue) {
        scheduler.cluster().removeQueue(queue);
    }

    void delete(SessionDocument looked) {
        looked.removeFrom(scheduler.cluster());
    }

    void command(JobId job, LifeAction action) {
        lives.command(job, action);
    }

    void restart(JobId job, String role, Optional<Integer> index) {
        lives.restart(job, role, index);
    }

    // What is heard of jobs

    @Override
    public void jobChanged(JobId job, JobChange change, JobState state) {
        records.changed(job, change, state);
        traces.phase(job, state.phase());
        Decisions.job(job, state);
    }

    @Override
    public void jobGone(JobId job) {
        jobs.remove(job);
        records.gone(job);
        traces.gone(job);
        master.removeDocument(JobDocument.KIND, job.toString());
    }

    /** What a launched run of a job runs; empty if it is none of a job. */
    Optional<TaskSpec> program(Launch launch) {
        return RunName.parse(launch.task())
                .flatMap(run -> Optional.ofNullable(jobs.get(run.job()))
                        .filter(job -> job.programs().containsKey(run.role()))
                        .map(job -> program(launch, run, job)));
    }

    private static TaskSpec program(Launch launch, RunName run, JobDocument job) {
        TaskProgram program =
                Optional.ofNullable(job.programs().get(run.role())).orElseThrow();
        TreeMap<String, String> labels = new TreeMap<>(job.spec().frame().labels());
        labels.put("tender.io/job", run.job().toString());
        labels.put("tender.io/task", run.role() + "-" + run.index());
        return new TaskSpec(
                launch.task(),
                run.job().name() + "-" + run.role() + "-" + run.index(),
                launch.agent(),
                launch.resources(),
                job.command(run.role(), run.index()),
                program.ports(),
                program.grace(),
                labels,
                Optional.empty(),
                program.runsFor(),
                "");
    }

    // Views

    SortedMap<String, Queue> queues() {
        TreeMap<String, Queue> all = new TreeMap<>();
        scheduler.cluster().queues().forEach(queue -> all.put(queue.name(), queue));
        return Collections.unmodifiableSortedMap(all);
    }

    SortedMap<JobId, JobDocument> jobs() {
        return Collections.unmodifiableSortedMap(jobs);
    }

    SortedMap<JobId, PodGroupDocument> groups() {
        return Collections.unmodifiableSortedMap(groups);
    }

    Optional<JobState> state(JobId job) {
        return lives.state(job);
    }

    /** How many jobs of a queue are not over. */
    int unfinished(String queue) {
        return unfinished().getOrDefault(queue, 0);
    }

    /** How many jobs are not over, by queue; of queues that are left out, none. */
    Map<String, Integer> unfinished() {
        Map<String, Integer> counts = new HashMap<>();
        for (JobId job : jobs.keySet()) {
            if (lives.state(job).filter(state -> !state.phase().isFinal()).isPresent()) {
                lives.spec(job).ifPresent(spec -> counts.merge(spec.frame().queue(), 1, Integer::sum));
            }
        }
        return counts;
    }

    /** Jobs that are not over and pod groups that name a priority class. */
    List<DocumentId> naming(String priorityClass) {
        List<DocumentId> naming = new ArrayList<>();
        groups.values().stream()
                .filter(group ->
                        group.priorityClass().filter(priorityClass::equals).isPresent())
                .forEach(group -> naming.add(group.id()));
        jobs.values().stream()
                .filter(job -> lives.state(job.spec().id())
                        .filter(state -> !state.phase().isFinal())
                        .isPresent())
                .filter(job -> job.names(priorityClass))
                .forEach(job -> naming.add(job.id()));
        return naming;
    }

    /** Which tasks a name means; empty if the job has none of that name. */
    Optional<NamedTasks> named(JobId job, String name) {
        return NamedTasks.find(lives, job, name);
    }

    /** What tasks of a job are called. */
    List<String> roles(JobId job) {
        return lives.spec(job)
                .map(spec -> spec.roles().stream().map(RoleSpec::name).toList())
                .orElse(List.of());
    }

    Explanation explain(JobId job, Optional<TaskId> task) {
        return new BatchReasons(master, lives, scheduler, framework).explain(job, task);
    }
}
