package io.tender.daemon.settings;

import io.tender.model.Suggestion;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is logged, and how it looks.
 *
 * @param levels for what is logged under names that begin so, where that is another one
 */
public record LogChoice(Level level, Format format, SortedMap<String, Level> levels) {
    public LogChoice {
        levels = Collections.unmodifiableSortedMap(new TreeMap<>(levels));
    }

    /** How much. */
    public enum Level {
        ERROR,
        WARN,
        INFO,
        DEBUG,
        TRACE
    }

    /** For people, or for programs. */
    public enum Format {
        TEXT,
        JSON
    }

    static LogChoice read(Section section) {
        LogChoice choice = new LogChoice(
                section.oneOf("level", words(Level.values())).orElse(Level.INFO),
                section.oneOf("format", words(Format.values())).orElse(Format.TEXT),
                levels(section));
        section.done();
        return choice;
    }

    private static SortedMap<String, Level> levels(Section section) {
        Map<String, Level> words = words(Level.values());
        TreeMap<String, Level> levels = new TreeMap<>();
        section.texts("levels").forEach((name, word) -> {
            Level level = words.get(word);
            if (level == null) {
                section.problem(
                        "levels",
                        "'log.levels." + name + "' cannot be this." + Suggestion.sentence(word, words.keySet()),
                        "'" + word + "'",
                        "one of " + String.join(", ", words.keySet()));
            } else {
                levels.put(name, level);
            }
        });
        return levels;
    }

    private static <E extends Enum<E>> Map<String, E> words(E[] values) {
        Map<String, E> words = new TreeMap<>();
        for (E value : values) {
            words.put(value.name().toLowerCase(Locale.ROOT), value);
        }
        return words;
    }
}
