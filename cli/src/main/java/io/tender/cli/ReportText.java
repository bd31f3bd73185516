package io.tender.cli;

import io.tender.toolkit.replay.Report;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A comparison as a person reads it: the changes first, the figures last. */
final class ReportText {
    private static final int MOST_PROBLEMS = 20;
    private static final int MOST_DIFFERENCES = 8;

    private final PrintWriter out;

    ReportText(PrintWriter out) {
        this.out = out;
    }

    /** @param show how many changes are printed at most */
    void print(Report report, int show) {
        List<Report.Change> changes = report.changes().stream()
                .filter(change -> change.differences().stream().anyMatch(Report.Differing::decisive))
                .toList();
        changes.stream().limit(show).forEach(this::change);
        if (report.changed() > Math.min(show, changes.size())) {
            out.println("… and " + (report.changed() - Math.min(show, changes.size()))
                    + " more changed answers; see --show and --json");
        }
        problems(report);
        if (!report.verbs().isEmpty()) {
            out.println();
            out.print(table(report).text());
        }
        concerned("tasks", report.tasks());
        concerned("nodes", report.nodes());
        out.println();
        report.skipped().forEach((why, count) -> out.println("not compared: " + count + ", " + why));
        report.unmatched().forEach((file, count) -> out.println("only in " + file + ": " + count));
        if (report.stopped()) {
            out.println("The limit was reached; there is more in the recording.");
        }
        out.println(report.compared() + " compared, " + report.same() + " the same"
                + (report.noted() == 0 ? "" : " (" + report.noted() + " worded otherwise)") + ", " + report.changed()
                + " changed" + (report.unreadable() == 0 ? "" : ", " + report.unreadable() + " lines unreadable"));
        out.flush();
    }

    private void change(Report.Change change) {
        out.println(change.file() + ":" + change.line() + "  " + change.verb()
                + (change.task().isEmpty() ? "" : "  " + change.task()));
        change.differences().stream()
                .limit(MOST_DIFFERENCES)
                .forEach(one -> out.println("    "
                        + one.kind() + (one.about().isEmpty() ? "" : " " + one.about()) + ": " + one.before() + " → "
                        + one.after()));
        int more = change.more() + Math.max(0, change.differences().size() - MOST_DIFFERENCES);
        if (more > 0) {
            out.println("    … and " + more + " more differences");
        }
    }

    private void problems(Report report) {
        report.problems().stream()
                .limit(MOST_PROBLEMS)
                .forEach(problem -> out.println(problem.file() + ":" + problem.line() + ": " + problem.text()));
        if (report.problems().size() > MOST_PROBLEMS) {
            out.println("… and " + (report.problems().size() - MOST_PROBLEMS) + " more lines; see --json");
        }
    }

    private static TextTable table(Report report) {
        TextTable table = new TextTable(List.of(
                "VERB", "DIALECT", "COMPARED", "CHANGED", "BEFORE p50", "p90", "p99 ms", "AFTER p50", "p90", "p99 ms"));
        for (Report.Verb verb : report.verbs()) {
            table.add(List.of(
                    verb.verb(),
                    verb.dialect(),
                    Long.toString(verb.compared()),
                    Long.toString(verb.changed()),
                    millis(verb.before().p50()),
                    millis(verb.before().p90()),
                    millis(verb.before().p99()),
                    millis(verb.after().p50()),
                    millis(verb.after().p90()),
                    millis(verb.after().p99())));
        }
        return table;
    }

    private static String millis(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private void concerned(String what, List<Report.Concerned> names) {
        if (!names.isEmpty()) {
            out.println("changes by " + what + ": "
                    + names.stream()
                            .map(one -> one.name() + " " + one.changes())
                            .collect(Collectors.joining(", ")));
        }
    }
}
