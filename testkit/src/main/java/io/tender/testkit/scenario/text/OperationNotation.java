package io.tender.testkit.scenario.text;

import io.tender.model.Operation;
import io.tender.model.ResourceQuantities;
import io.tender.model.Suggestion;
import io.tender.testkit.scenario.step.Change;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Operations on resources:
 *
 * <pre>
 * RESERVE cpus(+r):2                        RESERVE cpus(+b):2 FROM cpus(+a):2
 * UNRESERVE cpus(+r):2                      CREATE disk(r)[v1:data]:5
 * DESTROY disk(r)[v1:data]:5                GROW disk(r)[v1:data]:5 BY disk(r):3
 * SHRINK disk(r)[v1:data]:5 BY 2            CONVERT disk:100 TO nothing
 * </pre>
 */
public final class OperationNotation {

    private static final List<String> WORDS =
            List.of("RESERVE", "UNRESERVE", "CREATE", "DESTROY", "GROW", "SHRINK", "CONVERT");

    private OperationNotation() {}

    public static Change change(String text) {
        Cursor cursor = new Cursor(text);
        cursor.skipSpaces();
        int start = cursor.at();
        String word = cursor.name("an operation, one of " + String.join(", ", WORDS));
        String rest = text.substring(cursor.at());
        int offset = cursor.at();
        try {
            return switch (word.toUpperCase(Locale.ROOT)) {
                case "RESERVE" -> reserve(rest);
                case "UNRESERVE" -> standard(new Operation.Unreserve(ResourceNotation.resources(rest)));
                case "CREATE" -> standard(new Operation.Create(ResourceNotation.resources(rest)));
                case "DESTROY" -> standard(new Operation.Destroy(ResourceNotation.resources(rest)));
                case "GROW" -> {
                    Parts parts = parts(rest, "BY", text);
                    yield standard(new Operation.GrowVolume(
                            ResourceNotation.one(parts.left()), ResourceNotation.one(parts.right())));
                }
                case "SHRINK" -> {
                    Parts parts = parts(rest, "BY", text);
                    yield standard(
                            new Operation.ShrinkVolume(ResourceNotation.one(parts.left()), millis(parts.right())));
                }
                case "CONVERT" -> {
                    Parts parts = parts(rest, "TO", text);
                    yield new Change.Conversion(
                            ResourceNotation.resources(parts.left()), ResourceNotation.resources(parts.right()));
                }
                default ->
                    throw NotationException.expected(
                            start - offset,
                            "'" + word + "' is no operation." + Suggestion.sentence(word, WORDS),
                            "'" + text + "'",
                            "one of " + String.join(", ", WORDS));
            };
        } catch (NotationException e) {
            throw e.shifted(offset);
        } catch (IllegalArgumentException e) {
            throw NotationException.from(start, e);
        }
    }

    /** One of the usual operations; conversions of one's own are not possible on what is free. */
    public static Operation operation(String text) {
        if (change(text) instanceof Change.Standard standard) {
            return standard.operation();
        }
        throw NotationException.expected(
                0,
                "free resources are changed by operations only",
                "'" + text + "'",
                "an operation other than CONVERT");
    }

    private static Change standard(Operation operation) {
        return new Change.Standard(operation);
    }

    private static Change reserve(String rest) {
        if (!rest.contains(" FROM ")) {
            return standard(new Operation.Reserve(ResourceNotation.resources(rest)));
        }
        Parts parts = parts(rest, "FROM", rest);
        return standard(new Operation.Reserve(
                ResourceNotation.resources(parts.left()), Optional.of(ResourceNotation.resources(parts.right()))));
    }

    private static long millis(String number) {
        ResourceQuantities amount = ResourceQuantities.parse("disk:" + number.strip());
        return amount.millis("disk");
    }

    private record Parts(String left, String right) {}

    private static Parts parts(String rest, String word, String text) {
        int at = rest.indexOf(" " + word + " ");
        if (at < 0) {
            throw NotationException.expected(
                    rest.length(),
                    "'" + word + "' is missing in '" + text.strip() + "'",
                    "'" + rest.strip() + "'",
                    "what to change, '" + word + "', and how");
        }
        return new Parts(rest.substring(0, at), rest.substring(at + word.length() + 2));
    }
}
