package io.tender.daemon.work;

import io.tender.model.Suggestion;
import io.tender.runtime.yaml.YamlPart;
import java.util.Optional;

/**
 * How important something is, by a number or by a class.
 *
 * @param mayPreempt whether others may have to go for it
 */
record Rank(int priority, boolean mayPreempt) {

    /** What those have that say nothing. */
    static Rank usual(PriorityClasses classes) {
        return classes.usual().map(Rank::of).orElse(new Rank(0, true));
    }

    private static Rank of(PriorityClass named) {
        return new Rank(named.value(), named.preempts());
    }

    /** What a specification says of it; of a number and a class the class wins, as it does in Kubernetes. */
    static Rank read(Fields spec, Rank usual, PriorityClasses classes) {
        int given = spec.number("priority", usual.priority(), Integer.MIN_VALUE, Integer.MAX_VALUE);
        return spec.get("priorityClassName")
                .flatMap(name -> named(name, classes))
                .map(Rank::of)
                .orElse(new Rank(given, usual.mayPreempt()));
    }

    private static Optional<PriorityClass> named(YamlPart name, PriorityClasses classes) {
        return name.word("'priorityClassName'", "the name of a priority class").flatMap(word -> {
            PriorityClass known = classes.byName().get(word);
            if (known == null && !classes.forgiving()) {
                name.problem(
                        "There is no priority class '" + word + "'."
                                + Suggestion.sentence(word, classes.byName().keySet()),
                        "'" + word + "'",
                        "one of " + String.join(", ", classes.byName().keySet())
                                + "; more are made by documents of the kind PriorityClass, or named in the daemon's"
                                + " settings (priorityClasses)");
            }
            return Optional.ofNullable(known);
        });
    }
}
