package io.tender.daemon.work;

import io.tender.model.batch.GoDuration;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * What annotations and labels of Volcano's say of a job or of its tasks, beside the specification. What is said of a job goes for
 * those of its tasks that say nothing of it themselves.
 */
record Marks(SortedMap<String, String> labels, SortedMap<String, String> annotations) {
    private static final String PREEMPTABLE = "volcano.sh/preemptable";
    private static final String COOLDOWN = "volcano.sh/cooldown-time";
    private static final String ZONE = "volcano.sh/revocable-zone";
    private static final String LEAST = "volcano.sh/jdb-min-available";
    private static final String MOST = "volcano.sh/jdb-max-unavailable";
    private static final List<String> WAITING_TIMES = List.of("sla-waiting-time", "volcano.sh/sla-waiting-time");

    private static final Set<String> ALL = Set.of(PREEMPTABLE, COOLDOWN, ZONE, LEAST, MOST);

    private static final List<String> OF_TASKS = List.of(PREEMPTABLE, COOLDOWN, ZONE);

    private static final String ANY_ZONE = "*";

    /** As Go has them. */
    private static final Set<String> YES = Set.of("1", "t", "T", "TRUE", "true", "True");

    private static final Set<String> NO = Set.of("0", "f", "F", "FALSE", "false", "False");
    private static final Pattern NUMBER_OR_PERCENT = Pattern.compile("[0-9]{1,9}|(100|[0-9]{1,2})%");

    Marks {
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
        annotations = Collections.unmodifiableSortedMap(new TreeMap<>(annotations));
    }

    /** The same, and of the job what is not said here. */
    Marks within(Metadata job) {
        SortedMap<String, String> allLabels = new TreeMap<>(labels);
        SortedMap<String, String> allAnnotations = new TreeMap<>(annotations);
        for (String key : OF_TASKS) {
            // Nobody reads the zone from a label: it says nothing there.
            boolean labelled = !key.equals(ZONE);
            if (!annotations.containsKey(key) && !(labelled && labels.containsKey(key))) {
                Optional.ofNullable(job.annotations().get(key)).ifPresent(value -> allAnnotations.put(key, value));
                if (labelled) {
                    Optional.ofNullable(job.labels().get(key)).ifPresent(value -> allLabels.put(key, value));
                }
            }
        }
        return new Marks(allLabels, allAnnotations);
    }

    /** What two jobs say differently of their tasks. */
    static List<String> ofTasksThatDiffer(Marks one, Marks other) {
        return OF_TASKS.stream()
                .filter(key -> !Objects.equals(one.labels.get(key), other.labels.get(key))
                        || !Objects.equals(one.annotations.get(key), other.annotations.get(key)))
                .toList();
    }

    /** What is said, by the names of the annotations and labels. */
    SortedSet<String> keys() {
        TreeSet<String> keys = new TreeSet<>(annotations.keySet());
        keys.addAll(labels.keySet());
        keys.removeIf(key -> !ALL.contains(key) && !WAITING_TIMES.contains(key));
        return keys;
    }

    boolean preemptable(boolean usual) {
        return said(PREEMPTABLE).map(YES::contains).orElse(usual);
    }

    /** Empty for who is not meant for such nodes; who is called preemptable by an annotation is, unless it says otherwise. */
    String revocableZone() {
        String unsaid = YES.contains(annotations.getOrDefault(PREEMPTABLE, "")) ? ANY_ZONE : "";
        return annotations.getOrDefault(ZONE, unsaid);
    }

    /** How many tasks of a job must be left; may be empty. */
    String budgetMinAvailable() {
        return annotations.getOrDefault(LEAST, "").trim();
    }

    /** How many tasks of a job may be missing; may be empty. */
    String budgetMaxUnavailable() {
        return annotations.getOrDefault(MOST, "").trim();
    }

    Optional<Duration> waitingTime() {
        return WAITING_TIMES.stream()
                .flatMap(key -> Optional.ofNullable(annotations.get(key)).stream())
                .findFirst()
                .flatMap(GoDuration::parse);
    }

    /** What an annotation says, or else a label. */
    private Optional<String> said(String key) {
        return Optional.ofNullable(annotations.getOrDefault(key, labels.get(key)));
    }

    /**
     * Notes what cannot be read: it would be as if it had not been said, and a task evicted that was to be left alone.
     *
     * @param owner what has the metadata these are from
     */
    void check(Fields owner) {
        check(owner, PREEMPTABLE, word -> YES.contains(word) || NO.contains(word), "\"true\" or \"false\"");
        check(owner, COOLDOWN, word -> isTime(word, time -> !time.isNegative()), GoDuration.EXPECTED);
        check(owner, ZONE, word -> word.isEmpty() || word.equals(ANY_ZONE), "'*', which stands for every zone");
        for (String key : List.of(LEAST, MOST)) {
            check(
                    owner,
                    key,
                    word -> NUMBER_OR_PERCENT.matcher(word.trim()).matches(),
                    "a whole number, or a percentage such as 50%");
        }
        if (annotations.containsKey(LEAST) && annotations.containsKey(MOST)) {
            owner.where("metadata", "annotations")
                    .problem("A budget must say one thing.", "both '" + LEAST + "' and '" + MOST + "'", "one of them");
        }
        for (String key : WAITING_TIMES) {
            check(owner, key, word -> isTime(word, Duration::isPositive), GoDuration.EXPECTED);
        }
    }

    private static boolean isTime(String word, Predicate<Duration> allowed) {
        return GoDuration.parse(word).filter(allowed).isPresent();
    }

    private void check(Fields owner, String key, Predicate<String> allowed, String expected) {
        check(owner, "annotation", annotations, key, allowed, expected);
        check(owner, "label", labels, key, allowed, expected);
    }

    private static void check(
            Fields owner,
            String what,
            Map<String, String> all,
            String key,
            Predicate<String> allowed,
            String expected) {
        Optional.ofNullable(all.get(key))
                .filter(allowed.negate())
                .ifPresent(word -> owner.where("metadata", what + "s", key)
                        .problem("The " + what + " '" + key + "' cannot be this.", "'" + word + "'", expected));
    }
}
