package io.tender.extender.volcano;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts what failures lead to, and says in the log when a verb begins to fail and when it answers again. A session that
 * has waited long enough is another thing: then all verbs fail, and that is said once, not for each of them.
 */
final class FailureWatch {
    private static final Logger LOG = LoggerFactory.getLogger(FailureWatch.class);

    private final String extender;
    private final MeterRegistry registry;
    private final Function<Question, String> labels;
    private final ReentrantLock lock = new ReentrantLock();
    /** Verbs of which the last that was heard was a failure, and how many there were since an answer. */
    private final Map<Question, Long> failing = new EnumMap<>(Question.class);

    private final Map<Question, Counter> reused = new ConcurrentHashMap<>();

    /** Questions that failed so since a session kept within its budget. */
    private long overBudget;

    private final AtomicBoolean clamps = new AtomicBoolean();

    FailureWatch(String extender, MeterRegistry registry) {
        this(extender, registry, Question::label);
    }

    /** @param labels what questions are called */
    FailureWatch(String extender, MeterRegistry registry, Function<Question, String> labels) {
        this.extender = extender;
        this.registry = registry;
        this.labels = labels;
    }

    void answered(Question question) {
        long failures = 0;
        lock.lock();
        try {
            Long before = failing.remove(question);
            failures = before == null ? 0 : before;
        } finally {
            lock.unlock();
        }
        if (failures > 0) {
            LOG.info("Extender '{}' answers {} again, after {} failures", extender, labels.apply(question), failures);
        }
    }

    private void count(Question question, Consequence consequence) {
        counter("tender.extender.failures", question)
                .tag("consequence", consequence.isUnasked() ? "ignored" : "failed_closed")
                .description("Questions without an answer, by what followed")
                .register(registry)
                .increment();
    }

    void failed(Question question, Consequence consequence, String why) {
        count(question, consequence);
        boolean first;
        lock.lock();
        try {
            first = failing.merge(question, 1L, Long::sum) == 1;
        } finally {
            lock.unlock();
        }
        if (first) {
            LOG.warn(
                    "Extender '{}' does not answer {}; until it does: {}. {}",
                    extender,
                    labels.apply(question),
                    consequence.words(),
                    why);
        }
    }

    /** An outcome will never be told. */
    void dropped(Question question) {
        counter("tender.extender.dropped.outcomes", question)
                .description(
                        "Messages about outcomes that were refused for good, or for which there was no room to wait")
                .register(registry)
                .increment();
    }

    /** The session's budget is spent. */
    void overBudget(Question question, Consequence consequence, String why) {
        count(question, consequence);
        boolean first;
        lock.lock();
        try {
            first = overBudget++ == 0;
        } finally {
            lock.unlock();
        }
        if (first) {
            LOG.warn(
                    "Extender '{}' has had all the time that a session waits for it; what it would be asked in the rest"
                            + " of such sessions fails without being sent. First {}: {}. {}",
                    extender,
                    labels.apply(question),
                    consequence.words(),
                    why);
        }
    }

    /** A session has ended in which it was asked everything. */
    void keptBudget() {
        long failures;
        lock.lock();
        try {
            failures = overBudget;
            overBudget = 0;
        } finally {
            lock.unlock();
        }
        if (failures > 0) {
            LOG.info(
                    "Extender '{}' has answered a whole session in its time again, after {} questions that were not",
                    extender,
                    failures);
        }
    }

    /** A score was brought within the range it should have had; said once, and counted. */
    void clamped(String score) {
        counter("tender.extender.clamped.scores", Question.PRIORITIZE)
                .description("Scores that were brought within the range that extenders have")
                .register(registry)
                .increment();
        if (clamps.compareAndSet(false, true)) {
            LOG.warn(
                    "Extender '{}' gives scores out of range, which count as the nearest within it. Got {}; expected 0 to"
                            + " 10; to do: correct the extender, or set compat: kube to take scores as they are.",
                    extender,
                    score);
        }
    }

    /** Answers that were known already. */
    void reused(Question question, int answers) {
        if (answers > 0) {
            // Looked up once: answers are reused for every task that is placed.
            reused.computeIfAbsent(
                            question,
                            asked -> counter("tender.extender.reused.answers", asked)
                                    .description("Answers that were known from before and not asked for again")
                                    .register(registry))
                    .increment(answers);
        }
    }

    private Counter.Builder counter(String name, Question question) {
        return Counter.builder(name).tag("extender", extender).tag("verb", labels.apply(question));
    }

    boolean isFailing(Question question) {
        lock.lock();
        try {
            return failing.containsKey(question);
        } finally {
            lock.unlock();
        }
    }
}
