package io.tender.extender.shadow;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The last comparisons and calls of an extender on trial, and whether they are good enough for it to go on. Answers to one verb are
 * judged by themselves: who is asked twice about each task, and always agrees on the one, must not be allowed to differ always on
 * the other.
 */
final class CanaryWatch {
    private static final int PERCENTILE = 95;

    private final StopRules rules;
    private final Map<String, Answers> answers = new TreeMap<>();
    private final Deque<Long> calls = new ArrayDeque<>();
    private int failures;
    private int late;

    /** The last to one verb. */
    private static final class Answers {
        private final Deque<Boolean> differing = new ArrayDeque<>();
        private int differences;

        void add(boolean differs, int window) {
            differing.addLast(differs);
            differences += differs ? 1 : 0;
            if (differing.size() > window) {
                differences -= differing.removeFirst() ? 1 : 0;
            }
        }
    }

    CanaryWatch(StopRules rules) {
        this.rules = rules;
    }

    /** @param verb one of the few that there are */
    void compared(String verb, boolean differs) {
        answers.computeIfAbsent(verb, unused -> new Answers()).add(differs, rules.window());
    }

    /** @param latency empty for a call without an answer */
    void called(Optional<Duration> latency) {
        long nanos = latency.map(Duration::toNanos).orElse(-1L);
        calls.addLast(nanos);
        count(nanos, 1);
        if (calls.size() > rules.window()) {
            count(calls.removeFirst(), -1);
        }
    }

    private void count(long nanos, int change) {
        failures += nanos < 0 ? change : 0;
        late += nanos > rules.latency().toNanos() ? change : 0;
    }

    /** Why it must not go on. */
    Optional<String> verdict() {
        for (Map.Entry<String, Answers> entry : answers.entrySet()) {
            Answers last = entry.getValue();
            int all = last.differing.size();
            if (all >= rules.fewest() && last.differences > rules.disagreement().fraction() * all) {
                return Optional.of(
                        entry.getKey() + ": " + words(last.differences, all, "answers differ", rules.disagreement()));
            }
        }
        if (calls.size() >= rules.fewest() && failures > rules.errors().fraction() * calls.size()) {
            return Optional.of(words(failures, calls.size(), "calls failed", rules.errors()));
        }
        int answered = calls.size() - failures;
        if (answered >= rules.fewest() && late * 100L > (100L - PERCENTILE) * answered) {
            return Optional.of(late + " of the last " + answered + " answers took longer than "
                    + rules.latency().toMillis() + " ms, expected at most one in twenty");
        }
        return Optional.empty();
    }

    private static String words(int part, int all, String what, Share bound) {
        return String.format(
                Locale.ROOT,
                "%d of the last %d %s (%.1f%%), expected at most %s",
                part,
                all,
                what,
                100.0 * part / all,
                bound);
    }

    /** Begins anew. */
    void forget() {
        answers.clear();
        calls.clear();
        failures = 0;
        late = 0;
    }
}
