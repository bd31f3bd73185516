package io.tender.daemon.settings;

import io.tender.model.BrokenRule;
import io.tender.model.FlagDuration;
import io.tender.model.Suggestion;
import io.tender.runtime.yaml.YamlPart;
import io.tender.runtime.yaml.YamlProblem;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A map in the settings. What is asked for is known, {@link #done} notes the rest as mistakes. What is wrong is noted where
 * it stands, and the default goes on in its place, so that one reading finds every mistake.
 */
final class Section {
    private static final String NEVER = "never";
    private static final JsonMapper JSON = new JsonMapper();

    private final Optional<YamlPart> part;
    private final String path;
    private final Path base;
    private final Map<String, YamlPart.Entry> entries;
    private final SortedSet<String> known = new TreeSet<>();
    private final SortedMap<String, SortedMap<Shape.Kind, Shape>> shapes;

    private Section(
            Optional<YamlPart> part, String path, Path base, SortedMap<String, SortedMap<Shape.Kind, Shape>> shapes) {
        this.part = part;
        this.path = path;
        this.base = base;
        this.shapes = shapes;
        this.entries = part.map(it -> it.entries(path.isEmpty() ? "The settings" : "'" + path + "'"))
                .orElse(Map.of());
    }

    /** @param base the folder that relative paths begin in */
    static Section root(Optional<YamlPart> part, Path base) {
        return new Section(part, "", base, new TreeMap<>());
    }

    /** All that was asked for so far, here and in sections within, with dots between names, and what it may look like. */
    SortedMap<String, SortedMap<Shape.Kind, Shape>> shapes() {
        return shapes;
    }

    private void shape(String name, Shape shape) {
        shapes.computeIfAbsent(full(name), none -> new TreeMap<>()).put(shape.kind(), shape);
    }

    private void shape(String name, Shape.Kind kind) {
        shape(name, Shape.of(kind));
    }

    boolean isThere() {
        return part.isPresent();
    }

    boolean has(String name) {
        return get(name).isPresent();
    }

    private YamlPart.@Nullable Entry entry(String name) {
        known.add(name);
        shapes.computeIfAbsent(full(name), none -> new TreeMap<>());
        return entries.get(name);
    }

    /** What a setting says; empty if it is not there or says nothing. */
    Optional<YamlPart> get(String name) {
        YamlPart.Entry entry = entry(name);
        return entry == null || entry.value().isNothing() ? Optional.empty() : Optional.of(entry.value());
    }

    Section section(String name) {
        shape(name, Shape.Kind.SECTION);
        return new Section(get(name), full(name), base, shapes);
    }

    /** The maps of a list. */
    List<Section> sections(String name) {
        shape(name, Shape.Kind.SECTIONS);
        List<Section> sections = new ArrayList<>();
        get(name)
                .ifPresent(list -> list.items(quoted(name))
                        .forEach(item -> sections.add(new Section(Optional.of(item), full(name), base, shapes))));
        return sections;
    }

    private String full(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private String quoted(String name) {
        return "'" + full(name) + "'";
    }

    /** A text where otherwise a section would be; empty if it is none. */
    Optional<String> textUnlessMap(String name) {
        shape(name, Shape.Kind.WORD);
        return get(name).filter(written -> !written.isMap()).flatMap(value -> value.word(quoted(name), "a text"));
    }

    /** A text of some kind; an {@link IllegalArgumentException} of the reader becomes a problem. */
    <T> Optional<T> read(String name, String expected, Function<String, T> reader) {
        return read(name, Shape.of(Shape.Kind.WORD), expected, reader);
    }

    private <T> Optional<T> read(String name, Shape shape, String expected, Function<String, T> reader) {
        shape(name, shape);
        return get(name)
                .flatMap(value ->
                        value.word(quoted(name), expected).flatMap(word -> read(value, name, word, expected, reader)));
    }

    private <T> Optional<T> read(
            YamlPart value, String name, String word, String expected, Function<String, T> reader) {
        try {
            return Optional.of(reader.apply(word));
        } catch (BrokenRule broken) {
            value.problem(quoted(name) + " cannot be this.", "'" + word + "'", broken.expected());
        } catch (IllegalArgumentException wrong) {
            value.problem(quoted(name) + " cannot be this: " + wrong.getMessage(), "'" + word + "'", expected);
        }
        return Optional.empty();
    }

    Optional<String> text(String name) {
        shape(name, Shape.Kind.WORD);
        return get(name).flatMap(value -> value.word(quoted(name), "a text"));
    }

    /** A document of its own, written as a text or just as it is; YAML reads both. */
    Optional<InnerText> document(String name) {
        shape(name, Shape.Kind.DOCUMENT);
        return get(name).flatMap(value -> {
            Optional<String> text =
                    value.isMap() ? Optional.of(JSON.writeValueAsString(value.tree())) : value.text(quoted(name));
            return text.map(meant -> value.alone()
                    .map(alone -> new InnerText(alone.name(), alone.text(), meant))
                    .orElseGet(() -> new InnerText(full(name), meant, meant)));
        });
    }

    /** A list of documents of their own, or the path of a file that has them. */
    Optional<YamlPart> documents(String name) {
        shape(name, Shape.Kind.DOCUMENTS);
        return get(name);
    }

    String text(String name, String normal) {
        return text(name).orElse(normal);
    }

    boolean truth(String name, boolean normal) {
        shape(name, Shape.Kind.TRUTH);
        return get(name).flatMap(value -> value.truth(quoted(name))).orElse(normal);
    }

    int count(String name, int least, int normal) {
        shape(name, Shape.number(least, Integer.MAX_VALUE));
        return get(name)
                .flatMap(value -> value.number(quoted(name), least, Integer.MAX_VALUE))
                .orElse(normal);
    }

    long whole(String name, long least, long normal) {
        return whole(name, least, Long.MAX_VALUE, normal);
    }

    long whole(String name, long least, long most, long normal) {
        String bounds = most == Long.MAX_VALUE ? least + " on" : least + " to " + most;
        return read(name, Shape.number(least, most), "a whole number from " + bounds, word -> {
                    long number = Long.parseLong(word);
                    if (number < least || number > most) {
                        throw new IllegalArgumentException("it is too " + (number < least ? "small" : "large"));
                    }
                    return number;
                })
                .orElse(normal);
    }

    double fraction(String name, double normal) {
        return read(name, Shape.of(Shape.Kind.FRACTION), "a number from 0 to 1", word -> {
                    double number = Double.parseDouble(word);
                    if (!(number >= 0 && number <= 1)) {
                        throw new IllegalArgumentException("it is out of bounds");
                    }
                    return number;
                })
                .orElse(normal);
    }

    /** A length of time above zero. */
    Duration time(String name, Duration normal) {
        return read(name, Shape.of(Shape.Kind.TIME), FlagDuration.EXPECTED, Section::time)
                .orElse(normal);
    }

    /** A length of time, or {@code never}, which is the default. */
    Optional<Duration> timeOrNever(String name) {
        return read(
                        name,
                        Shape.of(Shape.Kind.TIME_OR_NEVER),
                        FlagDuration.EXPECTED + ", or " + NEVER,
                        word -> word.equals(NEVER) ? Optional.<Duration>empty() : Optional.of(time(word)))
                .flatMap(Function.identity());
    }

    private static Duration time(String word) {
        return FlagDuration.parse(word)
                .filter(Duration::isPositive)
                .orElseThrow(() -> new IllegalArgumentException("it is no length of time above zero"));
    }

    /** A file or folder; a relative one begins where the settings are. */
    Optional<Path> path(String name) {
        return read(name, "the path of a file or folder", this::resolved);
    }

    Path resolved(String path) {
        try {
            return base.resolve(path);
        } catch (InvalidPathException wrong) {
            throw new IllegalArgumentException("it is no path", wrong);
        }
    }

    /** One of some words. */
    <T> Optional<T> oneOf(String name, Map<String, T> words) {
        String expected = "one of " + String.join(", ", words.keySet());
        shape(name, Shape.oneOf(words.keySet()));
        return get(name)
                .flatMap(value -> value.word(quoted(name), expected).flatMap(word -> {
                    T meant = words.get(word);
                    if (meant == null) {
                        value.problem(
                                quoted(name) + " cannot be this." + Suggestion.sentence(word, words.keySet()),
                                "'" + word + "'",
                                expected);
                    }
                    return Optional.ofNullable(meant);
                }));
    }

    /** A list of texts of some kind. */
    <T> List<T> each(String name, String expected, Function<String, T> reader) {
        shape(name, Shape.Kind.LIST);
        List<T> read = new ArrayList<>();
        get(name)
                .ifPresent(list -> list.items(quoted(name))
                        .forEach(item -> item.word(quoted(name), expected)
                                .flatMap(word -> read(item, name, word, expected, reader))
                                .ifPresent(read::add)));
        return read;
    }

    /** Texts by name, whatever the names are. */
    Map<String, String> texts(String name) {
        shape(name, Shape.Kind.TEXTS);
        TreeMap<String, String> texts = new TreeMap<>();
        get(name)
                .ifPresent(map -> map.entries(quoted(name))
                        .forEach((key, entry) -> entry.value()
                                .word("'" + full(name) + "." + key + "'", "a text")
                                .ifPresent(word -> texts.put(key, word))));
        return texts;
    }

    /** Those of some settings that are given, as they are written. */
    Map<String, String> given(SortedSet<String> names) {
        Map<String, String> given = new LinkedHashMap<>();
        for (String name : names) {
            shape(name, Shape.Kind.WORD);
            get(name).flatMap(value -> value.word(quoted(name), "a text")).ifPresent(word -> given.put(name, word));
        }
        return given;
    }

    /** Notes what is wrong with one setting, or with the section if the setting is not there. */
    void problem(String name, String problem, String got, String expected) {
        YamlPart.Entry entry = entry(name);
        if (entry != null) {
            entry.value().problem(problem, got, expected);
        } else {
            part.ifPresent(it -> it.problem(problem, got, expected));
        }
    }

    /** Notes what somebody else has found wrong, who knows where. */
    void note(YamlProblem problem) {
        part.ifPresent(it -> it.note(problem));
    }

    /** Notes what is wrong with one of the texts that a setting holds by name; whether it is there. */
    boolean problemWithin(String name, String key, String problem) {
        Optional<YamlPart.Entry> entry = get(name)
                .filter(YamlPart::isMap)
                .map(map -> map.entries(quoted(name)).get(key));
        entry.ifPresent(there -> there.value().problem(problem, "", ""));
        return entry.isPresent();
    }

    /** Notes every setting that nobody asked for. */
    void done() {
        entries.forEach((name, entry) -> {
            if (!known.contains(name)) {
                entry.key()
                        .problem(
                                "There is no setting '" + full(name) + "'." + Suggestion.sentence(name, known),
                                "'" + name + "'",
                                "one of " + String.join(", ", known));
            }
        });
    }
}
