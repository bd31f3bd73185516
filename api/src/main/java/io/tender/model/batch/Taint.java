package io.tender.model.batch;

import io.tender.model.Attribute;
import io.tender.model.BrokenRule;
import io.tender.model.Suggestion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What keeps tasks off a node unless they tolerate it. */
public record Taint(String key, String value, Effect effect) {

    /** The attribute by which an agent says its taints, each as {@link #toString} writes it. */
    public static final String ATTRIBUTE = "tender.io/taint";

    private static final Pattern TEXT = Pattern.compile("([^=:,;\\s]{1,317})(?:=([^=:,;\\s]{0,63}))?:([A-Za-z]{1,40})");

    /** How strongly. */
    public enum Effect {
        NO_SCHEDULE("NoSchedule"),
        PREFER_NO_SCHEDULE("PreferNoSchedule"),
        NO_EXECUTE("NoExecute");

        private final String word;

        Effect(String word) {
            this.word = word;
        }

        /** As Kubernetes writes it. */
        public String word() {
            return word;
        }

        /** The one that Kubernetes writes so; empty if there is none. */
        public static Optional<Effect> of(String word) {
            return Arrays.stream(values())
                    .filter(effect -> effect.word.equals(word))
                    .findFirst();
        }
    }

    /** Reads {@code gpu=true:NoSchedule} or {@code gpu:NoExecute}, as Kubernetes writes them. */
    public static Taint parse(String text) {
        Matcher taint = TEXT.matcher(text.trim());
        if (!taint.matches()) {
            throw BrokenRule.of(
                    "This is no taint.",
                    "'" + text + "'",
                    "key=value:Effect or key:Effect, such as gpu=true:NoSchedule",
                    "correct it");
        }
        String value = taint.group(2);
        return new Taint(taint.group(1), value == null ? "" : value, effect(taint.group(3)));
    }

    /** Whether {@link #parse} can read it. */
    public static boolean isOne(String text) {
        Matcher taint = TEXT.matcher(text.trim());
        return taint.matches() && Effect.of(taint.group(3)).isPresent();
    }

    private static Effect effect(String word) {
        List<String> words = Arrays.stream(Effect.values()).map(Effect::word).toList();
        return Effect.of(word)
                .orElseThrow(() -> BrokenRule.of(
                        "'" + word + "' is no effect of a taint." + Suggestion.sentence(word, words),
                        "'" + word + "'",
                        "one of " + String.join(", ", words),
                        "correct it"));
    }

    /** Reads several, commas between; each key has an effect once, as in Kubernetes. */
    public static List<Taint> parseAll(String text) {
        List<Taint> taints = new ArrayList<>();
        for (String one : text.split(",", -1)) {
            Taint taint = parse(one);
            if (taints.stream().anyMatch(taint::isRival)) {
                throw BrokenRule.of(
                        "Two taints have the same key and effect.",
                        "'" + taint + "' beside another of '" + taint.key + "'",
                        "each key with an effect once",
                        "leave one of them out");
            }
            taints.add(taint);
        }
        return List.copyOf(taints);
    }

    /** Reads several, commas between, as what an agent says of itself. */
    public static List<Attribute> attributes(String text) {
        return parseAll(text).stream()
                .map(taint -> Attribute.text(ATTRIBUTE, taint.toString()))
                .toList();
    }

    /** Those among the attributes of an agent; what is none is passed over. */
    public static List<Taint> among(List<Attribute> attributes) {
        return attributes.stream()
                .filter(attribute -> attribute.name().equals(ATTRIBUTE))
                .map(attribute -> attribute.value().toString())
                .filter(Taint::isOne)
                .map(Taint::parse)
                .toList();
    }

    /** Whether one takes the place of the other on an agent, where each key has an effect once, as in Kubernetes. */
    public boolean isRival(Taint other) {
        return key.equals(other.key) && effect == other.effect;
    }

    /** As Kubernetes writes it, such as {@code gpu=true:NoSchedule}. */
    @Override
    public String toString() {
        return key + (value.isEmpty() ? "" : "=" + value) + ":" + effect.word;
    }
}
