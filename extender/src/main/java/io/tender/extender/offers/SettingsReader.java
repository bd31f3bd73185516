package io.tender.extender.offers;

import io.tender.model.FlagDuration;
import io.tender.model.Suggestion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Reads settings from their texts and collects all that is wrong with them, so that it is told at once. */
public final class SettingsReader {
    private final Map<String, String> given;
    private final Set<String> known = new LinkedHashSet<>();
    private final List<String> problems = new ArrayList<>();

    public SettingsReader(Map<String, String> given) {
        this.given = given;
    }

    public Optional<String> text(String name) {
        known.add(name);
        return Optional.ofNullable(given.get(name)).map(String::strip);
    }

    /** What the text means, or the default when it is not given or means nothing. */
    public <T> T read(String name, T normal, String expected, Function<String, Optional<T>> meaning) {
        Optional<String> text = text(name);
        if (text.isEmpty()) {
            return normal;
        }
        Optional<T> value = meaning.apply(text.get());
        if (value.isEmpty()) {
            problem(name, "'" + text.get() + "'", expected);
        }
        return value.orElse(normal);
    }

    public boolean truth(String name, boolean normal) {
        return read(name, normal, "true or false", text -> switch (text) {
            case "true" -> Optional.of(true);
            case "false" -> Optional.of(false);
            default -> Optional.empty();
        });
    }

    public long number(String name, long normal, long least, long most) {
        return read(name, normal, "a whole number from " + least + " to " + most, text -> {
            try {
                long number = Long.parseLong(text);
                return number >= least && number <= most ? Optional.of(number) : Optional.empty();
            } catch (NumberFormatException noNumber) {
                return Optional.empty();
            }
        });
    }

    public int count(String name, int normal, int least, int most) {
        return (int) number(name, normal, least, most);
    }

    public Duration duration(String name, Duration normal, Duration least, Duration most) {
        String expected =
                FlagDuration.EXPECTED + ", from " + FlagDuration.print(least) + " to " + FlagDuration.print(most);
        return read(
                name,
                normal,
                expected,
                text -> FlagDuration.parse(text)
                        .filter(value -> value.compareTo(least) >= 0 && value.compareTo(most) <= 0));
    }

    public <E extends Enum<E>> E choice(String name, E normal, E[] values) {
        String expected = Arrays.stream(values).map(Enum::toString).collect(Collectors.joining(" or "));
        return read(
                name,
                normal,
                expected,
                text -> Arrays.stream(values)
                        .filter(value -> value.toString().equals(text))
                        .findFirst());
    }

    public void problem(String name, String got, String expected) {
        problems.add(name + ": got " + got + ", expected " + expected);
    }

    /** A problem that another object found, with its message as it is. */
    public void problem(String name, IllegalArgumentException found) {
        problems.add(name + ": " + String.valueOf(found.getMessage()).replace("\n", "\n  "));
    }

    /** The names that were asked for. */
    public SortedSet<String> known() {
        return Collections.unmodifiableSortedSet(new TreeSet<>(known));
    }

    /** Refuses what nobody asked for. */
    public void refuseUnknown() {
        for (String name : given.keySet()) {
            if (!known.contains(name)) {
                String guess = Suggestion.nearest(name, known)
                        .map(nearest -> "; did you mean " + nearest + "?")
                        .orElse("; known are " + String.join(", ", known));
                problems.add(name + ": there is no such setting" + guess);
            }
        }
    }

    public boolean hasProblems() {
        return !problems.isEmpty();
    }

    /**
     * @param whose what the settings are of
     * @throws IllegalArgumentException if there was any problem
     */
    public void throwProblems(String whose) {
        if (hasProblems()) {
            throw new IllegalArgumentException(
                    "The settings of " + whose + " cannot be used.\n  " + String.join("\n  ", problems));
        }
    }
}
