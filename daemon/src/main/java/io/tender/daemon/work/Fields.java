package io.tender.daemon.work;

import io.tender.model.BrokenRule;
import io.tender.model.Suggestion;
import io.tender.model.batch.GoDuration;
import io.tender.model.batch.ResourceList;
import io.tender.runtime.yaml.YamlPart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The fields of one part of a document. Those that are asked for are known; {@link #done} notes all others as mistakes. What
 * is wrong is noted where it stands, and a usual value goes on in its place, so that one reading finds every mistake.
 */
final class Fields {
    /** As Kubernetes has it: a prefix, a slash, and a name. */
    private static final int LONGEST_KEY = 253 + 1 + 63;

    private final YamlPart part;
    private final String what;
    private final List<String> notices;
    private final Map<String, YamlPart.Entry> entries;
    private final TreeSet<String> known = new TreeSet<>();

    Fields(YamlPart part, String what, List<String> notices) {
        this.part = part;
        this.what = what;
        this.notices = notices;
        this.entries = part.entries(what);
    }

    YamlPart part() {
        return part;
    }

    /** Where something within stands that was read before; as far down as there is anything. */
    YamlPart where(String... path) {
        YamlPart at = part;
        for (String name : path) {
            YamlPart.Entry entry = at.isMap() ? at.entries(what).get(name) : null;
            if (entry == null) {
                return at;
            }
            at = entry.value();
        }
        return at;
    }

    /** The value of a field; empty if it is not there or says nothing. */
    Optional<YamlPart> get(String name) {
        known.add(name);
        YamlPart.Entry entry = entries.get(name);
        return entry == null || entry.value().isNothing() ? Optional.empty() : Optional.of(entry.value());
    }

    Optional<YamlPart> required(String name, String expected) {
        Optional<YamlPart> value = get(name);
        if (value.isEmpty() && part.isMap()) {
            part.problem(what + " has no '" + name + "'.", "no '" + name + "'", expected);
        }
        return value;
    }

    /** The fields of a map within; without any if it is not there. */
    Optional<Fields> within(String name, String described) {
        return get(name).map(value -> new Fields(value, described, notices));
    }

    Fields of(YamlPart item, String described) {
        return new Fields(item, described, notices);
    }

    String text(String name, String usual) {
        return get(name).flatMap(value -> value.text("'" + name + "'")).orElse(usual);
    }

    Optional<String> text(String name) {
        return get(name).flatMap(value -> value.text("'" + name + "'"));
    }

    int number(String name, int usual, int least, int most) {
        return number(name, least, most).orElse(usual);
    }

    Optional<Integer> number(String name, int least, int most) {
        return get(name).flatMap(value -> value.number("'" + name + "'", least, most));
    }

    boolean truth(String name, boolean usual) {
        return get(name).flatMap(value -> value.truth("'" + name + "'")).orElse(usual);
    }

    Optional<Duration> duration(String name) {
        return get(name)
                .flatMap(value -> value.word("'" + name + "'", GoDuration.EXPECTED)
                        .flatMap(word -> {
                            Optional<Duration> read = GoDuration.parse(word);
                            if (read.isEmpty() || read.get().isNegative()) {
                                value.problem("'" + name + "' cannot be this.", "'" + word + "'", GoDuration.EXPECTED);
                            }
                            return read.filter(time -> !time.isNegative());
                        }));
    }

    /** One of some words; notes a problem that names the nearest. */
    <T> Optional<T> oneOf(String name, Map<String, T> words) {
        return get(name).flatMap(value -> oneOf(value, name, words));
    }

    static <T> Optional<T> oneOf(YamlPart value, String name, Map<String, T> words) {
        return value.word("'" + name + "'", "one of " + String.join(", ", words.keySet()))
                .flatMap(word -> {
                    T meant = words.get(word);
                    if (meant == null) {
                        value.problem(
                                "'" + word + "' is no " + name + "." + Suggestion.sentence(word, words.keySet()),
                                "'" + word + "'",
                                "one of " + String.join(", ", words.keySet()));
                    }
                    return Optional.ofNullable(meant);
                });
    }

    List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        get(name)
                .ifPresent(value -> value.items("'" + name + "'")
                        .forEach(item -> item.text("An item of '" + name + "'").ifPresent(texts::add)));
        return texts;
    }

    /** Each item of a list, as far as it can be read. */
    <T> List<T> each(String name, String described, Function<Fields, Optional<T>> reader) {
        List<T> read = new ArrayList<>();
        get(name)
                .ifPresent(value -> value.items("'" + name + "'")
                        .forEach(item -> reader.apply(of(item, described)).ifPresent(read::add)));
        return read;
    }

    /** Texts by name, such as labels. Numbers and truths must be quoted, as Kubernetes demands. */
    SortedMap<String, String> labels(String name) {
        TreeMap<String, String> labels = new TreeMap<>();
        get(name)
                .ifPresent(value -> value.entries("'" + name + "'").forEach((key, entry) -> {
                    checkKey(entry.key(), "A key of '" + name + "'", key);
                    labels.put(
                            key,
                            entry.value().isNothing()
                                    ? ""
                                    : entry.value()
                                            .text("'" + key + "' (a text; quote it)")
                                            .orElse(""));
                }));
        return labels;
    }

    /** Whoever reads a key expects a word. */
    static void checkKey(YamlPart at, String what, String key) {
        if (key.length() > LONGEST_KEY) {
            at.problem(
                    what + " is too long.",
                    key.length() + " characters, '" + key.substring(0, 40) + "…'",
                    "at most " + LONGEST_KEY);
        } else if (key.isEmpty() || key.chars().anyMatch(Character::isISOControl)) {
            at.problem(what + " cannot be this.", "nothing, or control characters", "a word");
        }
    }

    /** Amounts by the name of the resource, as Kubernetes writes them. */
    Optional<ResourceList> resources(String name) {
        return amounts(name).map(ResourceList::parse);
    }

    /** The resources that are named there, those with the amount 0 too. */
    Set<String> named(String name) {
        return amounts(name).map(Map::keySet).orElse(Set.of());
    }

    /** The same as they are written, those of zero too. */
    Optional<Map<String, String>> amounts(String name) {
        return get(name).map(value -> {
            TreeMap<String, String> amounts = new TreeMap<>();
            value.entries("'" + name + "'")
                    .forEach((key, entry) -> entry.value()
                            .word("'" + key + "'", "an amount such as 500m or 4Gi")
                            .flatMap(word -> attempt(entry.value(), () -> {
                                ResourceList.parse(Map.of(key, word));
                                return word;
                            }))
                            .ifPresent(word -> amounts.put(key, word)));
            return amounts;
        });
    }

    /** Makes something of what was read; a rule it breaks is a problem of this part. */
    <T> Optional<T> make(Supplier<T> maker) {
        return attempt(part, maker);
    }

    static <T> Optional<T> attempt(YamlPart at, Supplier<T> maker) {
        try {
            return Optional.of(maker.get());
        } catch (BrokenRule broken) {
            String problem =
                    String.valueOf(broken.getMessage()).lines().findFirst().orElse("");
            at.problem(problem, broken.got(), broken.expected());
        } catch (IllegalArgumentException broken) {
            at.problem(String.valueOf(broken.getMessage()), "", "");
        }
        return Optional.empty();
    }

    /** A field that is understood and has no effect; why is told once. */
    void ignore(String why, String... names) {
        for (String name : names) {
            get(name).ifPresent(value -> notice("'" + name + "' has no effect: " + why));
        }
    }

    /** Something to be said of what was read, once. */
    void notice(String words) {
        if (!notices.contains(words)) {
            notices.add(words);
        }
    }

    /** A field that would change what the document means and cannot be had here. */
    void refuse(String why, String... names) {
        for (String name : names) {
            get(name)
                    .ifPresent(value ->
                            value.problem("'" + name + "' cannot be used here: " + why + ".", "", "it left out"));
        }
    }

    /** Notes every field that nobody asked for. */
    void done() {
        entries.forEach((name, entry) -> {
            if (!known.contains(name)) {
                unknown(entry.key(), name, known, "field of " + what.toLowerCase(Locale.ROOT));
            }
        });
    }

    static void unknown(YamlPart at, String word, Collection<String> words, String role) {
        at.problem(
                "'" + word + "' is no " + role + "." + Suggestion.sentence(word, words),
                "'" + word + "'",
                "one of " + String.join(", ", words));
    }
}
