package io.tender.core.batch;

import io.tender.model.batch.DisruptionBudget;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.JobPhase;
import io.tender.model.batch.NamespaceQuota;
import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskStatus;
import io.tender.spi.Chance;
import io.tender.spi.batch.SessionView;
import java.time.Instant;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One scheduling cycle over a snapshot: what there is, what was tentatively changed, and what was said about it. */
public final class Session implements SessionView {
    /** Versions made within sessions never meet those of snapshots, so a plugin may key what it remembers by them. */
    private static final long WITHIN_SESSIONS = 1L << 62;

    private final Cycle cycle;
    private final Snapshot snapshot;
    private final Ignored ignored;
    private final @Nullable SessionNode[] nodes;
    private final Map<String, Integer> nodeIndex;
    private final Map<JobId, SessionJob> jobs = new LinkedHashMap<>();
    private final Map<String, SessionQueue> queues = new LinkedHashMap<>();
    private final ChangeLog changes = new ChangeLog();
    private final List<Fault> faults = new ArrayList<>();
    private final Outcomes outcomes = new Outcomes();
    private final Explanations explanations = new Explanations();
    private @Nullable Domains domains;
    private @Nullable Choir choir;
    private @Nullable Ballot ballot;
    private @Nullable Events events;
    private @Nullable Orders orders;
    private @Nullable Witnesses witnesses;
    private String action = "";
    private long version;

    private Session(Snapshot snapshot, Cycle cycle, Map<String, Integer> nodeIndex, Ignored ignored) {
        this.cycle = cycle;
        this.snapshot = snapshot;
        this.ignored = ignored;
        this.nodeIndex = nodeIndex;
        this.nodes = new SessionNode[snapshot.nodes().size()];
        this.version = WITHIN_SESSIONS + (cycle.number() << 32);
        for (Queue queue : snapshot.queues()) {
            queues.put(queue.name(), new SessionQueue(queue));
        }
        for (JobRecord job : snapshot.jobs()) {
            SessionQueue queue = queues.get(job.job().queue());
            if (queue != null) {
                SessionJob made = new SessionJob(this, job, queue);
                jobs.put(job.job().id(), made);
                queue.add(made);
            } else {
                explanations.ofUnknownQueue(job.job(), queues.keySet());
            }
        }
    }

    /** Opens the plugins over a snapshot. */
    static Session open(Snapshot snapshot, Cycle cycle, List<List<SeatedPlugin>> tiers, Ignored ignored) {
        Map<String, Integer> index = new HashMap<>();
        for (NodeRecord node : snapshot.nodes()) {
            index.put(node.node().name(), index.size());
        }
        Session session = new Session(snapshot, cycle, index, ignored);
        Choir opened = Choir.open(tiers, session, session.faults);
        session.choir = opened;
        session.ballot = new Ballot(opened);
        session.events = new Events(opened, session.ballot);
        session.orders = new Orders(session.ballot);
        session.witnesses = new Witnesses(opened);
        return session;
    }

    private static <T> T present(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("a plugin asked for what is only there once all plugins are open");
        }
        return part;
    }

    /** Tasks whose placements came to nothing after an earlier session; their jobs may be gone, and count nowhere. */
    List<SessionTask> undone() {
        Map<JobId, SessionJob> gone = new HashMap<>();
        List<SessionTask> tasks = new ArrayList<>();
        for (Undone placement : snapshot.undone()) {
            JobId id = placement.job().id();
            SessionJob job = jobs.get(id);
            Optional<SessionTask> known = job == null ? Optional.empty() : job.task(placement.task());
            known.or(() -> gone.computeIfAbsent(id, unused -> gone(placement.job()))
                            .task(placement.task()))
                    .ifPresent(tasks::add);
        }
        return tasks;
    }

    private SessionJob gone(Job job) {
        List<TaskRecord> records = new ArrayList<>();
        for (Task task : job.tasks()) {
            records.add(TaskRecord.waiting(task, job.id(), records.size()));
        }
        SessionQueue queue = queues.get(job.queue());
        return new SessionJob(
                this,
                JobRecord.of(job, JobPhase.PENDING, records, Map.of(), JobRecord.UNCOUNTED),
                queue == null ? new SessionQueue(Queue.builder(job.queue()).build()) : queue);
    }

    Choir choir() {
        return present(choir);
    }

    Ballot ballot() {
        return present(ballot);
    }

    Events events() {
        return present(events);
    }

    Orders orders() {
        return present(orders);
    }

    Witnesses witnesses() {
        return present(witnesses);
    }

    Outcomes outcomes() {
        return outcomes;
    }

    Explanations explanations() {
        return explanations;
    }

    Ignored ignored() {
        return ignored;
    }

    ChangeLog changes() {
        return changes;
    }

    List<Fault> faults() {
        return faults;
    }

    Domains domains() {
        if (domains == null) {
            domains = new Domains(this, snapshot.hyperNodes(), nodes.length);
        }
        return domains;
    }

    void action(String name) {
        action = name;
    }

    /** Work that can be taken back. */
    public Statement statement() {
        return new Statement(this, false);
    }

    /** Work that must be taken back, of which nobody outside is told. */
    Statement dryRun() {
        return new Statement(this, true);
    }

    /** Remembers why a task was refused. */
    void refuse(SessionTask task, Refusal refusal) {
        explanations.ofTask(task, refusal);
    }

    int indexOf(String node) {
        Integer index = node.isEmpty() ? null : nodeIndex.get(node);
        return index == null ? SessionTask.NOWHERE : index;
    }

    /** Whether room was freed on a node that has not come back yet. */
    boolean isAwaited(String node) {
        return snapshot.awaited().contains(node);
    }

    /** Until when nobody is evicted for a job, if that is still to come. */
    Optional<Instant> pauseOf(SessionJob job) {
        return Optional.ofNullable(snapshot.pauses().get(job.id())).filter(until -> until.isAfter(now()));
    }

    int nodeCount() {
        return nodes.length;
    }

    /** A node as it is now. */
    SessionNode nodeAt(int index) {
        SessionNode node = nodes[index];
        if (node == null) {
            node = new SessionNode(this, snapshot.nodes().get(index), index);
            nodes[index] = node;
        }
        return node;
    }

    /** Some nodes as they are now, by number; what happens to them later does not show. */
    SessionNode[] nodesNow(int[] members) {
        SessionNode[] now = new SessionNode[nodes.length];
        for (int member : members) {
            now[member] = nodeAt(member);
        }
        return now;
    }

    Optional<SessionTask> task(TaskRecord record) {
        SessionJob job = jobs.get(record.job());
        return job == null ? Optional.empty() : Optional.of(job.tasks().get(record.position()));
    }

    /** Changes a task and everything that counts it. */
    void move(SessionTask task, TaskStatus to, int where) {
        TaskStatus from = task.status();
        int was = task.nodeIndex();
        if (was != where) {
            if (was != SessionTask.NOWHERE) {
                replace(was, task, from, TaskStatus.PENDING);
            }
            if (where != SessionTask.NOWHERE) {
                replace(where, task, TaskStatus.PENDING, to);
            }
        } else if (was != SessionTask.NOWHERE && !(from.allocated() && to.allocated())) {
            replace(was, task, from, to);
        }
        task.move(to, where);
        task.job().changed(task, from, to);
    }

    private void replace(int index, SessionTask task, TaskStatus from, TaskStatus to) {
        nodes[index] = nodeAt(index).after(task, from, to, ++version);
        changes.add(index);
    }

    /** Returns a node to what it was; for who knows that nothing else happened on it. */
    void restore(SessionNode before) {
        nodes[before.index()] = before;
        changes.add(before.index());
    }

    @Override
    public String id() {
        return cycle.id();
    }

    @Override
    public long number() {
        return cycle.number();
    }

    @Override
    public Instant now() {
        return cycle.now();
    }

    @Override
    public Instant date() {
        return cycle.date();
    }

    @Override
    public Chance chance() {
        return cycle.chance();
    }

    @Override
    public List<SessionNode> nodes() {
        return new AbstractList<>() {
            @Override
            public SessionNode get(int index) {
                return nodeAt(index);
            }

            @Override
            public int size() {
                return nodes.length;
            }
        };
    }

    @Override
    public Optional<SessionNode> node(String name) {
        int index = indexOf(name);
        return index == SessionTask.NOWHERE ? Optional.empty() : Optional.of(nodeAt(index));
    }

    @Override
    public List<SessionJob> jobs() {
        return List.copyOf(jobs.values());
    }

    @Override
    public Optional<SessionJob> job(JobId id) {
        return Optional.ofNullable(jobs.get(id));
    }

    @Override
    public List<SessionQueue> queues() {
        return List.copyOf(queues.values());
    }

    @Override
    public Optional<SessionQueue> queue(String name) {
        return Optional.ofNullable(queues.get(name));
    }

    @Override
    public List<SessionDomain> hyperNodes() {
        return Collections.unmodifiableList(domains().narrowestFirst());
    }

    @Override
    public List<NamespaceQuota> quotas() {
        return snapshot.quotas();
    }

    @Override
    public List<DisruptionBudget> budgets() {
        return snapshot.budgets();
    }

    @Override
    public ResourceList total() {
        return snapshot.total();
    }

    @Override
    public String action() {
        return action;
    }
}
