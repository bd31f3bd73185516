package io.tender.extender.compare;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What is asked or told, in any dialect. */
public enum QuestionKind {
    ON_SESSION_OPEN("onSessionOpen", false),
    ON_SESSION_CLOSE("onSessionClose", false),
    PREDICATE("predicate", false),
    BATCH_PREDICATE("batchPredicate", false),
    PRIORITIZE("prioritize", false),
    PREEMPTABLE("preemptable", false),
    RECLAIMABLE("reclaimable", false),
    JOB_ENQUEUEABLE("jobEnqueueable", false),
    JOB_ENQUEUED("jobEnqueued", true),
    QUEUE_OVERUSED("queueOverused", false),
    JOB_READY("jobReady", false),
    ALLOCATE("allocateFunc", true),
    DEALLOCATE("deallocateFunc", true),
    COMMIT("commit", true),
    ABORT("abort", true),
    FILTER("filter", false),
    PREEMPT("preempt", false),
    BIND("bind", true),
    /** An order of offers. */
    OFFER_SET("offerset", false),
    /** An order of roles or frameworks. */
    SORT("sort", false);

    private final String label;
    private final boolean changes;

    QuestionKind(String label, boolean changes) {
        this.label = label;
        this.changes = changes;
    }

    /** As its dialect calls it. */
    public String label() {
        return label;
    }

    /** Whether hearing it again can change something at the other side. */
    public boolean changes() {
        return changes;
    }

    public static List<String> labels() {
        return Arrays.stream(values()).map(QuestionKind::label).toList();
    }

    /** By its label in any case; {@code allocate} and {@code deallocate} will do for the events of that name. */
    public static Optional<QuestionKind> named(String label) {
        String wanted = label.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(kind -> kind.label.toLowerCase(Locale.ROOT).equals(wanted)
                        || kind.label.toLowerCase(Locale.ROOT).equals(wanted + "func"))
                .findFirst();
    }
}
