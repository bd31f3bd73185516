package io.tender.core.batch;

import io.tender.model.BrokenRule;
import io.tender.model.batch.DisruptionBudget;
import io.tender.model.batch.HyperNode;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.JobPhase;
import io.tender.model.batch.NamespaceQuota;
import io.tender.model.batch.Node;
import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskStatus;
import io.tender.model.service.TaskId;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What there is to schedule and where: told of every change by one thread, and asked for snapshots, which cost as much as
 * has changed since the last one.
 */
public final class BatchCluster {
    private final ShelfOf<JobId, JobRecord> jobs = new ShelfOf<>();
    private final Map<JobId, JobEntry> entries = new HashMap<>();
    private final Map<TaskId, TaskPlace> tasks = new HashMap<>();
    private final QueueBook queues = new QueueBook();
    private final DomainBook domains = new DomainBook();
    private final NodeBook nodes = new NodeBook(domains);
    private final SortedMap<String, NamespaceQuota> quotas = new TreeMap<>();
    private final SortedMap<String, DisruptionBudget> budgets = new TreeMap<>();
    private ResourceList requested = ResourceList.empty();
    private final VainEvictions vain = new VainEvictions();
    private long versions;
    private final WantedRoom wanted = new WantedRoom(entries, queues);

    /** Where a task is to be found. */
    private record TaskPlace(JobId job, int position) {}

    /**
     * Adds a node, or changes it; tasks known to be on it are counted.
     *
     * @throws BrokenRule if it is larger than can be added up with the others; nothing has changed then
     */
    public void putNode(Node node) {
        nodes.put(node);
    }

    /** Takes a node away; the tasks on it stay what they are until they are said to be lost. */
    public void removeNode(String name) {
        nodes.remove(name);
    }

    public Optional<Node> node(String name) {
        return nodes.node(name);
    }

    public void putQueue(Queue queue) {
        putQueues(List.of(queue));
    }

    /**
     * Adds queues or changes them, together: what counts is what there is afterwards.
     *
     * @throws BrokenRule if what they are guaranteed cannot be added up; nothing has changed then
     */
    public void putQueues(Collection<Queue> changed) {
        queues.put(changed);
        wanted.takeUp();
    }

    /** Why some of these queues could not be put together, by name; nothing changes. */
    public SortedMap<String, String> refusedQueues(Collection<Queue> changed) {
        return queues.refused(changed);
    }

    public void removeQueue(String name) {
        queues.remove(name);
        wanted.takeUp();
    }

    public Collection<Queue> queues() {
        return queues.all();
    }

    public void putHyperNode(HyperNode domain) {
        putHyperNode(domain, MemberRule.NONE);
    }

    /** @param others finds members that are not named; asked again when nodes come, go or change */
    public void putHyperNode(HyperNode domain, MemberRule others) {
        domains.put(domain, others);
    }

    /** A domain that has this one as a member keeps its other members. */
    public void removeHyperNode(String name) {
        domains.remove(name);
    }

    public void putQuota(NamespaceQuota quota) {
        quotas.put(quota.namespace() + "/" + quota.name(), quota);
        wanted.takeUp();
    }

    public void removeQuota(String namespace, String name) {
        quotas.remove(namespace + "/" + name);
        wanted.takeUp();
    }

    public void putBudget(DisruptionBudget budget) {
        budgets.put(budget.namespace() + "/" + budget.name(), budget);
    }

    public void removeBudget(String namespace, String name) {
        budgets.remove(namespace + "/" + name);
    }

    /**
     * Takes in a job with its tasks, all waiting.
     *
     * @throws BrokenRule if job or tasks are known already, or ask for more than can be added up; nothing has changed then
     */
    public void submit(Job job) {
        if (entries.containsKey(job.id())) {
            throw BrokenRule.of(
                    "There is a job of that name.",
                    "'" + job.id() + "' again",
                    "a new name",
                    "remove the other job first");
        }
        ResourceList asked = asked(job);
        requested = Sums.plus(requested, asked, "job '" + job.id() + "'");
        JobEntry entry = new JobEntry(job, asked);
        entries.put(job.id(), entry);
        for (TaskRecord task : entry.tasks) {
            tasks.put(task.task().id(), new TaskPlace(job.id(), task.position()));
            wanted.waits(entry, task.task(), 1);
        }
        wanted.needsChanged(job.id());
        jobs.changed(job.id());
    }

    /**
     * Changes a job: tasks it had before stay what and where they are, new ones wait, others are forgotten wherever they are.
     *
     * @throws BrokenRule if the job is not known, a new task is known already, or it asks for more than can be added up;
     *     nothing has changed then
     */
    public void change(Job job) {
        JobEntry before = known(job.id());
        ResourceList asked = asked(job);
        requested = Sums.plus(requested.minus(before.asked), asked, "job '" + job.id() + "'");
        Map<TaskId, TaskRecord> had = new HashMap<>();
        for (TaskRecord task : before.tasks) {
            had.put(task.task().id(), task);
            nodes.leave(task);
            tasks.remove(task.task().id());
            wanted.waits(before, task.task(), task.status() == TaskStatus.PENDING ? -1 : 0);
        }
        JobEntry after = new JobEntry(job, asked);
        wanted.forget(job.id());
        wanted.needsChanged(job.id());
        vain.forget(job.id());
        after.phase = before.phase;
        after.nominatedDomains = before.nominatedDomains;
        entries.put(job.id(), after);
        for (int i = 0; i < after.tasks.size(); i++) {
            TaskRecord fresh = after.tasks.get(i);
            TaskId id = fresh.task().id();
            TaskRecord earlier = had.get(id);
            TaskRecord task = earlier == null ? fresh : fresh.as(earlier);
            after.tasks.set(i, task);
            tasks.put(id, new TaskPlace(job.id(), i));
            wanted.waits(after, task.task(), task.status() == TaskStatus.PENDING ? 1 : 0);
            nodes.stay(task);
        }
        jobs.changed(job.id());
    }

    /** What a job asks for, if none of its tasks is another job's. */
    private ResourceList asked(Job job) {
        for (Task task : job.tasks()) {
            TaskPlace place = tasks.get(task.id());
            if (place != null && !place.job().equals(job.id())) {
                throw BrokenRule.of(
                        "There is a task of that id.",
                        "'" + task.id() + "' again",
                        "a new id",
                        "give each task its own");
            }
        }
        return Sums.ofJob(job);
    }

    /** Why some of these jobs could not be taken in or changed, one after the other, by job; nothing changes. */
    public SortedMap<JobId, String> refusedJobs(Collection<Job> changed) {
        SortedMap<JobId, String> refused = new TreeMap<>();
        ResourceList sum = requested;
        for (Job job : changed) {
            JobEntry before = entries.get(job.id());
            try {
                ResourceList others = before == null ? sum : sum.minus(before.asked);
                sum = Sums.plus(others, asked(job), "job '" + job.id() + "'");
            } catch (BrokenRule uncountable) {
                refused.put(job.id(), String.valueOf(uncountable.getMessage()));
            }
        }
        return refused;
    }

    /** Forgets a job and its tasks, wherever they are. */
    public void removeJob(JobId id) {
        JobEntry entry = entries.remove(id);
        if (entry == null) {
            return;
        }
        requested = requested.minus(entry.asked);
        wanted.forget(id);
        vain.forget(id);
        wanted.takeUp();
        for (TaskRecord task : entry.tasks) {
            nodes.leave(task);
            tasks.remove(task.task().id());
            wanted.waits(entry, task.task(), task.status() == TaskStatus.PENDING ? -1 : 0);
        }
        jobs.changed(id);
    }

    public Optional<Job> job(JobId id) {
        return Optional.ofNullable(entries.get(id)).map(entry -> entry.job);
    }

    public Optional<JobPhase> phase(JobId id) {
        return Optional.ofNullable(entries.get(id)).map(entry -> entry.phase);
    }

    public List<JobId> jobIds() {
        return entries.keySet().stream().sorted().toList();
    }

    public void setPhase(JobId id, JobPhase phase) {
        JobEntry entry = known(id);
        if (entry.phase != phase) {
            entry.phase = phase;
            wanted.takeUp(id);
            jobs.changed(id);
        }
    }

    /** Remembers the domains that were freed for the sub-groups of a job. */
    public void nominateDomains(JobId id, Map<String, String> domains) {
        known(id).nominatedDomains = Map.copyOf(domains);
        jobs.changed(id);
    }

    /** Remembers the node that was freed for a task. */
    public void nominate(TaskId id, String node) {
        TaskPlace place = placeOf(id);
        JobEntry entry = known(place.job());
        entry.tasks.set(place.position(), entry.tasks.get(place.position()).nominatedTo(node));
        jobs.changed(place.job());
    }

    /** Others were evicted for a job, and it did not get their room: nobody is evicted for it again for a while. */
    public void evictedInVain(JobId id, Instant now) {
        vain.inVain(known(id).job.id(), now);
    }

    public boolean knows(TaskId id) {
        return tasks.containsKey(id);
    }

    public Optional<JobId> jobOf(TaskId id) {
        return Optional.ofNullable(tasks.get(id)).map(TaskPlace::job);
    }

    public TaskStatus status(TaskId id) {
        return record(id).status();
    }

    /** The node of a task; empty while it has none. */
    public Optional<String> nodeOf(TaskId id) {
        String node = record(id).node();
        return node.isEmpty() ? Optional.empty() : Optional.of(node);
    }

    /** A task as it was submitted. */
    public Task task(TaskId id) {
        return record(id).task();
    }

    /** How many tasks wait for room, of all jobs. */
    public int waitingTasks() {
        return wanted.waiting();
    }

    /**
     * Whether room would be of use to any task: one without a gate, of a queue that is there and open, of a job that is neither
     * set aside nor too large for all agents together.
     */
    public boolean wantsRoom() {
        return wanted.isWanted();
    }

    /** What tasks ask for to which room would be of use, each amount once: what holds none of them is of no use to any. */
    public Set<ResourceList> wantedRequests() {
        return wanted.requests();
    }

    /** Whether any job is set aside that would want room otherwise. */
    public boolean hasSetAside() {
        return wanted.hasSetAside();
    }

    /**
     * Room is of no use to these jobs for now, as something else keeps them back. That is so until they change, a queue, a quota
     * or what others take does, or until somebody {@link #takeUp() takes them up}.
     */
    public void setAside(Collection<JobId> ids) {
        wanted.setAside(ids);
    }

    /** Room may be of use to every job again that was set aside. */
    public void takeUp() {
        wanted.takeUp();
    }

    /** Room may be of use again to all but these. */
    public void takeUpAllBut(Set<JobId> keptBack) {
        wanted.takeUpAllBut(keptBack);
    }

    /** Room is of no use to a job of which as many tasks as must run at once could not, if nothing else ran. */
    public void measure(Bounds bounds) {
        wanted.measure(bounds);
    }

    /** Sees whether jobs that were too large are so still. */
    public void measureTooLarge(Bounds bounds) {
        wanted.measureTooLarge(bounds);
    }

    /** Whether there are jobs that were too large for all agents when they were last measured. */
    public boolean hasTooLarge() {
        return wanted.hasTooLarge();
    }

    /** What a job asks for to go on: its gang as far as that waits, or one task more; and what its admission reserves. */
    public ResourceList lacks(JobId id) {
        return known(id).lacks();
    }

    /**
     * Whether a job would have what it needs, placed or finished, with these tasks as well. Tasks that ask for nothing count
     * as placed.
     *
     * @param complete whether these are all that a session placed; sub-groups are as whole as the session left them
     */
    public boolean isWholeWith(JobId id, Set<TaskId> starting, boolean complete) {
        return known(id).isWholeWith(starting, complete);
    }

    /**
     * What an evicted task has left on a node is on its way back: sessions see it as still being freed, and those it was freed
     * for wait for it. Returns what to stop waiting by.
     */
    public long awaitRoom(String node, ResourceList freed) {
        return nodes.await(node, freed);
    }

    /** This was offered on a node: what is awaited there has come as far as it is part of it. */
    public void roomCame(String node, ResourceList offered) {
        nodes.came(node, offered);
    }

    /** Waits no longer for room on a node, unless more was freed since; true if anybody did wait. */
    public boolean stopAwaiting(String node, long number) {
        return nodes.stopAwaiting(node, number);
    }

    /** Nothing comes back any more on a node that is gone for good. */
    public void stopAwaiting(String node) {
        nodes.stopAwaiting(node);
    }

    /** What tasks on a node that were asked to end still hold, and what those that did have left and has not come back yet. */
    public ResourceList beingFreed(String node) {
        return nodes.beingFreed(node);
    }

    /** Whether room on a node is on its way back. */
    public boolean awaitsRoom(String node) {
        return nodes.awaits(node);
    }

    private TaskRecord record(TaskId id) {
        TaskPlace place = placeOf(id);
        return known(place.job()).tasks.get(place.position());
    }

    /**
     * Says what became of a task.
     *
     * @param node where it is; empty if it has no node any more
     */
    public void setTask(TaskId id, TaskStatus status, String node, Instant now) {
        TaskPlace place = placeOf(id);
        JobEntry entry = known(place.job());
        TaskRecord before = entry.tasks.get(place.position());
        if (before.status() == status && before.node().equals(node)) {
            return;
        }
        Optional<Instant> started =
                node.isEmpty() ? Optional.empty() : before.started().isPresent() ? before.started() : Optional.of(now);
        TaskRecord after = before.with(status, node, started);
        if (!before.nominated().isEmpty() && after.nominated().isEmpty()) {
            vain.forget(place.job());
        }
        int more = (status == TaskStatus.PENDING ? 1 : 0) - (before.status() == TaskStatus.PENDING ? 1 : 0);
        wanted.waits(entry, before.task(), more);
        nodes.leave(before);
        entry.tasks.set(place.position(), after);
        nodes.stay(after);
        jobs.changed(place.job());
        if (before.status().completed() != status.completed()) {
            wanted.needsChanged(place.job());
        }
        if (before.status().holdsRoom() && !status.holdsRoom()) {
            // What it held counts for somebody else now.
            wanted.takeUp();
        } else if (status == TaskStatus.PENDING) {
            wanted.takeUp(place.job());
        }
    }

    private TaskPlace placeOf(TaskId id) {
        TaskPlace place = tasks.get(id);
        if (place == null) {
            throw BrokenRule.of(
                    "There is no such task.", "'" + id + "'", "a task of a known job", "submit its job first");
        }
        return place;
    }

    private JobEntry known(JobId id) {
        JobEntry entry = entries.get(id);
        if (entry == null) {
            throw BrokenRule.of("There is no such job.", "'" + id + "'", "a known job", "submit it first");
        }
        return entry;
    }

    /** Everything as it is now; later changes do not show in it. */
    public Snapshot snapshot() {
        List<NodeRecord> present = nodes.records();
        return new Snapshot(
                present,
                jobs.refreshed(id -> {
                    JobEntry entry = entries.get(id);
                    return entry == null ? null : entry.record(++versions);
                }),
                queues.copy(),
                domains.among(present),
                List.copyOf(quotas.values()),
                List.copyOf(budgets.values()),
                nodes.total(),
                nodes.awaiting(),
                vain.pauses(),
                List.of());
    }
}
