package io.tender.extender.server;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What batch sessions ask: Volcano's verbs, and those that Tender has added. Both forms of requests are understood, the lean
 * one and the program's own structures.
 */
final class BatchCodec implements Codec {
    private static final SortedMap<String, Question.Kind> VERBS = verbsOf();

    private final boolean alwaysLean;
    private final SeenAgents agents = new SeenAgents(AgentReading::read);
    /** Schedulers ask about one task many times in a row. */
    private volatile TaskReading.Told last = new TaskReading.Told(Task.of("", "", ""), false);

    private BatchCodec(boolean alwaysLean) {
        this.alwaysLean = alwaysLean;
    }

    /** Volcano: answers in the form of the request. */
    static BatchCodec volcano() {
        return new BatchCodec(false);
    }

    /** Tender's own form: answers in it, whatever the request looks like. */
    static BatchCodec tender() {
        return new BatchCodec(true);
    }

    private static SortedMap<String, Question.Kind> verbsOf() {
        TreeMap<String, Question.Kind> verbs = new TreeMap<>();
        verbs.put("onSessionOpen", Question.Kind.SESSION_OPENED);
        verbs.put("onSessionClose", Question.Kind.SESSION_CLOSED);
        verbs.put("predicate", Question.Kind.FIT);
        verbs.put("batchPredicate", Question.Kind.FIT);
        verbs.put("prioritize", Question.Kind.RANK);
        verbs.put("preemptable", Question.Kind.PREEMPTABLE);
        verbs.put("reclaimable", Question.Kind.RECLAIMABLE);
        verbs.put("jobEnqueueable", Question.Kind.ADMIT);
        verbs.put("jobEnqueued", Question.Kind.ADMITTED);
        verbs.put("queueOverused", Question.Kind.OVERUSED);
        verbs.put("jobReady", Question.Kind.READY);
        verbs.put("allocateFunc", Question.Kind.ALLOCATED);
        verbs.put("deallocateFunc", Question.Kind.DEALLOCATED);
        verbs.put("bind", Question.Kind.BIND);
        verbs.put("commit", Question.Kind.COMMITTED);
        verbs.put("abort", Question.Kind.ABORTED);
        return Collections.unmodifiableSortedMap(verbs);
    }

    @Override
    public SortedMap<String, Question.Kind> verbs() {
        return VERBS;
    }

    /** What a request can hold, whatever its verb. */
    private static final class Parts {
        private @Nullable Task task;
        private @Nullable Agent agent;
        private AgentList agents = AgentList.NONE;
        private int enough = Integer.MAX_VALUE;
        private int ahead;
        private @Nullable Task evictor;
        private List<Task> tasks = List.of();
        private @Nullable Job job;
        private @Nullable Queue queue;
        private @Nullable String session;
        private boolean structured;

        Task task() throws Unreadable {
            return there(task, "task");
        }

        static <T> T there(@Nullable T part, String name) throws Unreadable {
            if (part == null) {
                throw new Unreadable("Got no '" + name + "'; expected an object of that name");
            }
            return part;
        }
    }

    @Override
    public Asked read(String verb, byte[] body) throws Unreadable {
        Question.Kind kind = VERBS.get(verb);
        if (kind == null) {
            throw new Unreadable("Got the verb '" + verb + "'; expected one of " + VERBS.keySet());
        }
        if (kind == Question.Kind.SESSION_OPENED) {
            return new BatchAsked(
                    new Question.SessionOpened(SnapshotReading.read(body, agents)), AgentList.NONE, false, true);
        }
        Parts parts = parts(body);
        Question question = switch (kind) {
            case FIT ->
                verb.equals("predicate")
                        ? Question.Fit.of(parts.task(), List.of(Parts.there(parts.agent, "node")))
                        : new Question.Fit(
                                parts.task(),
                                parts.agents.agents(),
                                Math.min(parts.enough, parts.agents.agents().size()),
                                parts.ahead,
                                true);
            case RANK -> new Question.Rank(parts.task(), parts.agents.agents());
            case PREEMPTABLE -> new Question.Evict(Parts.there(parts.evictor, "evictor"), parts.tasks, false);
            case RECLAIMABLE -> new Question.Evict(Parts.there(parts.evictor, "evictor"), parts.tasks, true);
            case ADMIT -> new Question.Admit(Parts.there(parts.job, "job"));
            case ADMITTED -> new Question.Admitted(Parts.there(parts.job, "job"));
            case OVERUSED -> new Question.Overused(Parts.there(parts.queue, "queue"));
            case READY -> new Question.Ready(Parts.there(parts.job, "job"));
            case ALLOCATED -> new Question.Allocated(parts.task());
            case DEALLOCATED -> new Question.Deallocated(parts.task());
            case BIND -> new Question.Bind(parts.task(), Parts.there(parts.agent, "node"));
            case COMMITTED -> new Question.Committed(parts.tasks);
            case ABORTED -> new Question.Aborted(parts.tasks);
            case SESSION_CLOSED -> new Question.SessionClosed(Optional.ofNullable(parts.session));
            case ORDER, PREEMPT, SESSION_OPENED -> throw new IllegalStateException("no verb asks for " + kind);
        };
        return new BatchAsked(question, parts.agents, verb.equals("predicate"), alwaysLean || !parts.structured);
    }

    private Parts parts(byte[] body) throws Unreadable {
        Parts parts = new Parts();
        Cursor cursor = new Cursor(body);
        if (!cursor.enterObject()) {
            throw new Unreadable("Got null; expected an object");
        }
        for (String name = cursor.member(); !name.isEmpty(); name = cursor.member()) {
            switch (name) {
                case "task" -> parts.task = task(cursor, parts);
                case "node" -> parts.agent = agents.one(cursor);
                case "nodes" -> parts.agents = agents.list(cursor);
                case "evictor" -> parts.evictor = task(cursor, parts);
                case "evictees", "tasks" -> parts.tasks = TaskReading.all(cursor);
                case "job" -> parts.job = JobReading.read(cursor);
                case "queue" -> parts.queue = QueueReading.read(cursor);
                case "enough" -> parts.enough = cursor.whole();
                case "ahead" -> parts.ahead = Math.max(0, cursor.whole());
                case "sessionid" -> parts.session = cursor.text();
                default -> cursor.skip();
            }
        }
        cursor.expectEnd();
        return parts;
    }

    private Task task(Cursor cursor, Parts parts) throws Unreadable {
        TaskReading.Told before = last;
        Document known = before.task().raw();
        if (!known.isEmpty() && known.begins(cursor.bytes(), cursor.at(), cursor.end())) {
            cursor.pass(known.length());
        } else {
            before = TaskReading.told(cursor);
            byte[] own = before.task().raw().bytes();
            before = new TaskReading.Told(before.task().told(Document.part(own, 0, own.length)), before.structured());
            last = before;
        }
        parts.structured |= before.structured();
        return before.task();
    }
}
