package io.tender.extender.shadow;

import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.client.ExtenderFailure;
import io.tender.extender.client.Outcome;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An extender on trial: takes what it is to be asked without ever making anybody wait, remembers how its answers compare,
 * and stops a canary that does badly. Used from many threads.
 */
public final class Trial implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Trial.class);
    private static final long MOST_WAITING_BYTES = 64L << 20;
    private static final int LATENCIES = 1_000;
    private static final int RECENT = 100;

    private final String extender;
    private final ShadowSettings settings;
    private final InstantSource clock;
    private final Lane lane;
    private final ShadowMeters meters;
    private final AtomicLong dropped = new AtomicLong();
    private final ReentrantLock lock = new ReentrantLock();
    private final CanaryWatch watch;
    private final Map<String, TrialReport.Verb> verbs = new TreeMap<>();
    private final Map<String, Long> failures = new HashMap<>();
    private final Latencies latencies = new Latencies(LATENCIES);
    private final Deque<Example> examples = new ArrayDeque<>();
    private final Deque<Boolean> recent = new ArrayDeque<>();
    private final Deque<Double> recentRanks = new ArrayDeque<>();
    private long answered;
    private double ranks;
    private long rankings;
    private long sameWinner;
    private long otherWinner;
    private boolean silent;
    private final Stops stops;
    private final String fingerprint;

    /**
     * @param given all settings of the extender, as they were given: once stopped, it stays so until they change
     * @param stops where it is kept that it was stopped
     */
    public Trial(
            String extender,
            ShadowSettings settings,
            Map<String, ?> given,
            Stops stops,
            ClientSurroundings surroundings) {
        this.extender = extender;
        this.settings = settings;
        this.stops = stops;
        this.fingerprint = Stops.fingerprint(given);
        this.clock = surroundings.wallClock();
        this.lane = new Lane("tender-shadow-" + extender, settings.waiting(), MOST_WAITING_BYTES, this::uncompared);
        this.watch = new CanaryWatch(settings.stop());
        this.meters = new ShadowMeters(surroundings.registry(), extender);
        meters.gauge("waiting", "Questions that wait for an extender on trial", lane::waiting, Double::sum);
        meters.gauge("deciding", "1 while a canary decides for its share", () -> decides() ? 1 : 0, Math::max);
        meters.gauge(
                "agreement",
                "Share of the last 100 answers that would have decided the same",
                this::recentAgreement,
                (one, other) -> other);
        meters.gauge(
                "rank.correlation",
                "Mean of Kendall's tau-b over the last 100 rankings",
                this::recentCorrelation,
                (one, other) -> other);
    }

    public ShadowSettings settings() {
        return settings;
    }

    /** It takes its place now. Not when it is made: settings that are only looked at, or refused, lift no stop. */
    public void begin() {
        stops.inUse(extender, fingerprint);
    }

    /** Whether it decides for its share at present. */
    public boolean decides() {
        return settings.mode() == Mode.CANARY && stopped().isEmpty();
    }

    private Optional<TrialReport.Stop> stopped() {
        return stops.of(extender, fingerprint);
    }

    /** Whether it can be asked now; if not, the question that it is not asked is counted. */
    public boolean hasRoom() {
        boolean room = lane.hasRoom();
        if (!room) {
            drop();
        }
        return room;
    }

    private void drop() {
        dropped.incrementAndGet();
        meters.count("dropped", "Questions that were not asked, since too many waited", 1);
    }

    /** Has something done for it, after all that was given before; or drops it and counts that. Never waits. */
    public void later(long bytes, Runnable work) {
        if (!lane.offer(bytes, work)) {
            drop();
        }
    }

    /** A call of it has ended, whether it was asked as a shadow or for its share. */
    public void called(String verb, Outcome<?> outcome) {
        if (outcome instanceof Outcome.Failed<?> failed && isOurs(failed.failure())) {
            return;
        }
        Optional<String> why;
        boolean fellSilent;
        lock.lock();
        try {
            boolean good = outcome instanceof Outcome.Answered<?>;
            if (good) {
                answered++;
                latencies.add(outcome.latency().toNanos());
            } else {
                failures.merge(outcome.label(), 1L, Long::sum);
            }
            fellSilent = !good && !silent;
            silent = !good;
            watch.called(good ? Optional.of(outcome.latency()) : Optional.<Duration>empty());
            why = stopIfBad();
        } finally {
            lock.unlock();
        }
        if (fellSilent && outcome instanceof Outcome.Failed<?> failed && settings.mode() == Mode.SHADOW) {
            LOG.warn(
                    "Extender '{}', a shadow, does not answer {}; nothing is decided otherwise. {} Got {}",
                    extender,
                    verb,
                    failed.failure().headline(),
                    failed.failure().got());
        }
        why.ifPresent(this::tellStop);
    }

    /** A mistake on our side, or want of memory: no answer was compared, which is not held against a canary. */
    private void uncompared() {
        lock.lock();
        try {
            failures.merge("not_compared", 1L, Long::sum);
        } finally {
            lock.unlock();
        }
    }

    /** Whoever is closed while being asked has not failed. */
    private static boolean isOurs(ExtenderFailure failure) {
        return failure instanceof ExtenderFailure.Interrupted || failure instanceof ExtenderFailure.Closed;
    }

    /** An answer of it was compared with what was decided. */
    public void compared(Comparison comparison) {
        boolean differs = comparison.differs();
        Optional<Example> example = differs ? Optional.of(comparison.example().get()) : Optional.empty();
        Optional<String> why;
        lock.lock();
        try {
            verbs.merge(comparison.verb(), counts(comparison), Trial::sum);
            comparison.sameWinner().ifPresent(same -> {
                sameWinner += same ? 1 : 0;
                otherWinner += same ? 0 : 1;
            });
            comparison.rankCorrelation().ifPresent(tau -> {
                ranks += tau;
                rankings++;
                keep(recentRanks, tau);
            });
            keep(recent, !differs);
            example.ifPresent(kept -> {
                examples.addFirst(kept);
                if (examples.size() > settings.examples()) {
                    examples.removeLast();
                }
            });
            watch.compared(comparison.verb(), differs);
            why = stopIfBad();
        } finally {
            lock.unlock();
        }
        meter(comparison);
        why.ifPresent(this::tellStop);
    }

    private void meter(Comparison comparison) {
        String what = "Things that an extender on trial was asked about, by how its answer compares with the decision";
        meters.count("compared", what, comparison.agreed(), "verb", comparison.verb(), "result", "agreed");
        meters.count("compared", what, comparison.stricter(), "verb", comparison.verb(), "result", "stricter");
        meters.count("compared", what, comparison.laxer(), "verb", comparison.verb(), "result", "laxer");
        comparison
                .sameWinner()
                .ifPresent(same -> meters.count(
                        "winners", "Choices that it would have made", 1, "result", same ? "same" : "other"));
    }

    private static <T> void keep(Deque<T> recent, T value) {
        recent.addLast(value);
        if (recent.size() > RECENT) {
            recent.removeFirst();
        }
    }

    private static TrialReport.Verb counts(Comparison one) {
        return new TrialReport.Verb(1, one.differs() ? 1 : 0, one.agreed(), one.stricter(), one.laxer());
    }

    private static TrialReport.Verb sum(TrialReport.Verb one, TrialReport.Verb other) {
        return new TrialReport.Verb(
                one.answers() + other.answers(),
                one.differing() + other.differing(),
                one.agreed() + other.agreed(),
                one.stricter() + other.stricter(),
                one.laxer() + other.laxer());
    }

    private Optional<String> stopIfBad() {
        if (!decides()) {
            return Optional.empty();
        }
        return watch.verdict()
                .filter(reason -> stops.stop(
                        extender, new Stops.Kept(fingerprint, new TrialReport.Stop(clock.instant(), reason))));
    }

    private void tellStop(String why) {
        meters.count("stops", "Canaries that were stopped", 1);
        LOG.warn(
                "Extender '{}' decides no longer for {} of the jobs and is a shadow from the next session on, also after a"
                        + " restart: {}; to do:"
                        + " look at its answers with 'tender extenders {}', then let it decide again with"
                        + " 'tender extenders {} --resume'",
                extender,
                settings.share(),
                why,
                extender,
                extender);
    }

    /** Lets a stopped canary decide again, with a clean slate; false if it was not stopped. */
    public boolean resume() {
        lock.lock();
        try {
            boolean was = stopped().isPresent();
            if (was) {
                stops.lift(extender);
            }
            watch.forget();
            return was;
        } finally {
            lock.unlock();
        }
    }

    private double recentAgreement() {
        lock.lock();
        try {
            return recent.isEmpty()
                    ? Double.NaN
                    : (double) recent.stream().filter(same -> same).count() / recent.size();
        } finally {
            lock.unlock();
        }
    }

    private double recentCorrelation() {
        lock.lock();
        try {
            return recentRanks.stream()
                    .mapToDouble(Double::doubleValue)
                    .average()
                    .orElse(Double.NaN);
        } finally {
            lock.unlock();
        }
    }

    /** Whether everything that it was to be asked has been asked and compared. */
    public boolean isIdle() {
        return lane.isIdle();
    }

    public TrialReport report() {
        lock.lock();
        try {
            return new TrialReport(
                    settings.mode(),
                    settings.shadowOf().orElse("all that decide"),
                    settings.share(),
                    decides(),
                    stopped(),
                    lane.waiting(),
                    dropped.get(),
                    new TrialReport.Calls(
                            answered,
                            new TreeMap<>(failures),
                            latencies.quantileMillis(0.5),
                            latencies.quantileMillis(0.95),
                            latencies.quantileMillis(1)),
                    new TreeMap<>(verbs),
                    rankings == 0 ? OptionalDouble.empty() : OptionalDouble.of(ranks / rankings),
                    rankings,
                    sameWinner,
                    otherWinner,
                    List.copyOf(examples));
        } finally {
            lock.unlock();
        }
    }

    /** Lets go of what waits; what is under way ends with its client. */
    @Override
    public void close() {
        lane.close();
        meters.close();
    }
}
