package io.tender.extender.volcano;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
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
    private final ReentrantLock lock = new ReentrantLock();
    /** Verbs of which the last that was heard was a failure, and how many there were since an answer. */
    private final Map<Question, Long> failing = new EnumMap<>(Question.class);

    private final Map<Question, Counter> reused = new ConcurrentHashMap<>();

    /** Questions that failed so since a session kept within its budget. */
    private long overBudget;

    FailureWatch(String extender, MeterRegistry registry) {
        this.extender = extender;
        this.registry = registry;
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
            LOG.info("Extender '{}' answers {} again, after {} failures", extender, question.label(), failures);
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
                    question.label(),
                    consequence.words(),
                    why);
        }
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
                    question.label(),
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
        return Counter.builder(name).tag("extender", extender).tag("verb", question.label());
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
