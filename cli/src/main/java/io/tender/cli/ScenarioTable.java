package io.tender.cli;

import io.tender.testkit.scenario.Outcome;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Help.Ansi;

/** Prints what became of scenarios: a line per file, the story of each failure, and the sum. */
final class ScenarioTable {

    private final PrintWriter out;
    private final Ansi colours;

    ScenarioTable(PrintWriter out, Ansi colours) {
        this.out = out;
        this.colours = colours;
    }

    void print(ScenarioRun run) {
        int widest = run.outcomes().keySet().stream()
                .mapToInt(file -> file.toString().length())
                .max()
                .orElse(0);
        run.outcomes().forEach((file, outcomes) -> out.println(row(file, outcomes, widest)));
        run.outcomes().values().stream()
                .flatMap(List::stream)
                .filter(outcome -> !outcome.passed())
                .forEach(this::failure);
        out.println();
        out.println(sum(run));
        out.flush();
    }

    private String row(Path file, List<Outcome> outcomes, int widest) {
        long passed = outcomes.stream().filter(Outcome::passed).count();
        long failed = outcomes.size() - passed;
        Duration took = outcomes.stream().map(Outcome::took).reduce(Duration.ZERO, Duration::plus);
        String name = ("%-" + widest + "s").formatted(file);
        String good = "%4d passed".formatted(passed);
        String bad = failed == 0 ? " ".repeat(11) : coloured("%4d failed".formatted(failed), "red") + " ";
        return "%s  %s  %s %s".formatted(name, failed == 0 ? coloured(good, "green") : good, bad, time(took));
    }

    private void failure(Outcome outcome) {
        out.println();
        out.println(coloured("FAILED", "bold,red") + "  " + outcome.scenario().name());
        outcome.failure().ifPresent(failure -> failure.text().lines().forEach(line -> out.println("  " + line)));
    }

    private String sum(ScenarioRun run) {
        StringBuilder sum = new StringBuilder();
        sum.append(counted(run.scenarios(), "scenario"));
        sum.append(" in ").append(counted(run.outcomes().size(), "file")).append(": ");
        sum.append(run.passed()).append(" passed");
        if (run.failed() > 0) {
            sum.append(", ").append(coloured(run.failed() + " failed", "red"));
        }
        if (run.notRun() > 0) {
            sum.append(", ").append(run.notRun()).append(" not run");
        }
        return sum.append(", in ").append(time(run.took()).strip()).toString();
    }

    private static String counted(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    private static String time(Duration took) {
        return took.toSeconds() > 0
                ? String.format(Locale.ROOT, "%6.1f s", took.toMillis() / 1000.0)
                : String.format(Locale.ROOT, "%6d ms", took.toMillis());
    }

    private String coloured(String text, String style) {
        return colours.string("@|" + style + " " + text + "|@");
    }
}
