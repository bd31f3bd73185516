package io.tender.daemon.work;

import io.tender.core.batch.life.JobLives;
import io.tender.core.batch.life.JobSpec;
import io.tender.model.BrokenRule;
import io.tender.model.batch.JobId;
import io.tender.model.batch.Queue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What queues, pod groups and jobs would become if some documents were applied together. Whether all of it can be is known
 * before any of it is done: a job is judged beside the group it would have then, and changed once.
 */
final class BatchPlan {
    private final JobLives lives;
    private final SortedMap<JobId, JobDocument> known;
    private final List<Queue> queues = new ArrayList<>();
    private final List<SessionDocument> ofSessions = new ArrayList<>();
    private final TreeMap<JobId, PodGroupDocument> groups;
    private final Set<JobId> changedGroups = new TreeSet<>();
    private final TreeMap<JobId, JobDocument> jobs = new TreeMap<>();

    /** What jobs become, those included that change because their group does. */
    private final TreeMap<JobId, JobSpec> specs = new TreeMap<>();

    private final TreeMap<DocumentId, List<String>> refusals = new TreeMap<>();

    /** What is true before anything is applied. */
    BatchPlan(JobLives lives, SortedMap<JobId, JobDocument> jobs, SortedMap<JobId, PodGroupDocument> groups) {
        this.lives = lives;
        this.known = jobs;
        this.groups = new TreeMap<>(groups);
    }

    // Beginning

    BatchPlan with(Collection<Document> documents) {
        for (Document document : documents) {
            switch (document) {
                case QueueDocument queue -> queues.add(queue.queue());
                case PodGroupDocument group -> {
                    groups.put(group.name(), group);
                    changedGroups.add(group.name());
                }
                case JobDocument job -> jobs.put(job.spec().id(), job);
                case SessionDocument looked -> ofSessions.add(looked);
                case ServiceDocument other -> {}
                case PriorityClassDocument other -> {}
            }
        }
        return this;
    }

    BatchPlan without(JobId group) {
        groups.remove(group);
        changedGroups.add(group);
        return this;
    }

    /**
     * Judges all of it.
     *
     * @param refused what may not be applied anyway: of a job in such a group nothing more can be said
     */
    BatchPlan judged(Admission admission, Map<String, String> refusedQueues, Set<DocumentId> refused) {
        refusedQueues.forEach((queue, why) -> refuse(QueueDocument.id(queue), why));
        TreeMap<JobId, JobDocument> affected = new TreeMap<>(jobs);
        known.values().stream()
                .filter(job -> job.group().filter(changedGroups::contains).isPresent() && isGoing(job))
                .forEach(job -> affected.putIfAbsent(job.spec().id(), job));
        for (JobDocument job : affected.values()) {
            boolean pointless = job.group()
                    .map(PodGroupDocument::id)
                    .filter(refused::contains)
                    .isPresent();
            if (!pointless && !refused.contains(job.id())) {
                judge(job, admission);
            }
        }
        lives.refused(specs.values()).forEach((job, why) -> refuse(cause(job), why));
        return this;
    }

    private boolean isGoing(JobDocument job) {
        return lives.state(job.spec().id())
                .filter(state -> !state.deleting() && !state.phase().isFinal())
                .isPresent();
    }

    private void judge(JobDocument job, Admission admission) {
        JobId id = job.spec().id();
        JobSpec spec;
        try {
            spec = job.specAmong(groups);
        } catch (BrokenRule impossible) {
            refuse(cause(id), String.valueOf(impossible.getMessage()));
            return;
        }
        String queue = spec.frame().queue();
        boolean stays = lives.spec(id)
                .filter(before -> before.frame().queue().equals(queue))
                .isPresent();
        Optional<String> elsewhere = stays ? Optional.empty() : admission.mayNotJoin(job.id(), queue);
        elsewhere.ifPresentOrElse(why -> refuse(cause(id), why), () -> specs.put(id, spec));
    }

    /** The document to blame: the job's, or that of the group which changes a job nobody wrote anew. */
    private DocumentId cause(JobId job) {
        return jobs.containsKey(job)
                ? JobDocument.id(job)
                : Optional.ofNullable(known.get(job))
                        .flatMap(JobDocument::group)
                        .map(PodGroupDocument::id)
                        .orElse(JobDocument.id(job));
    }

    private void refuse(DocumentId document, String why) {
        refusals.computeIfAbsent(document, id -> new ArrayList<>()).add(why);
    }

    // What it comes to

    /** Why it cannot be, by document; empty if it can. */
    SortedMap<DocumentId, List<String>> refusals() {
        return refusals;
    }

    List<Queue> queues() {
        return queues;
    }

    /** What sessions look at beside them. */
    List<SessionDocument> ofSessions() {
        return ofSessions;
    }

    /** All groups there are then. */
    SortedMap<JobId, PodGroupDocument> groups() {
        return groups;
    }

    /** The jobs that were written anew. */
    SortedMap<JobId, JobDocument> jobs() {
        return jobs;
    }

    Collection<JobSpec> specs() {
        return specs.values();
    }
}
