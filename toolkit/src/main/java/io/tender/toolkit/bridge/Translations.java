package io.tender.toolkit.bridge;

import io.tender.extender.server.Codecs;
import io.tender.extender.server.Dialect;
import io.tender.extender.server.Question;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which verbs of one dialect can be said in another, and why the others cannot: the one place that decides it. */
public final class Translations {
    private Translations() {}

    /**
     * What becomes of one verb.
     *
     * @param asked the verbs of the other dialect that answer it; none if it cannot be said there
     * @param why why it cannot, and empty if it can
     */
    public record Translation(Question.Kind kind, List<String> asked, String why) {
        public Translation {
            asked = List.copyOf(asked);
        }

        public boolean isPossible() {
            return why.isEmpty();
        }

        private static Translation by(Question.Kind kind, String... verbs) {
            return new Translation(kind, List.of(verbs), "");
        }

        private static Translation none(Question.Kind kind, String why) {
            return new Translation(kind, List.of(), why);
        }
    }

    /** The verbs that a scheduler of one dialect may use, each with what becomes of it in the other. */
    public static SortedMap<String, Translation> of(Dialect from, Dialect to) {
        SortedMap<String, Translation> table = new TreeMap<>();
        Codecs.of(from).verbs().forEach((verb, kind) -> table.put(verb, of(verb, kind, from, to)));
        return Collections.unmodifiableSortedMap(table);
    }

    /** The verbs of a dialect that are asked for any other. */
    static SortedSet<String> askedOf(Dialect to) {
        SortedSet<String> verbs = new TreeSet<>();
        for (Dialect from : Dialect.values()) {
            of(from, to).values().forEach(translation -> verbs.addAll(translation.asked()));
        }
        return verbs;
    }

    private static Translation of(String verb, Question.Kind kind, Dialect from, Dialect to) {
        return switch (to) {
            case KUBE -> toKube(kind);
            case AURORA -> toAurora(kind);
            case VOLCANO -> toVolcano(verb, kind, from);
            case TENDER -> toTender(kind, from);
        };
    }

    private static Translation toKube(Question.Kind kind) {
        return switch (kind) {
            case FIT -> Translation.by(kind, "filter");
            case RANK -> Translation.by(kind, "prioritize");
            case ORDER -> Translation.by(kind, "filter", "prioritize");
            case PREEMPT, PREEMPTABLE, RECLAIMABLE -> Translation.by(kind, "preempt");
            case BIND -> Translation.by(kind, "bind");
            case ADMIT, ADMITTED, READY -> Translation.none(kind, "kube-scheduler's extenders know no jobs");
            case OVERUSED -> Translation.none(kind, "kube-scheduler's extenders know no queues");
            case ALLOCATED, DEALLOCATED, COMMITTED, ABORTED ->
                Translation.none(kind, "kube-scheduler's extenders are not told of placements, only asked to bind");
            case SESSION_OPENED, SESSION_CLOSED ->
                Translation.none(kind, "kube-scheduler's extenders know no sessions");
        };
    }

    private static Translation toAurora(Question.Kind kind) {
        return switch (kind) {
            case FIT, RANK, ORDER -> Translation.by(kind, "offerset");
            case PREEMPT, PREEMPTABLE, RECLAIMABLE ->
                Translation.none(kind, "an offer set orders offers and never chooses victims");
            case BIND -> Translation.none(kind, "an offer set orders offers and binds nothing");
            case ADMIT, ADMITTED, READY, OVERUSED ->
                Translation.none(kind, "an offer set knows neither jobs' admission nor queues");
            case ALLOCATED, DEALLOCATED, COMMITTED, ABORTED, SESSION_OPENED, SESSION_CLOSED ->
                Translation.none(kind, "an offer set is told of nothing, only asked for an order");
        };
    }

    /** The verbs that the real Volcano has, since its extenders have no others. */
    private static Translation toVolcano(String verb, Question.Kind kind, Dialect from) {
        return switch (kind) {
            case FIT -> Translation.by(kind, "predicate");
            case RANK -> Translation.by(kind, "prioritize");
            case ORDER -> Translation.by(kind, "predicate", "prioritize");
            case PREEMPT, PREEMPTABLE -> Translation.by(kind, "preemptable");
            case RECLAIMABLE -> Translation.by(kind, "reclaimable");
            case ADMIT, ADMITTED, READY, OVERUSED, ALLOCATED, DEALLOCATED -> Translation.by(kind, verb);
            case BIND, COMMITTED, ABORTED ->
                Translation.none(kind, "Volcano's extenders have no such verb: it is one that Tender added");
            case SESSION_OPENED, SESSION_CLOSED -> session(verb, kind, from == Dialect.VOLCANO);
        };
    }

    private static Translation toTender(Question.Kind kind, Dialect from) {
        return switch (kind) {
            case FIT -> Translation.by(kind, "batchPredicate");
            case RANK -> Translation.by(kind, "prioritize");
            case ORDER -> Translation.by(kind, "batchPredicate", "prioritize");
            case PREEMPT, PREEMPTABLE -> Translation.by(kind, "preemptable");
            case RECLAIMABLE -> Translation.by(kind, "reclaimable");
            case ADMIT -> Translation.by(kind, "jobEnqueueable");
            case ADMITTED -> Translation.by(kind, "jobEnqueued");
            case READY -> Translation.by(kind, "jobReady");
            case OVERUSED -> Translation.by(kind, "queueOverused");
            case ALLOCATED -> Translation.by(kind, "allocateFunc");
            case DEALLOCATED -> Translation.by(kind, "deallocateFunc");
            case BIND -> Translation.by(kind, "bind");
            case COMMITTED -> Translation.by(kind, "commit");
            case ABORTED -> Translation.by(kind, "abort");
            case SESSION_OPENED -> session("onSessionOpen", kind, from == Dialect.TENDER);
            case SESSION_CLOSED -> session("onSessionClose", kind, from == Dialect.TENDER);
        };
    }

    private static Translation session(String verb, Question.Kind kind, boolean same) {
        return kind == Question.Kind.SESSION_CLOSED || same
                ? Translation.by(kind, verb)
                : Translation.none(
                        kind, "snapshots are not translated: what it needs of nodes and jobs comes with each question");
    }

    /**
     * What a bridge serves, and what not.
     *
     * @param notServed the scheduler's other verbs, each with the reason
     */
    public record Choice(SortedMap<String, Translation> served, SortedMap<String, String> notServed) {
        public Choice {
            served = Collections.unmodifiableSortedMap(new TreeMap<>(served));
            notServed = Collections.unmodifiableSortedMap(new TreeMap<>(notServed));
        }

        Set<Question.Kind> kinds() {
            Set<Question.Kind> kinds = EnumSet.noneOf(Question.Kind.class);
            served.values().forEach(translation -> kinds.add(translation.kind()));
            return kinds;
        }
    }

    /**
     * The verbs that a bridge serves.
     *
     * @param wanted the verbs of the scheduler; none stands for all that can be translated
     * @param asked the verbs that the extender has; none stands for all
     * @throws IllegalArgumentException that says of every verb that was wanted and cannot be served why
     */
    static Choice chosen(Dialect from, Dialect to, Set<String> wanted, Set<String> asked) {
        SortedMap<String, Translation> table = of(from, to);
        SortedMap<String, Translation> chosen = new TreeMap<>();
        SortedMap<String, String> others = new TreeMap<>();
        StringBuilder problems = new StringBuilder();
        for (String verb : asked) {
            if (!askedOf(to).contains(verb)) {
                problem(
                        problems,
                        verb,
                        "no verb that an extender of " + to.label() + " is asked; those are " + askedOf(to));
            }
        }
        for (String verb : wanted.isEmpty() ? table.keySet() : wanted) {
            Optional<Translation> known = Optional.ofNullable(table.get(verb));
            String why = known.map(translation -> whyNot(translation, to, asked))
                    .orElseGet(() -> "no verb of " + from.label() + ", which has " + table.keySet());
            if (why.isEmpty()) {
                chosen.put(verb, known.orElseThrow());
            } else if (wanted.isEmpty()) {
                others.put(verb, why);
            } else {
                problem(problems, verb, why);
            }
        }
        if (!wanted.isEmpty()) {
            Set<Question.Kind> kinds = new Choice(chosen, others).kinds();
            table.forEach((verb, translation) -> {
                // A verb that asks the same as one that is served is served with it.
                if (!wanted.contains(verb) && !kinds.contains(translation.kind())) {
                    String why = whyNot(translation, to, asked);
                    others.put(verb, why.isEmpty() ? "not among --verbs" : why);
                }
            });
        }
        if (!problems.isEmpty() || chosen.isEmpty()) {
            throw new IllegalArgumentException("There is no bridge from " + from.label() + " to " + to.label()
                    + " for that." + (problems.isEmpty() ? "\n  no verb is left to serve" : problems));
        }
        return new Choice(chosen, others);
    }

    private static String whyNot(Translation translation, Dialect to, Set<String> asked) {
        return translation.isPossible()
                ? missing(translation.asked(), asked)
                : "cannot be said to " + to.label() + ": " + translation.why();
    }

    /** Of several, one is enough: an order can be made of what is left, and of scores. */
    private static String missing(List<String> needed, Set<String> asked) {
        boolean any = asked.isEmpty() || needed.stream().anyMatch(asked::contains);
        return any ? "" : "needs " + String.join(" or ", needed) + ", which the extender is said not to have";
    }

    private static void problem(StringBuilder problems, String verb, String why) {
        problems.append("\n  ").append(verb).append(": ").append(why);
    }
}
