package io.tender.cli;

import io.tender.toolkit.check.Check;
import io.tender.toolkit.check.CheckReport;
import io.tender.toolkit.check.CheckResult;
import io.tender.toolkit.check.Dialect;
import io.tender.toolkit.check.Evidence;
import io.tender.toolkit.check.VerbState;
import io.tender.toolkit.check.Verdict;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/** Prints what became of checks: a line for each, the story of those that failed, and the sum. */
final class CheckTable {
    private final PrintWriter out;
    private final Ansi colours;

    CheckTable(CommandSpec spec) {
        this.out = spec.commandLine().getOut();
        this.colours = spec.commandLine().getColorScheme().ansi();
    }

    void print(CheckReport report) {
        out.println(report.service() + ", asked as " + report.dialect().label());
        report.verbs().forEach(this::verb);
        out.println();
        List<CheckResult> reached = report.reached();
        int widest = reached.stream()
                .mapToInt(result -> result.check().name().length())
                .max()
                .orElse(0);
        reached.forEach(result -> out.println(row(result, widest)));
        unreached(report.results().subList(reached.size(), report.results().size()));
        report.results().forEach(this::story);
        out.println();
        out.println(sum(report));
        out.flush();
    }

    /** One line for all of them: the reason is the same. */
    private void unreached(List<CheckResult> results) {
        if (!results.isEmpty() && results.getFirst().verdict() instanceof Verdict.Skipped skipped) {
            out.println("     " + styled("skipped", "faint") + "  " + results.size() + " more: " + skipped.reason());
        }
    }

    private void verb(VerbState state) {
        out.println("  %-15s %s".formatted(state.verb(), state.reason()));
    }

    private String row(CheckResult result, int widest) {
        String label = "%-7s".formatted(result.label());
        String shown = switch (result.verdict()) {
            case Verdict.Passed ignored -> styled(label, "green");
            case Verdict.Failed ignored -> styled(label, "bold,red");
            case Verdict.Warned ignored -> styled(label, "yellow");
            case Verdict.Skipped ignored -> styled(label, "faint");
            case Verdict.Untried ignored -> styled(label, "bold,red");
        };
        String more = switch (result.verdict()) {
            case Verdict.Passed passed -> passed.note();
            case Verdict.Skipped skipped -> skipped.reason();
            case Verdict.Untried untried -> untried.reason();
            case Verdict.Failed ignored -> "";
            case Verdict.Warned ignored -> "";
        };
        String row = "%-4s %s  %-" + widest + "s  %s";
        return row.formatted(result.check().id(), shown, result.check().name(), more)
                .stripTrailing();
    }

    private void story(CheckResult result) {
        switch (result.verdict()) {
            case Verdict.Failed failed -> story("FAILED", "bold,red", result.check(), failed.evidence());
            case Verdict.Warned warned -> story("WARNED", "yellow", result.check(), warned.evidence());
            case Verdict.Passed ignored -> {}
            case Verdict.Skipped ignored -> {}
            case Verdict.Untried ignored -> {}
        }
    }

    private void story(String label, String style, Check check, Evidence evidence) {
        out.println();
        out.println(styled(label, style) + "  " + check.id() + "  " + check.name());
        out.println("  got:      " + evidence.got());
        out.println("  expected: " + evidence.expected());
        evidence.asked().ifPresent(asked -> out.println("  asked:    " + asked));
        evidence.answered().ifPresent(answered -> out.println("  answered: " + answered));
        out.println("  why:      " + check.why());
        out.println("  to do:    " + evidence.toDo(check));
    }

    private String sum(CheckReport report) {
        StringBuilder sum = new StringBuilder(report.results().size() + " checks: ");
        sum.append(report.count("passed")).append(" passed");
        append(sum, report.count("failed"), "failed", "red");
        append(sum, report.count("warned"), "warned", "yellow");
        append(sum, report.count("skipped"), "skipped", "faint");
        append(sum, report.count("untried"), "untried", "red");
        sum.append(String.format(Locale.ROOT, ", in %.1f s", report.took().toMillis() / 1000.0));
        return report.count("untried") == 0
                ? sum.toString()
                : sum + System.lineSeparator()
                        + "The time for all checks was over before all were tried: find out why the service is slow,"
                        + " or give more with --deadline";
    }

    private void append(StringBuilder sum, long number, String label, String style) {
        if (number > 0) {
            sum.append(", ").append(styled(number + " " + label, style));
        }
    }

    private String styled(String text, String style) {
        return colours.string("@|" + style + " " + text + "|@");
    }

    /** What there is to check in a dialect. */
    static void list(CommandSpec spec, Dialect dialect, List<Check> checks, boolean json) {
        if (json) {
            ArrayNode list = JsonMapper.shared().createArrayNode();
            checks.forEach(check -> list.addObject()
                    .put("id", check.id().value())
                    .put("name", check.name())
                    .put("why", check.why())
                    .put("hint", check.hint()));
            Printing.json(spec, list);
            return;
        }
        StringBuilder text =
                new StringBuilder(checks.size() + " checks of the dialect " + dialect.label() + System.lineSeparator());
        for (Check check : checks) {
            text.append("%n%-4s %s%n     %s%n".formatted(check.id(), check.name(), check.why()));
        }
        Printing.text(spec, text.toString());
    }
}
