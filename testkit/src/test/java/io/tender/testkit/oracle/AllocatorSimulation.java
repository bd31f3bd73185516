package io.tender.testkit.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Drives two allocators through the same history and demands that they say the same, and that every promise is kept.
 *
 * <p>The first to differ ends the history; it is then cut down to what is needed for a difference.
 */
final class AllocatorSimulation {
    private final World world;
    private final Subject.Maker tested;
    private final Subject.Maker oracle;
    private final Statistics statistics = new Statistics();

    AllocatorSimulation(long seed, Subject.Maker tested, Subject.Maker oracle) {
        this.world = new World(seed);
        this.tested = tested;
        this.oracle = oracle;
    }

    /** What went wrong, at which step. */
    record Difference(int step, String promise, String expected, String got) {}

    /** A broken history: the whole of it up to the step, and the shortest one found. */
    record Failure(
            World world,
            int steps,
            List<Step> history,
            Difference original,
            List<Step> shrunk,
            Difference difference,
            int tries) {
        @Override
        public String toString() {
            StringBuilder text = new StringBuilder();
            text.append("The allocator broke a promise: ").append(difference.promise());
            text.append("\n  seed:     ").append(world.seed);
            text.append("\n  setup:    ").append(world);
            text.append("\n  history:  ").append(shrunk.size()).append(" of ").append(history.size());
            text.append(" steps are enough (").append(tries).append(" tries)");
            for (int i = 0; i < shrunk.size(); i++) {
                text.append("\n    ").append(i + 1).append(". ").append(shrunk.get(i));
            }
            text.append("\n  at:       step ").append(difference.step() + 1);
            text.append("\n  expected: ").append(difference.expected().replace("\n", "\n            "));
            text.append("\n  got:      ").append(difference.got().replace("\n", "\n            "));
            text.append("\n  at first: step ")
                    .append(original.step() + 1)
                    .append(", ")
                    .append(original.promise());
            text.append("\n  replay:   mvn -pl testkit -am test -Dtest=AllocatorSimulationTest");
            text.append(" -Dsurefire.failIfNoSpecifiedTests=false -Dtender.simulation.seed=")
                    .append(world.seed);
            text.append(" -Dtender.simulation.steps=").append(steps);
            return text.toString();
        }
    }

    Statistics statistics() {
        return statistics;
    }

    /** Plays a history of so many steps; a failure comes shrunk. */
    Optional<Failure> run(int steps) {
        List<Step> history = new ArrayList<>();
        return invent(steps, history).map(difference -> shrink(steps, history, difference));
    }

    /** Makes a history up and plays it, up to the first difference. */
    Optional<Difference> invent(int steps, List<Step> history) {
        Match match = new Match();
        Histories histories = new Histories(world, match.ledger);
        for (int i = 0; i < steps; i++) {
            // The last word is always a full comparison.
            Step step = i < steps - 2 ? histories.next() : i < steps - 1 ? new Step.Settle() : new Step.AskMetrics();
            history.add(step);
            Optional<Difference> difference = match.play(i, step, Optional.of(statistics));
            if (difference.isPresent()) {
                return difference;
            }
        }
        statistics.history();
        return Optional.empty();
    }

    /** Plays a given history on fresh allocators. */
    Optional<Difference> replay(List<Step> history) {
        Match match = new Match();
        for (int i = 0; i < history.size(); i++) {
            Optional<Difference> difference = match.play(i, history.get(i), Optional.empty());
            if (difference.isPresent()) {
                return difference;
            }
        }
        return Optional.empty();
    }

    private Failure shrink(int steps, List<Step> history, Difference original) {
        Shrinker shrinker = new Shrinker(candidate -> replay(candidate).isPresent());
        List<Step> shrunk = shrinker.shrink(history);
        Difference difference = replay(shrunk).orElse(original);
        return new Failure(world, steps, List.copyOf(history), original, shrunk, difference, shrinker.tries());
    }

    /** Two allocators side by side, with the ledger of what became of them. */
    private final class Match {
        private final Subject expected = new Subject(oracle, world.seed, world.roleSorter, world.frameworkSorter);
        private final Subject got = new Subject(tested, world.seed, world.roleSorter, world.frameworkSorter);
        private final Ledger ledger = new Ledger();

        Optional<Difference> play(int index, Step step, Optional<Statistics> counts) {
            List<Subject.Event> wanted = expected.play(step);
            List<Subject.Event> happened = got.play(step);
            counts.ifPresent(sum -> sum.step(step, happened));
            for (Subject.Event event : happened) {
                Optional<Difference> broken = promises(index, event);
                if (broken.isPresent()) {
                    return broken;
                }
            }
            for (int i = 0; i < Math.max(wanted.size(), happened.size()); i++) {
                Optional<Subject.Event> theirs = i < wanted.size() ? Optional.of(wanted.get(i)) : Optional.empty();
                Optional<Subject.Event> mine = i < happened.size() ? Optional.of(happened.get(i)) : Optional.empty();
                if (!mine.equals(theirs) || threw(mine)) {
                    String promise = isRun(mine) || isRun(theirs) ? "equal offers" : "equal outcomes";
                    return Optional.of(new Difference(index, promise, text(theirs, mine), text(mine, theirs)));
                }
            }
            return Optional.empty();
        }

        private Optional<Difference> promises(int index, Subject.Event event) {
            try {
                ledger.now = event.at();
                switch (event) {
                    case Subject.Run run -> {
                        new Promises(ledger).check(run);
                        ledger.hear(run);
                    }
                    case Subject.Played played -> heard(played);
                }
                return Optional.empty();
            } catch (Promises.Broken broken) {
                return Optional.of(
                        new Difference(index, broken.promise, "that it is kept", String.valueOf(broken.getMessage())));
            }
        }

        private void heard(Subject.Played played) {
            if (played.outcome() instanceof Subject.Outcome.Done) {
                ledger.accept(played.step());
            }
            if (played.step() instanceof Step.AskMetrics
                    && played.outcome() instanceof Subject.Outcome.Answered answered
                    && answered.answer() instanceof SortedMap<?, ?> metrics) {
                new BalancePromise(ledger).check(metrics);
            }
        }
    }

    private static boolean isRun(Optional<Subject.Event> event) {
        return event.filter(Subject.Run.class::isInstance).isPresent();
    }

    /** An exception is a finding, even if both throw it. */
    private static boolean threw(Optional<Subject.Event> event) {
        return event.isPresent()
                && event.get() instanceof Subject.Played played
                && played.outcome() instanceof Subject.Outcome.Threw;
    }

    private static String text(Optional<Subject.Event> event, Optional<Subject.Event> other) {
        if (event.isEmpty()) {
            return "nothing";
        }
        return event.get() instanceof Subject.Played played
                        && other.isPresent()
                        && other.get() instanceof Subject.Played otherPlayed
                ? text(played.outcome(), otherPlayed.outcome())
                : event.get().toString();
    }

    /** The outcome, or what is only in it if both are maps. */
    private static String text(Subject.Outcome outcome, Subject.Outcome other) {
        if (outcome instanceof Subject.Outcome.Answered answered
                && other instanceof Subject.Outcome.Answered otherAnswered
                && answered.answer() instanceof SortedMap<?, ?> mine
                && otherAnswered.answer() instanceof SortedMap<?, ?> theirs) {
            SortedMap<String, Object> only = new TreeMap<>();
            mine.forEach((key, value) -> {
                if (!value.equals(theirs.get(key))) {
                    only.put(key.toString(), value);
                }
            });
            return only.toString();
        }
        return outcome.toString();
    }
}
