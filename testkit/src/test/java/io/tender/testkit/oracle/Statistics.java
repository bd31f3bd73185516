package io.tender.testkit.oracle;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/** What happened in the histories, so that one can see that they reach everything. */
final class Statistics {
    private final SortedMap<String, LongAdder> steps = new TreeMap<>();
    private final SortedMap<String, LongAdder> refusals = new TreeMap<>();
    private long histories;
    private long runs;
    private long offers;
    private long inverseOffers;

    synchronized void history() {
        histories++;
    }

    /** A step, and what happened while it was played. */
    synchronized void step(Step step, List<Subject.Event> events) {
        steps.computeIfAbsent(step.kind(), any -> new LongAdder()).increment();
        for (Subject.Event event : events) {
            switch (event) {
                case Subject.Run run -> run(run);
                case Subject.Played played -> {
                    if (played.outcome() instanceof Subject.Outcome.Refused refused) {
                        refusals.computeIfAbsent(refused.reason().name(), any -> new LongAdder())
                                .increment();
                    }
                }
            }
        }
    }

    private void run(Subject.Run run) {
        runs++;
        for (Subject.Said said : run.said()) {
            switch (said) {
                case Subject.Said.Offers told -> told.offers().values().forEach(byAgent -> offers += byAgent.size());
                case Subject.Said.InverseOffers told ->
                    inverseOffers += told.inverseOffers().size();
            }
        }
    }

    synchronized void add(Statistics other) {
        histories += other.histories;
        runs += other.runs;
        offers += other.offers;
        inverseOffers += other.inverseOffers;
        other.steps.forEach((kind, count) ->
                steps.computeIfAbsent(kind, any -> new LongAdder()).add(count.sum()));
        other.refusals.forEach((reason, count) ->
                refusals.computeIfAbsent(reason, any -> new LongAdder()).add(count.sum()));
    }

    synchronized long steps() {
        return steps.values().stream().mapToLong(LongAdder::sum).sum();
    }

    synchronized long refusals() {
        return refusals.values().stream().mapToLong(LongAdder::sum).sum();
    }

    synchronized long offers() {
        return offers;
    }

    synchronized long inverseOffers() {
        return inverseOffers;
    }

    synchronized SortedMap<String, Long> stepsByKind() {
        return plain(steps);
    }

    synchronized SortedMap<String, Long> refusalsByReason() {
        return plain(refusals);
    }

    private static SortedMap<String, Long> plain(SortedMap<String, LongAdder> counts) {
        SortedMap<String, Long> sums = new TreeMap<>();
        counts.forEach((name, count) -> sums.put(name, count.sum()));
        return sums;
    }

    @Override
    public synchronized String toString() {
        StringBuilder text = new StringBuilder(
                "%,d histories, %,d steps, %,d runs with something to say, %,d offers, %,d inverse offers, %,d refusals%n"
                        .formatted(histories, steps(), runs, offers, inverseOffers, refusals()));
        text.append("  steps by kind:\n");
        stepsByKind().forEach((kind, count) -> text.append("    %-24s %,12d%n".formatted(kind, count)));
        text.append("  refusals by reason:\n");
        refusalsByReason().forEach((reason, count) -> text.append("    %-24s %,12d%n".formatted(reason, count)));
        return text.toString();
    }
}
