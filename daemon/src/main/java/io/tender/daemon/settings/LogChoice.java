package io.tender.daemon.settings;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What is logged, and how it looks. */
public record LogChoice(Level level, Format format) {
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
                section.oneOf("format", words(Format.values())).orElse(Format.TEXT));
        section.done();
        return choice;
    }

    private static <E extends Enum<E>> Map<String, E> words(E[] values) {
        Map<String, E> words = new TreeMap<>();
        for (E value : values) {
            words.put(value.name().toLowerCase(Locale.ROOT), value);
        }
        return words;
    }
}
