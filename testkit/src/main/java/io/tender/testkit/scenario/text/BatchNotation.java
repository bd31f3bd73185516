package io.tender.testkit.scenario.text;

import io.tender.model.AgentId;
import io.tender.model.Suggestion;
import io.tender.model.batch.HostPort;
import io.tender.model.batch.JobId;
import io.tender.model.batch.PodAffinity;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Selector;
import io.tender.model.batch.Taint;
import io.tender.model.batch.Toleration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What batch scenarios write on one line, in the words of Kubernetes and kubectl. */
public final class BatchNotation {
    private static final Pattern TAINT = Pattern.compile("([^=:\\s]+)(?:=([^:\\s]*))?:([A-Za-z]+)");
    private static final Pattern TOLERATION = Pattern.compile("([^=:\\s]+)(?:=([^:\\s]*))?(?::([A-Za-z]+))?");
    private static final Pattern PORT = Pattern.compile("(?:(TCP|UDP|SCTP) )?(?:([0-9.]+):)?([0-9]{1,5})");
    private static final Pattern TERM = Pattern.compile("(.+?)\\s+by\\s+(\\S+)");

    private BatchNotation() {}

    /** {@code cpu=4 memory=8Gi}; {@code nothing} for none. */
    public static ResourceList resources(String text) {
        return text.equals("nothing") ? ResourceList.empty() : ResourceList.parse(text);
    }

    /** The resources in {@code cpu=4 nvidia.com/gpu=0}, those with the amount 0 too. */
    public static Set<String> named(String text) {
        return text.equals("nothing") ? Set.of() : ResourceList.amounts(text).keySet();
    }

    /** {@code n1}, {@code n1..n3}, {@code n1 n2}; spaces or commas between. */
    public static List<String> names(String text) {
        List<String> names = new ArrayList<>();
        for (String word : text.trim().split("[ ,]+", -1)) {
            if (word.isEmpty()) {
                throw NotationException.expected(
                        0, "no name is written here", "'" + text + "'", "such as n1 or n1..n3");
            }
            Cursor cursor = new Cursor(word);
            if (word.contains("..")) {
                List<AgentId> ids = new ArrayList<>();
                IdNotation.agentRange(cursor, ids);
                cursor.end("the end of the range");
                ids.forEach(id -> names.add(id.value()));
            } else {
                names.add(word);
            }
        }
        return names;
    }

    /** {@code a} in the namespace {@code default}, or {@code team/a}. */
    public static JobId job(String text) {
        return text.indexOf('/') < 0 ? new JobId("default", text) : JobId.parse(text);
    }

    /** {@code gpu=true:NoSchedule}, {@code gpu:NoExecute}. */
    public static Taint taint(String text) {
        Matcher taint = TAINT.matcher(text.trim());
        if (!taint.matches()) {
            throw NotationException.expected(
                    0, "'" + text + "' is no taint", "'" + text + "'", "key=value:effect, such as gpu=true:NoSchedule");
        }
        return new Taint(taint.group(1), Optional.ofNullable(taint.group(2)).orElse(""), effect(taint.group(3)));
    }

    private static Taint.Effect effect(String word) {
        return switch (word) {
            case "NoSchedule" -> Taint.Effect.NO_SCHEDULE;
            case "PreferNoSchedule" -> Taint.Effect.PREFER_NO_SCHEDULE;
            case "NoExecute" -> Taint.Effect.NO_EXECUTE;
            default ->
                throw NotationException.expected(
                        0,
                        "'" + word + "' is no effect of a taint."
                                + Suggestion.sentence(word, List.of("NoSchedule", "PreferNoSchedule", "NoExecute")),
                        "'" + word + "'",
                        "NoSchedule, PreferNoSchedule or NoExecute");
        };
    }

    /** {@code gpu=true:NoSchedule}, {@code gpu}: any value and effect; {@code *}: every taint. */
    public static Toleration toleration(String text) {
        if (text.trim().equals("*")) {
            return new Toleration("", true, "", Optional.empty());
        }
        Matcher toleration = TOLERATION.matcher(text.trim());
        if (!toleration.matches()) {
            throw NotationException.expected(
                    0,
                    "'" + text + "' is no toleration",
                    "'" + text + "'",
                    "gpu=true:NoSchedule, gpu:NoSchedule or gpu");
        }
        Optional<String> value = Optional.ofNullable(toleration.group(2));
        return new Toleration(
                toleration.group(1),
                value.isEmpty(),
                value.orElse(""),
                Optional.ofNullable(toleration.group(3)).map(BatchNotation::effect));
    }

    /** {@code 8080}, {@code UDP 53}, {@code TCP 10.0.0.1:80}. */
    public static HostPort port(String text) {
        Matcher port = PORT.matcher(text.trim());
        if (!port.matches()) {
            throw NotationException.expected(0, "'" + text + "' is no port", "'" + text + "'", "8080 or UDP 53");
        }
        return new HostPort(
                Optional.ofNullable(port.group(1)).orElse("TCP"),
                Optional.ofNullable(port.group(2)).orElse(""),
                Integer.parseInt(port.group(3)));
    }

    /** Tasks with these labels, and how near: {@code app=web by zone}. */
    public static PodAffinity.Term term(String text) {
        Matcher term = TERM.matcher(text.trim());
        if (!term.matches()) {
            throw NotationException.expected(
                    0, "'" + text + "' names no tasks", "'" + text + "'", "labels and a key, such as app=web by zone");
        }
        Selector selector = SelectorNotation.selector(term.group(1));
        return new PodAffinity.Term(selector, term.group(2), List.of());
    }

    /** A constant of an enum in anybody's spelling: {@code Inqueue}, {@code RUNNING}. */
    public static <E extends Enum<E>> E word(Class<E> type, String text, String what) {
        for (E each : type.getEnumConstants()) {
            if (each.name().equals(text.toUpperCase(Locale.ROOT))) {
                return each;
            }
        }
        List<String> known = new ArrayList<>();
        for (E each : type.getEnumConstants()) {
            known.add(each.name());
        }
        throw NotationException.expected(
                0,
                "'" + text + "' is no " + what + "." + Suggestion.sentence(text, known),
                "'" + text + "'",
                "one of " + String.join(", ", known));
    }
}
