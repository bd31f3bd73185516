package io.tender.daemon.work;

import io.tender.core.batch.life.DelayedAction;
import io.tender.core.batch.life.JobChange;
import io.tender.core.batch.life.JobSpec;
import io.tender.core.batch.life.JobState;
import io.tender.core.batch.life.LifePhase;
import io.tender.core.batch.life.RoleSpec;
import io.tender.core.batch.life.TaskLife;
import io.tender.daemon.master.Master;
import io.tender.model.batch.JobId;
import io.tender.model.service.TaskId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The states of jobs among the master's documents: one for what is true of the job as a whole, one for each task, one for each
 * run and one for each action that waits, so that what happens to one task of a large job costs no more than to one of a small.
 */
final class JobRecords {
    private static final String HEAD = "JobState";
    private static final String TASK = "JobTask";
    private static final String RUN = "JobRun";
    private static final String DELAY = "JobDelay";
    private static final String NOTHING_MORE = "{}";

    private final Master master;
    private final Map<JobId, Kept> kept = new HashMap<>();

    /** The keys of a job's documents. */
    private record Kept(TreeSet<String> tasks, TreeSet<String> runs, TreeMap<String, DelayedAction> delays) {
        Kept() {
            this(new TreeSet<>(), new TreeSet<>(), new TreeMap<>());
        }
    }

    JobRecords(Master master) {
        this.master = master;
    }

    void changed(JobId job, JobChange change, JobState state) {
        Kept keys = kept.computeIfAbsent(job, id -> new Kept());
        put(HEAD, job.toString(), JobStates.write(head(change)));
        if (change.all()) {
            keep(
                    TASK,
                    keys.tasks(),
                    state.tasks().stream().map(task -> key(job, task)).toList());
            keep(
                    RUN,
                    keys.runs(),
                    state.runs().stream().map(run -> key(job, run)).toList());
        }
        keepDelays(job, keys.delays(), change.delayed());
        for (TaskLife task : change.tasks()) {
            keys.tasks().add(key(job, task));
            put(TASK, key(job, task), JobStates.write(alone(List.of(task), List.of())));
        }
        for (TaskId run : change.begun()) {
            keys.runs().add(key(job, run));
            put(RUN, key(job, run), NOTHING_MORE);
        }
        for (TaskId run : change.ended()) {
            keys.runs().remove(key(job, run));
            master.removeDocument(RUN, key(job, run));
        }
    }

    private void keepDelays(JobId job, Map<String, DelayedAction> known, List<DelayedAction> delayed) {
        Set<String> wanted = new HashSet<>();
        for (DelayedAction action : delayed) {
            String key = job + "/" + action.event().word() + "/" + action.role() + "/" + action.index();
            wanted.add(key);
            if (!action.equals(known.put(key, action))) {
                put(DELAY, key, JobStates.write(alone(List.of(), List.of(action))));
            }
        }
        if (wanted.size() < known.size()) {
            keep(DELAY, known.keySet(), wanted);
        }
    }

    /** The same of the job, and nothing of its tasks, runs and what waits for them. */
    private static JobChange head(JobChange change) {
        return new JobChange(
                change.phase(),
                change.why(),
                change.retries(),
                change.version(),
                change.created(),
                change.since(),
                change.finished(),
                change.clearing(),
                change.deleting(),
                true,
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    /** One thing alone, in a form that depends on nothing else: what has not changed is not written again. */
    private static JobChange alone(List<TaskLife> tasks, List<DelayedAction> delayed) {
        return new JobChange(
                LifePhase.PENDING,
                "",
                0,
                0,
                Instant.EPOCH,
                Instant.EPOCH,
                Optional.empty(),
                false,
                false,
                true,
                tasks,
                List.of(),
                List.of(),
                delayed);
    }

    private static String key(JobId job, TaskLife task) {
        return job + "/" + task.role() + "/" + task.index();
    }

    private static String key(JobId job, TaskId run) {
        return job + "/" + run;
    }

    private void put(String kind, String key, String json) {
        boolean same = master.documents()
                .find(kind, key)
                .filter(known -> known.json().equals(json))
                .isPresent();
        if (!same) {
            master.putDocument(kind, key, json);
        }
    }

    private void keep(String kind, Set<String> keys, Collection<String> some) {
        Set<String> wanted = new HashSet<>(some);
        for (String key : List.copyOf(keys)) {
            if (!wanted.contains(key)) {
                keys.remove(key);
                master.removeDocument(kind, key);
            }
        }
    }

    void gone(JobId job) {
        Kept keys = kept.remove(job);
        if (keys != null) {
            keys.tasks().forEach(key -> master.removeDocument(TASK, key));
            keys.runs().forEach(key -> master.removeDocument(RUN, key));
            keys.delays().keySet().forEach(key -> master.removeDocument(DELAY, key));
        }
        master.removeDocument(HEAD, job.toString());
    }

    /** What is kept of all jobs, to be looked at once. */
    Recovered recover() {
        Recovered found = new Recovered();
        master.documents()
                .all(HEAD)
                .forEach(head -> found.heads.put(JobId.parse(head.key()), JobStates.readChange(head.json())));
        master.documents().all(TASK).forEach(task -> {
            JobId job = jobOf(task.key());
            kept.computeIfAbsent(job, id -> new Kept()).tasks().add(task.key());
            found.tasks
                    .computeIfAbsent(job, id -> new ArrayList<>())
                    .addAll(JobStates.readChange(task.json()).tasks());
        });
        master.documents().all(RUN).forEach(run -> {
            JobId job = jobOf(run.key());
            kept.computeIfAbsent(job, id -> new Kept()).runs().add(run.key());
            found.runs
                    .computeIfAbsent(job, id -> new ArrayList<>())
                    .add(new TaskId(run.key().substring(run.key().lastIndexOf('/') + 1)));
        });
        master.documents().all(DELAY).forEach(delay -> {
            JobId job = jobOf(delay.key());
            List<DelayedAction> actions = JobStates.readChange(delay.json()).delayed();
            actions.forEach(action ->
                    kept.computeIfAbsent(job, id -> new Kept()).delays().put(delay.key(), action));
            found.delays.computeIfAbsent(job, id -> new ArrayList<>()).addAll(actions);
        });
        return found;
    }

    /** A key begins with a job's namespace and name, and neither has a slash. */
    private static JobId jobOf(String key) {
        int name = key.indexOf('/') + 1;
        return JobId.parse(key.substring(0, key.indexOf('/', name)));
    }

    /** The states of all jobs as they were kept. */
    static final class Recovered {
        private final Map<JobId, JobChange> heads = new TreeMap<>();
        private final Map<JobId, List<TaskLife>> tasks = new HashMap<>();
        private final Map<JobId, List<TaskId>> runs = new HashMap<>();
        private final Map<JobId, List<DelayedAction>> delays = new HashMap<>();

        /** Empty if nothing was kept of the job. */
        Optional<JobState> state(JobSpec spec) {
            JobChange head = heads.get(spec.id());
            if (head == null) {
                return Optional.empty();
            }
            List<String> roles = spec.roles().stream().map(RoleSpec::name).toList();
            JobState whole = head.applyTo(Optional.empty());
            return Optional.of(new JobState(
                    whole.phase(),
                    whole.why(),
                    whole.retries(),
                    whole.version(),
                    whole.created(),
                    whole.since(),
                    whole.finished(),
                    whole.clearing(),
                    whole.deleting(),
                    tasks.getOrDefault(spec.id(), List.of()).stream()
                            .sorted(Comparator.comparingInt((TaskLife task) -> roles.indexOf(task.role()))
                                    .thenComparingInt(TaskLife::index))
                            .toList(),
                    runs.getOrDefault(spec.id(), List.of()),
                    delays.getOrDefault(spec.id(), whole.delayed()).stream()
                            .sorted(Comparator.comparing(DelayedAction::due))
                            .toList()));
        }
    }
}
