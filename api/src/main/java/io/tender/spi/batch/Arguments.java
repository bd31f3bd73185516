package io.tender.spi.batch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The arguments the settings give a plugin or an action, read by name and type.
 *
 * <p>Reading never fails: a value of the wrong type is noted as a problem and the default is returned. Whoever made this
 * asks afterwards for the problems and for names that nobody read, so all mistakes are told at once.
 */
public final class Arguments {
    private static final Set<String> YES = Set.of("1", "t", "T", "TRUE", "true", "True");
    private static final Set<String> NO = Set.of("0", "f", "F", "FALSE", "false", "False");

    private final SortedMap<String, Object> values;
    private final SortedSet<String> known = new TreeSet<>();
    private final SortedSet<String> read = new TreeSet<>();
    private final List<Problem> problems = new ArrayList<>();
    private final List<String> notices = new ArrayList<>();

    /** What is wrong with one argument. */
    public record Problem(String name, String got, String expected) {}

    /** @param values texts, booleans, whole and decimal numbers, lists and maps of these, as a YAML file has them */
    public Arguments(Map<String, ?> values) {
        this.values = new TreeMap<>(values);
    }

    public static Arguments none() {
        return new Arguments(Map.of());
    }

    /** All that was given, untyped. */
    public SortedMap<String, Object> values() {
        return Collections.unmodifiableSortedMap(values);
    }

    /**
     * Lets what is nested under a name be read as if it were written flat: {@code sra: {retention: {weight: 2}}} as
     * {@code sra.retention.weight: 2}. What is written flat stays.
     */
    public void unfold(String name) {
        if (values.get(name) instanceof Map<?, ?> nested) {
            values.remove(name);
            nested.forEach((key, value) -> {
                String flat = name + "." + key;
                if (value != null) {
                    values.putIfAbsent(flat, value);
                    unfold(flat);
                }
            });
        }
    }

    private @Nullable Object take(String name) {
        known.add(name);
        read.add(name);
        return values.get(name);
    }

    /** Whether something was given under that name. */
    public boolean has(String name) {
        return values.containsKey(name);
    }

    /** A whole number; a decimal one or a text is a mistake. */
    public int integer(String name, int usual) {
        Object value = take(name);
        if (value instanceof Integer || value instanceof Long) {
            long number = ((Number) value).longValue();
            if (number == (int) number) {
                return (int) number;
            }
        }
        return value == null ? usual : wrong(name, value, "a whole number", usual);
    }

    /** A number, whole or decimal. */
    public double decimal(String name, double usual) {
        Object value = take(name);
        if (value instanceof Number number && Double.isFinite(number.doubleValue())) {
            return number.doubleValue();
        }
        return value == null ? usual : wrong(name, value, "a number", usual);
    }

    /** A boolean, quoted or not: {@code 1 t T TRUE true True 0 f F FALSE false False}. */
    public boolean truth(String name, boolean usual) {
        Object value = take(name);
        if (value instanceof Boolean truth) {
            return truth;
        }
        if (value instanceof String text) {
            if (YES.contains(text)) {
                return true;
            }
            if (NO.contains(text)) {
                return false;
            }
        }
        return value == null ? usual : wrong(name, value, "true or false", usual);
    }

    public String text(String name, String usual) {
        Object value = take(name);
        if (value instanceof String text) {
            return text;
        }
        return value == null ? usual : wrong(name, value, "a text", usual);
    }

    /** A list of texts, or one text with commas. */
    public List<String> texts(String name) {
        Object value = take(name);
        if (value instanceof String text) {
            return split(text);
        }
        if (value instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
            return list.stream().map(String.class::cast).toList();
        }
        return value == null ? List.of() : wrong(name, value, "a list of texts, or one text with commas", List.of());
    }

    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            if (!part.isBlank()) {
                parts.add(part.trim());
            }
        }
        return List.copyOf(parts);
    }

    /** A list or a map of anything, for arguments with a structure of their own. */
    public Optional<Object> structure(String name) {
        return Optional.ofNullable(take(name));
    }

    /** The names given that begin like this; they count as read. */
    public SortedSet<String> namesUnder(String prefix) {
        known.add(prefix + "<name>");
        SortedSet<String> names = new TreeSet<>();
        for (String name : values.keySet()) {
            if (name.startsWith(prefix) && name.length() > prefix.length()) {
                names.add(name);
                read.add(name);
            }
        }
        return names;
    }

    /** Notes that an argument of the right type has a value that makes no sense. */
    public void problem(String name, Object got, String expected) {
        problems.add(new Problem(name, String.valueOf(got), expected));
    }

    private <T> T wrong(String name, Object got, String expected, T usual) {
        problem(name, got instanceof String text ? "the text '" + text + "'" : got, expected);
        return usual;
    }

    /** Notes that an argument was given, and is understood, but has no effect, or not the one that it seems to have. */
    public void notice(String name, String why) {
        if (values.containsKey(name)) {
            notices.add(name + ": " + why);
        }
    }

    public List<String> notices() {
        return List.copyOf(notices);
    }

    public List<Problem> problems() {
        return List.copyOf(problems);
    }

    /** The names somebody could have given. */
    public SortedSet<String> known() {
        return Collections.unmodifiableSortedSet(known);
    }

    /** The names given that nobody asked for: mistakes in spelling, most likely. */
    public SortedSet<String> unread() {
        SortedSet<String> names = new TreeSet<>(values.keySet());
        names.removeAll(read);
        return names;
    }
}
