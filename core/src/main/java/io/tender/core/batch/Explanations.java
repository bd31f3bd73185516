package io.tender.core.batch;

import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.service.TaskId;
import io.tender.spi.batch.Verdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Why jobs wait: every refusal of a session, by whom it concerns. The last word on a question replaces earlier ones. */
public final class Explanations {
    /** Beyond this many refusals of one job the later ones are counted, not kept. */
    private static final int MOST_PER_JOB = 100;

    private static final int MOST_QUEUES_NAMED = 10;

    private final Map<JobId, OfJob> jobs = new HashMap<>();
    private final SortedMap<String, Refusal> queues = new TreeMap<>();

    /** What was said about one job and its tasks. */
    public static final class OfJob {
        private final List<Refusal> refusals = new ArrayList<>();
        private final SortedMap<TaskId, Refusal> tasks = new TreeMap<>();
        private final SortedMap<TaskId, FitErrors> fits = new TreeMap<>();
        private final SortedMap<TaskId, SortedMap<String, Refusal>> evictions = new TreeMap<>();
        private int more;

        /** Refusals of the job as a whole. */
        public List<Refusal> refusals() {
            return Collections.unmodifiableList(refusals);
        }

        /** Refusals of single tasks before any node was looked at, or after one was chosen. */
        public SortedMap<TaskId, Refusal> tasks() {
            return Collections.unmodifiableSortedMap(tasks);
        }

        /** Tasks that fit no node, and why each node refused. */
        public SortedMap<TaskId, FitErrors> fits() {
            return Collections.unmodifiableSortedMap(fits);
        }

        /** Tasks for which nobody may be evicted from some node, and why: the last reason of each who said so. */
        public SortedMap<TaskId, List<Refusal>> evictions() {
            SortedMap<TaskId, List<Refusal>> refusals = new TreeMap<>();
            evictions.forEach((task, byWhom) -> refusals.put(task, List.copyOf(byWhom.values())));
            return refusals;
        }

        /** How many more refusals there were than are kept. */
        public int more() {
            return more;
        }
    }

    private OfJob of(JobId job) {
        return jobs.computeIfAbsent(job, unused -> new OfJob());
    }

    private OfJob of(SessionJob job) {
        return of(job.id());
    }

    /** A job that no session can see, as the queue it names is not there. */
    void ofUnknownQueue(Job job, Collection<String> known) {
        String some = known.stream().sorted().limit(MOST_QUEUES_NAMED).collect(Collectors.joining(", "));
        of(job.id())
                .refusals
                .add(new Refusal(
                        Refusal.SCHEDULER,
                        "queue",
                        Verdict.Code.UNSCHEDULABLE,
                        "there is no queue '" + job.queue() + "', expected one of " + some
                                + (known.size() > MOST_QUEUES_NAMED ? ", …" : "")
                                + ": create it, or give the job another"));
    }

    void ofJob(SessionJob job, Refusal refusal) {
        OfJob about = of(job);
        about.refusals.removeIf(earlier ->
                earlier.author().equals(refusal.author()) && earlier.question().equals(refusal.question()));
        about.refusals.add(refusal);
    }

    void ofTask(SessionTask task, Refusal refusal) {
        OfJob about = of(task.job());
        if (about.tasks.size() < MOST_PER_JOB || about.tasks.containsKey(task.id())) {
            about.tasks.put(task.id(), refusal);
        } else {
            about.more++;
        }
    }

    /** Who gives no reason has nothing to explain. */
    void ofEviction(SessionTask task, Refusal refusal) {
        if (refusal.reason().isEmpty()) {
            return;
        }
        OfJob about = of(task.job());
        if (about.evictions.size() < MOST_PER_JOB || about.evictions.containsKey(task.id())) {
            about.evictions
                    .computeIfAbsent(task.id(), unused -> new TreeMap<>())
                    .put(refusal.author() + " " + refusal.question(), refusal);
        } else {
            about.more++;
        }
    }

    void ofFit(SessionTask task, FitErrors errors) {
        OfJob about = of(task.job());
        if (about.fits.size() < MOST_PER_JOB || about.fits.containsKey(task.id())) {
            about.fits.put(task.id(), errors);
        } else {
            about.more++;
        }
    }

    void ofQueue(SessionQueue queue, Refusal refusal) {
        queues.put(queue.name(), refusal);
    }

    /** What is no longer so: the task found its place after all. */
    void forget(SessionTask task) {
        OfJob about = jobs.get(task.job().id());
        if (about != null) {
            about.tasks.remove(task.id());
            about.fits.remove(task.id());
            about.evictions.remove(task.id());
        }
    }

    void forget(SessionJob job) {
        OfJob about = jobs.get(job.id());
        if (about != null) {
            about.refusals.clear();
        }
    }

    /** What was said about a job; empty if nobody refused it anything. */
    public Optional<OfJob> job(JobId id) {
        return Optional.ofNullable(jobs.get(id));
    }

    /** Queues that were passed over, and why. */
    public SortedMap<String, Refusal> queues() {
        return Collections.unmodifiableSortedMap(queues);
    }
}
