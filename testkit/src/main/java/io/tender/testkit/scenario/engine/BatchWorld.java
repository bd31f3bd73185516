package io.tender.testkit.scenario.engine;

import io.tender.core.batch.Assessment;
import io.tender.core.batch.BatchCluster;
import io.tender.core.batch.BatchEngine;
import io.tender.core.batch.Cycle;
import io.tender.core.batch.Decision;
import io.tender.core.batch.SessionResult;
import io.tender.model.Suggestion;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.Queue;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskStatus;
import io.tender.model.service.TaskId;
import io.tender.runtime.batch.BatchPlugins;
import io.tender.runtime.batch.ConfException;
import io.tender.runtime.batch.SchedulerConf;
import io.tender.runtime.yaml.YamlProblem;
import io.tender.spi.Chance;
import io.tender.testkit.scenario.BatchSetup;
import io.tender.testkit.scenario.step.ConfText;
import io.tender.testkit.scenario.text.BatchNotation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** A cluster, a batch scheduler and its extenders, on a clock that stands still; what sessions decide is carried out. */
final class BatchWorld implements AutoCloseable {
    /** A Monday morning, for whoever looks at the time of day. */
    private static final Instant BEGINNING = Instant.parse("2026-01-05T08:00:00Z");

    private static final ConfText USUAL = new ConfText("the built-in settings", SchedulerConf.USUAL, 1);

    /** Looked for once: finding them reads every jar of the class path. */
    private static final BatchPlugins OF_CLASS_PATH = BatchPlugins.ofClassPath();

    private final BatchSetup setup;
    private final BatchPlugins plugins;
    private final BatchCluster cluster = new BatchCluster();
    private final SortedMap<String, ScriptedExtender> extenders = new TreeMap<>();
    private final List<Decision.Bind> binds = new ArrayList<>();
    private final List<Decision.Evict> evictions = new ArrayList<>();
    private final List<String> history = new ArrayList<>();
    private Optional<BatchEngine> engine = Optional.empty();
    private Optional<SessionResult> last = Optional.empty();
    private List<YamlProblem> problems = List.of();
    private List<String> notices = List.of();
    private Instant now = BEGINNING;
    private long sessions;

    BatchWorld(BatchSetup setup, BatchPlugins plugins) {
        this.setup = setup;
        this.plugins = plugins;
        setup.extenders().forEach(name -> extenders.put(name, new ScriptedExtender(name)));
        cluster.putQueue(Queue.builder(Queue.DEFAULT).build());
        load(setup.conf().orElse(USUAL));
    }

    static BatchPlugins pluginsOfClassPath() {
        return OF_CLASS_PATH;
    }

    BatchSetup setup() {
        return setup;
    }

    BatchCluster cluster() {
        return cluster;
    }

    Instant now() {
        return now;
    }

    void advance(Duration by) {
        now = now.plus(by);
    }

    /** Placements nobody has expected yet. */
    List<Decision.Bind> binds() {
        return binds;
    }

    List<Decision.Evict> evictions() {
        return evictions;
    }

    Optional<SessionResult> last() {
        return last;
    }

    /** Everything that was decided, in order, as text. */
    List<String> history() {
        return history;
    }

    /** What is wrong with the settings that were given last, and nobody has expected yet. */
    List<YamlProblem> problems() {
        return problems;
    }

    /** What the settings in force say that has no effect. */
    List<String> notices() {
        return notices;
    }

    void forgetProblems() {
        problems = List.of();
    }

    ScriptedExtender extender(String name) {
        ScriptedExtender found = extenders.get(name);
        if (found == null) {
            throw new IllegalArgumentException("there is no extender '" + name + "'."
                    + Suggestion.sentence(name, extenders.keySet()) + "\n  got:      '" + name
                    + "'\n  expected: one of 'extenders': " + extenders.keySet());
        }
        return found;
    }

    /** Takes settings into use; bad ones leave those before in force. */
    void load(ConfText conf) {
        String text = conf.text();
        for (var extender : extenders.entrySet()) {
            text = text.replace(
                    "$(" + extender.getKey() + ")", extender.getValue().address());
        }
        try {
            SchedulerConf next = SchedulerConf.read(conf.name(), text, conf.firstLine(), plugins);
            BatchEngine wanted = next.engine();
            engine.ifPresent(wanted::replace);
            engine = Optional.of(wanted);
            notices = next.notices();
            problems = List.of();
        } catch (ConfException bad) {
            problems = bad.problems();
        }
    }

    /** One session; before it, tasks that were placed run and tasks that were evicted are gone, unless told otherwise. */
    void session() {
        settle();
        SessionResult result = inForce().run(cluster.snapshot(), cycle());
        last = Optional.of(result);
        for (Decision decision : result.decisions()) {
            history.add(sessions + ": " + decision);
            carryOut(decision);
        }
    }

    private BatchEngine inForce() {
        return engine.orElseThrow(() -> new IllegalArgumentException(
                "there are no settings to run a session with: those given cannot be used"));
    }

    private Cycle cycle() {
        sessions++;
        return new Cycle("scenario-" + sessions, sessions, now, Chance.seeded(Chance.key(setup.seed(), sessions)));
    }

    /** What nodes are worth to a task now. */
    SortedMap<String, Assessment> assess(TaskId task) {
        settle();
        return inForce().assess(cluster.snapshot(), cycle(), task);
    }

    private void carryOut(Decision decision) {
        switch (decision) {
            case Decision.Bind bind -> {
                binds.add(bind);
                cluster.setTask(bind.task(), TaskStatus.BOUND, bind.node(), now);
            }
            case Decision.Evict evict -> {
                evictions.add(evict);
                cluster.setTask(evict.task(), TaskStatus.RELEASING, evict.node(), now);
            }
            case Decision.Phase phase -> cluster.setPhase(phase.job(), phase.phase());
            case Decision.Nominate nominate -> cluster.nominate(nominate.task(), nominate.node());
            case Decision.NominateDomains domains -> cluster.nominateDomains(domains.job(), domains.domains());
        }
    }

    private void settle() {
        for (JobId job : cluster.jobIds()) {
            for (TaskId task : tasksOf(job)) {
                TaskStatus status = cluster.status(task);
                if (status == TaskStatus.BOUND && setup.tasksRun()) {
                    cluster.setTask(
                            task, TaskStatus.RUNNING, cluster.nodeOf(task).orElse(""), now);
                } else if (status == TaskStatus.RELEASING && setup.evictedLeave()) {
                    cluster.setTask(task, TaskStatus.PENDING, "", now);
                }
            }
        }
    }

    List<TaskId> tasksOf(JobId job) {
        return cluster.job(job).map(Job::tasks).orElse(List.of()).stream()
                .map(Task::id)
                .toList();
    }

    /** The tasks that a name stands for: those of a job, or one. */
    List<TaskId> tasks(String name) {
        Optional<JobId> job = job(name);
        if (job.isPresent()) {
            return tasksOf(job.get());
        }
        TaskId task = new TaskId(name);
        if (!cluster.knows(task)) {
            List<String> known = new ArrayList<>();
            cluster.jobIds().forEach(id -> {
                known.add(id.namespace().equals("default") ? id.name() : id.toString());
                tasksOf(id).forEach(one -> known.add(one.value()));
            });
            throw new IllegalArgumentException("there is no job or task '" + name + "'."
                    + Suggestion.sentence(name, known) + "\n  got:      '" + name
                    + "'\n  expected: a job such as a, or a"
                    + " task such as a-0");
        }
        return List.of(task);
    }

    Optional<JobId> job(String name) {
        try {
            return Optional.of(BatchNotation.job(name))
                    .filter(id -> cluster.job(id).isPresent());
        } catch (IllegalArgumentException noJobOfThatName) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        engine.ifPresent(BatchEngine::close);
        extenders.values().forEach(ScriptedExtender::close);
    }
}
