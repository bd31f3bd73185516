package io.tender.toolkit.replay;

import io.tender.extender.compare.AskedQuestion;
import io.tender.extender.compare.Comparison;
import io.tender.extender.compare.Decision;
import io.tender.extender.compare.Difference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Takes in what is found, from any thread, within bounds. */
final class ReportBuilder {
    private static final int MOST_CHANGES = 10_000;
    private static final int MOST_DIFFERENCES = 50;
    private static final int MOST_PROBLEMS = 1_000;
    private static final int MOST_NAMES = 100_000;
    private static final int MOST_CONCERNED = 20;

    private final String before;
    private final String after;
    private final double tolerance;
    private final SortedMap<String, Long> skipped = new TreeMap<>();
    private final SortedMap<String, Long> unmatched = new TreeMap<>();
    private final SortedMap<String, Row> rows = new TreeMap<>();
    private final Map<String, Long> nodes = new TreeMap<>();
    private final Map<String, Long> tasks = new TreeMap<>();
    private final List<Report.Change> changes = new ArrayList<>();
    private final List<Report.Problem> problems = new ArrayList<>();
    private long noted;
    private long unreadable;
    private boolean stopped;

    ReportBuilder(String before, String after, double tolerance) {
        this.before = before;
        this.after = after;
        this.tolerance = tolerance;
    }

    /** The figures of one verb. */
    private static final class Row {
        private final AskedQuestion question;
        private final Latencies before = new Latencies();
        private final Latencies after = new Latencies();
        private long same;
        private long changed;

        Row(AskedQuestion question) {
            this.question = question;
        }

        Report.Verb summary() {
            return new Report.Verb(
                    question.dialect().label(),
                    question.kind().label(),
                    same + changed,
                    same,
                    changed,
                    before.summary(),
                    after.summary());
        }
    }

    synchronized void skipped(String why) {
        skipped.merge(why, 1L, Long::sum);
    }

    synchronized void unmatched(String recording) {
        unmatched.merge(recording, 1L, Long::sum);
    }

    synchronized void unreadable(Entry.Place place, String why) {
        unreadable++;
        problem(place, why);
    }

    synchronized void problem(Entry.Place place, String text) {
        if (problems.size() < MOST_PROBLEMS) {
            problems.add(new Report.Problem(place.file(), place.line(), text));
        }
    }

    synchronized void stopped() {
        stopped = true;
    }

    synchronized void compared(Case asked, Decision now, Duration latency) {
        AskedQuestion question = asked.question();
        Row row = rows.computeIfAbsent(
                question.dialect().label() + " " + question.kind().label(), key -> new Row(question));
        row.before.add(asked.exchange().latency());
        row.after.add(latency);
        List<Difference> differences = Comparison.of(asked.decision(), now, tolerance);
        boolean decisive = differences.stream().anyMatch(Difference::decisive);
        if (decisive) {
            row.changed++;
            count(tasks, question.subject().task());
            differences.stream()
                    .filter(Difference::decisive)
                    .map(Difference::about)
                    .filter(about -> !about.isEmpty())
                    .distinct()
                    .forEach(about -> count(nodes, about));
        } else {
            row.same++;
            noted += differences.isEmpty() ? 0 : 1;
        }
        if (!differences.isEmpty() && changes.size() < MOST_CHANGES) {
            changes.add(change(asked, differences));
        }
    }

    private static void count(Map<String, Long> names, String name) {
        if (!name.isEmpty() && (names.size() < MOST_NAMES || names.containsKey(name))) {
            names.merge(name, 1L, Long::sum);
        }
    }

    private static Report.Change change(Case asked, List<Difference> differences) {
        List<Report.Differing> first = differences.stream()
                .sorted(Comparator.comparing(difference -> !difference.decisive()))
                .limit(MOST_DIFFERENCES)
                .map(difference -> new Report.Differing(
                        difference.kind().label(),
                        difference.about(),
                        difference.before(),
                        difference.after(),
                        difference.decisive()))
                .toList();
        return new Report.Change(
                asked.place().file(),
                asked.place().line(),
                asked.question().dialect().label(),
                asked.question().kind().label(),
                asked.question().subject().task(),
                first,
                differences.size() - first.size());
    }

    synchronized Report build() {
        List<Report.Verb> verbs = rows.values().stream().map(Row::summary).toList();
        long same = verbs.stream().mapToLong(Report.Verb::same).sum();
        long changed = verbs.stream().mapToLong(Report.Verb::changed).sum();
        // Calls that ran side by side came in any order.
        List<Report.Change> ordered = changes.stream()
                .sorted(Comparator.comparing(Report.Change::file).thenComparingLong(Report.Change::line))
                .toList();
        return new Report(
                before,
                after,
                same + changed,
                same,
                changed,
                noted,
                new TreeMap<>(skipped),
                unreadable,
                new TreeMap<>(unmatched),
                verbs,
                concerned(nodes),
                concerned(tasks),
                ordered,
                List.copyOf(problems),
                stopped);
    }

    private static List<Report.Concerned> concerned(Map<String, Long> names) {
        return names.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST_CONCERNED)
                .map(entry -> new Report.Concerned(entry.getKey(), entry.getValue()))
                .toList();
    }
}
