package io.tender.testkit.scenario.text;

import io.tender.model.Resource;
import io.tender.model.ResourceLimits;
import io.tender.model.ResourceQuantities;
import io.tender.model.ResourceSyntaxException;
import io.tender.model.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Resources as scenarios write them: the usual text form, in which a space may stand for the semicolon. */
public final class ResourceNotation {

    private ResourceNotation() {}

    /** {@code cpus:2;mem:1024}, {@code cpus:2 mem:1024}, or {@code nothing}. */
    public static Resources resources(String text) {
        return isNothing(text) ? Resources.empty() : read(text, Resources::parse);
    }

    /** Exactly one object, such as a volume. */
    public static Resource one(String text) {
        Resources resources = resources(text);
        if (resources.size() != 1) {
            throw NotationException.expected(
                    0, "one resource is meant here", resources.size() + " in '" + text + "'", "exactly one");
        }
        return resources.iterator().next();
    }

    public static ResourceQuantities quantities(String text) {
        return isNothing(text) ? ResourceQuantities.empty() : read(text, ResourceQuantities::parse);
    }

    public static ResourceLimits limits(String text) {
        return isNothing(text) ? ResourceLimits.none() : read(text, ResourceLimits::parse);
    }

    /** {@code cpus:0.01|mem:32}: one of several minima must be met; {@code anything}: no minimum. */
    public static List<ResourceQuantities> minima(String text) {
        if (text.strip().equals("anything")) {
            return List.of();
        }
        List<ResourceQuantities> minima = new ArrayList<>();
        int start = 0;
        for (String entry : text.split("\\|", -1)) {
            try {
                minima.add(read(entry, ResourceQuantities::parse));
            } catch (NotationException e) {
                throw e.shifted(start);
            }
            start += entry.length() + 1;
        }
        return List.copyOf(minima);
    }

    private static boolean isNothing(String text) {
        return text.isBlank() || text.strip().equals("nothing");
    }

    private static <T> T read(String text, Function<String, T> reader) {
        try {
            return reader.apply(withSemicolons(text));
        } catch (ResourceSyntaxException e) {
            String message = String.valueOf(e.getMessage());
            int caret = message.lastIndexOf("^ expected ");
            String expected = caret < 0 ? message : message.substring(caret + "^ expected ".length());
            String rest = text.substring(Math.min(e.offset(), text.length()));
            throw NotationException.expected(
                    e.offset(),
                    "'" + text + "' is no resource text",
                    rest.isEmpty() ? "the end of '" + text + "'" : "'" + rest + "'",
                    expected);
        } catch (IllegalArgumentException e) {
            throw NotationException.from(0, e);
        }
    }

    /**
     * Puts a semicolon where only a space separates two items; each character keeps its place, so that mistakes are
     * pointed at where they were written.
     */
    private static String withSemicolons(String text) {
        StringBuilder result = new StringBuilder(text);
        int depth = 0;
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted) {
                if (c == '\\') {
                    i++;
                } else if (c == '"') {
                    quoted = false;
                }
            } else if (c == '"') {
                quoted = true;
            } else if ("([{<".indexOf(c) >= 0) {
                depth++;
            } else if (")]}>".indexOf(c) >= 0) {
                depth--;
            } else if (Character.isWhitespace(c) && depth == 0 && separates(text, i)) {
                result.setCharAt(i, ';');
            }
        }
        return result.toString();
    }

    private static boolean separates(String text, int space) {
        int before = space - 1;
        int after = space + 1;
        while (after < text.length() && Character.isWhitespace(text.charAt(after))) {
            after++;
        }
        return before >= 0
                && after < text.length()
                && !Character.isWhitespace(text.charAt(before))
                && ";:".indexOf(text.charAt(before)) < 0
                && (Character.isLetter(text.charAt(after)) || text.charAt(after) == '"');
    }
}
