package io.tender.extender.compare;

import io.tender.extender.compare.Difference.Kind;
import io.tender.spi.batch.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.TreeSet;

/** Lays two decisions about the same question side by side. */
public final class Comparison {
    private static final int MOST_NAMED = 5;

    private final double tolerance;
    private final List<Difference> found = new ArrayList<>();

    private Comparison(double tolerance) {
        this.tolerance = tolerance;
    }

    /**
     * In which they differ, nothing if they decide the same.
     *
     * @param tolerance up to which two scores count as equal
     */
    public static List<Difference> of(Decision before, Decision after, double tolerance) {
        if (!(tolerance >= 0)) {
            throw new IllegalArgumentException(
                    "A tolerance is a distance of scores: got " + tolerance + ", expected 0 or more");
        }
        Comparison comparison = new Comparison(tolerance);
        comparison.compare(before, after);
        return List.copyOf(comparison.found);
    }

    private void compare(Decision before, Decision after) {
        if (before instanceof Decision.Verdicts one && after instanceof Decision.Verdicts other) {
            verdicts(one, other);
        } else if (before instanceof Decision.Scores one && after instanceof Decision.Scores other) {
            scores(one, other);
        } else if (before instanceof Decision.Order one && after instanceof Decision.Order other) {
            found.addAll(Places.compare(one.names(), other.names()));
        } else if (before instanceof Decision.Victims one && after instanceof Decision.Victims other) {
            victims(one, other);
        } else if (before instanceof Decision.Said one && after instanceof Decision.Said other) {
            said(one, other);
        } else if (before instanceof Decision.Failed one && after instanceof Decision.Failed other) {
            if (!one.label().equals(other.label())) {
                add(Kind.ANSWER, "", one.wholeWords(), other.wholeWords());
            }
        } else {
            add(Kind.ANSWER, "", words(before), words(after));
        }
    }

    private static String words(Decision decision) {
        return decision instanceof Decision.Failed failed ? failed.wholeWords() : decision.words();
    }

    private void verdicts(Decision.Verdicts before, Decision.Verdicts after) {
        for (String node : union(before.nodes().keySet(), after.nodes().keySet())) {
            Decision.Finding one = before.nodes().get(node);
            Decision.Finding other = after.nodes().get(node);
            if (one == null || other == null) {
                add(
                        Kind.MEMBER,
                        node,
                        one == null ? "not named" : words(one.verdict()),
                        other == null ? "not named" : words(other.verdict()));
            } else {
                finding(node, one, other);
            }
        }
    }

    private void finding(String node, Decision.Finding before, Decision.Finding after) {
        verdict(node, before.verdict(), after.verdict());
        if (before.verdict().isFit() && after.verdict().isFit() && differ(before.score(), after.score())) {
            add(Kind.SCORE, node, number(before.score()), number(after.score()));
        }
        int shorter = Math.min(before.ahead().size(), after.ahead().size());
        for (int i = 0; i < shorter; i++) {
            finding(node + " +" + (i + 1), before.ahead().get(i), after.ahead().get(i));
        }
    }

    private void verdict(String node, Verdict before, Verdict after) {
        if (before.isFit() != after.isFit()) {
            add(Kind.FIT, node, words(before), words(after));
        } else if (before instanceof Verdict.Refused one && after instanceof Verdict.Refused other) {
            if (one.code() != other.code()) {
                add(Kind.CODE, node, words(one), words(other));
            } else if (!one.reason().equals(other.reason())) {
                add(Kind.REASON, node, one.reason(), other.reason());
            }
        }
    }

    private void scores(Decision.Scores before, Decision.Scores after) {
        int known = found.size();
        for (String node : union(before.nodes().keySet(), after.nodes().keySet())) {
            Double one = before.nodes().get(node);
            Double other = after.nodes().get(node);
            if (one == null || other == null) {
                add(
                        Kind.MEMBER,
                        node,
                        one == null ? "not named" : number(one),
                        other == null ? "not named" : number(other));
            } else if (differ(one, other)) {
                add(Kind.SCORE, node, number(one), number(other));
            }
        }
        // What lies within the tolerance is no difference, whoever is ahead by a hair.
        if (found.size() > known) {
            List<String> one = before.best(tolerance);
            List<String> other = after.best(tolerance);
            // Where they have one in common, it may well win both times.
            if (Collections.disjoint(one, new HashSet<>(other))) {
                add(Kind.WINNER, "", some(one), some(other));
            }
        }
    }

    private void victims(Decision.Victims before, Decision.Victims after) {
        for (String node : union(before.nodes().keySet(), after.nodes().keySet())) {
            SortedSet<String> one = before.nodes().get(node);
            SortedSet<String> other = after.nodes().get(node);
            long violatedBefore = before.violations().getOrDefault(node, 0L);
            long violatedAfter = after.violations().getOrDefault(node, 0L);
            boolean alsoViolations = violatedBefore != violatedAfter;
            if (one == null || other == null || !one.equals(other) || alsoViolations) {
                add(
                        Kind.VICTIMS,
                        node,
                        one == null ? "not named" : names(one) + (alsoViolations ? violations(violatedBefore) : ""),
                        other == null ? "not named" : names(other) + (alsoViolations ? violations(violatedAfter) : ""));
            }
        }
    }

    private static String violations(long count) {
        return " (" + count + (count == 1 ? " violation" : " violations") + " of disruption budgets)";
    }

    private void said(Decision.Said before, Decision.Said after) {
        if (!before.what().equals(after.what())) {
            add(Kind.ANSWER, "", withReason(before), withReason(after));
        } else if (!before.reason().equals(after.reason())) {
            add(Kind.REASON, "", before.reason(), after.reason());
        }
    }

    private boolean differ(OptionalDouble one, OptionalDouble other) {
        return one.isPresent() != other.isPresent()
                || (one.isPresent() && differ(one.getAsDouble(), other.getAsDouble()));
    }

    private boolean differ(double one, double other) {
        return Math.abs(one - other) > tolerance;
    }

    private void add(Kind kind, String about, String before, String after) {
        found.add(new Difference(kind, about, before, after));
    }

    private static SortedSet<String> union(Iterable<String> one, Iterable<String> other) {
        TreeSet<String> all = new TreeSet<>();
        one.forEach(all::add);
        other.forEach(all::add);
        return all;
    }

    private static String words(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Fits fits -> "fits";
            case Verdict.Refused refused ->
                refused.code().name().toLowerCase(Locale.ROOT)
                        + (refused.reason().isEmpty() ? "" : " (" + refused.reason() + ")");
        };
    }

    private static String withReason(Decision.Said said) {
        return said.what() + (said.reason().isEmpty() ? "" : " (" + said.reason() + ")");
    }

    private static String some(List<String> names) {
        if (names.isEmpty()) {
            return "nobody";
        }
        return names.size() <= MOST_NAMED
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, MOST_NAMED)) + " and " + (names.size() - MOST_NAMED) + " more";
    }

    private static String names(SortedSet<String> names) {
        return names.isEmpty() ? "nobody" : String.join(", ", names);
    }

    private static String number(OptionalDouble score) {
        return score.isPresent() ? number(score.getAsDouble()) : "no score";
    }

    private static String number(double score) {
        return score == Math.rint(score) && Math.abs(score) < 1e15
                ? Long.toString((long) score)
                : Double.toString(score);
    }
}
