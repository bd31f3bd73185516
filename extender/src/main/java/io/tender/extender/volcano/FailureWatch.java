package io.tender.extender.volcano;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.tender.extender.client.Ticker;
import io.tender.extender.offers.Spell;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts what failures lead to, and says in the log when a verb begins to fail and when it answers again. One that fails for
 * some questions and answers others, as when it stumbles over a single node, is said to, and then no more until it has been
 * well for a while: it would else fill the log. A session that has waited long enough is another thing: then all verbs fail, and that is said once, not for each of them.
 */
final class FailureWatch {
    private static final Logger LOG = LoggerFactory.getLogger(FailureWatch.class);

    /** How long nothing may fail before a verb counts as steady. */
    static final Duration CALM = Duration.ofSeconds(30);

    private final String extender;
    private final MeterRegistry registry;
    private final Function<Question, String> labels;
    private final Ticker ticker;
    /** Lines come in the order of what they tell. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Map<Question, Spell> spells = new ConcurrentHashMap<>();
    /** Of sessions that spend their budget. */
    private final Spell overdrawn;

    private final Map<Question, Counter> reused = new ConcurrentHashMap<>();

    private final AtomicBoolean clamps = new AtomicBoolean();

    FailureWatch(String extender, MeterRegistry registry) {
        this(extender, registry, Question::label, Ticker.SYSTEM);
    }

    /** @param labels what questions are called */
    FailureWatch(String extender, MeterRegistry registry, Function<Question, String> labels, Ticker ticker) {
        this.extender = extender;
        this.registry = registry;
        this.labels = labels;
        this.ticker = ticker;
        this.overdrawn = new Spell(ticker, CALM);
    }

    private Spell spell(Question question) {
        return spells.computeIfAbsent(question, unused -> new Spell(ticker, CALM));
    }

    void answered(Question question) {
        Spell spell = spell(question);
        if (spell.isWell()) {
            return;
        }
        lock.lock();
        try {
            switch (spell.answered()) {
                case BACK ->
                    LOG.info(
                            "Extender '{}' answers {} again, after {} failures",
                            extender,
                            labels.apply(question),
                            spell.failures());
                case STEADY ->
                    LOG.info(
                            "Extender '{}' has answered {} for {} s without a failure, after {} failures",
                            extender,
                            labels.apply(question),
                            CALM.toSeconds(),
                            spell.failures());
                case NONE, FAILS, FAILS_AGAIN -> {}
            }
        } finally {
            lock.unlock();
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
        lock.lock();
        try {
            switch (spell(question).failed()) {
                case FAILS ->
                    LOG.warn(
                            "Extender '{}' does not answer {}; until it does: {}. {}",
                            extender,
                            labels.apply(question),
                            consequence.words(),
                            why);
                case FAILS_AGAIN ->
                    LOG.warn(
                            "Extender '{}' answers {} now and then; whenever it does not: {}. Said again once it has not"
                                    + " failed for {} s. {}",
                            extender,
                            labels.apply(question),
                            consequence.words(),
                            CALM.toSeconds(),
                            why);
                case NONE, BACK, STEADY -> {}
            }
        } finally {
            lock.unlock();
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
        lock.lock();
        try {
            switch (overdrawn.failed()) {
                case FAILS ->
                    LOG.warn(
                            "Extender '{}' has had all the time that a session waits for it; what it would be asked in the"
                                    + " rest of such sessions fails without being sent. First {}: {}. {}",
                            extender,
                            labels.apply(question),
                            consequence.words(),
                            why);
                case FAILS_AGAIN ->
                    LOG.warn(
                            "Extender '{}' has had all the time of a session now and then; what it would be asked in the"
                                    + " rest of such sessions fails without being sent. Said again once no session had to"
                                    + " do without it for {} s. First {}: {}. {}",
                            extender,
                            CALM.toSeconds(),
                            labels.apply(question),
                            consequence.words(),
                            why);
                case NONE, BACK, STEADY -> {}
            }
        } finally {
            lock.unlock();
        }
    }

    /** A session has ended in which it was asked everything. */
    void keptBudget() {
        lock.lock();
        try {
            switch (overdrawn.answered()) {
                case BACK ->
                    LOG.info(
                            "Extender '{}' has answered a whole session in its time again, after {} questions that were"
                                    + " not",
                            extender,
                            overdrawn.failures());
                case STEADY ->
                    LOG.info(
                            "Extender '{}' has answered whole sessions in its time for {} s, after {} questions that were"
                                    + " not",
                            extender,
                            CALM.toSeconds(),
                            overdrawn.failures());
                case NONE, FAILS, FAILS_AGAIN -> {}
            }
        } finally {
            lock.unlock();
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
}
