package io.tender.cli.demo;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What came of a show so far; at its end, also what {@code --json} prints.
 *
 * @param server where the daemon listens
 * @param seconds how long it has been shown
 * @param complete whether it came to its end, and was not stopped before
 * @param said what the last real process wrote
 * @param shadow how the extender compares that looks on, once it was asked
 * @param notes what went otherwise than planned, and was coped with
 * @param problems promises that were broken, calls that were refused, things left behind; none if all is well
 */
public record ShowSummary(
        String server,
        int agents,
        double seconds,
        boolean complete,
        List<Role> roles,
        double cpusInUse,
        double cpus,
        Tasks tasks,
        Gangs gangs,
        long realJobs,
        Optional<String> said,
        Asked extender,
        Asked offerSet,
        Optional<Shadow> shadow,
        Checks checks,
        List<String> notes,
        List<String> problems) {

    public ShowSummary {
        roles = List.copyOf(roles);
        notes = List.copyOf(notes);
        problems = List.copyOf(problems);
    }

    /** @param share of the cluster, by the resource of which it has the largest part; from 0 to 1 */
    public record Role(String role, double weight, String framework, double share, int tasks, int launched) {}

    /** @param failed ended otherwise than by finishing or by being asked to */
    public record Tasks(int launched, int finished, int killed, int failed) {}

    /**
     * @param started whole, all tasks at once
     * @param medianMillis from being asked for to running, of all jobs
     * @param slowMillis what 95 of 100 did not exceed
     */
    public record Gangs(int started, long finished, int waiting, double medianMillis, double slowMillis) {}

    /**
     * Calls to a program that has a say.
     *
     * @param halfWithinMillis what half of them did not exceed; the mean tells mostly how slow the first ones of a program are
     */
    public record Asked(long calls, long failed, double meanMillis, OptionalDouble halfWithinMillis) {
        static Asked of(Look.Calls calls) {
            return new Asked(calls.made(), calls.failed(), calls.meanMillis(), calls.halfWithinMillis());
        }

        String words() {
            String times = halfWithinMillis.isPresent()
                    ? String.format(
                            Locale.ROOT,
                            "; half within %s ms, %.1f ms in the mean",
                            new DecimalFormat("0.##", DecimalFormatSymbols.getInstance(Locale.ROOT))
                                    .format(halfWithinMillis.getAsDouble()),
                            meanMillis)
                    : "";
            return calls + " calls, " + failed + " failed" + times;
        }
    }

    /**
     * @param agreement the share of the nodes on which both say the same
     * @param rankCorrelation Kendall's tau-b
     * @param example the latest thing that it would have decided otherwise, line by line
     */
    public record Shadow(
            String agreement, String rankCorrelation, long sameWinner, long otherWinner, List<String> example) {
        public Shadow {
            example = List.copyOf(example);
        }
    }

    /** @param agents whose books were checked, each look counted */
    public record Checks(long looks, long agents) {}

    /** What has happened, for people; the same words while it is shown and at its end. */
    List<String> facts() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "  tasks      %d launched, %d finished, %d killed, %d failed",
                tasks.launched(),
                tasks.finished(),
                tasks.killed(),
                tasks.failed()));
        lines.add(String.format(
                Locale.ROOT,
                "  gangs      %d started whole, %d finished, %d waiting; from apply to running %.2f s (95 %%: %.2f s)",
                gangs.started(),
                gangs.finished(),
                gangs.waiting(),
                gangs.medianMillis() / 1000,
                gangs.slowMillis() / 1000));
        lines.add("  extender   " + extender.words());
        lines.add("  offer set  " + offerSet.words());
        shadow.ifPresent(looks -> lines.add(String.format(
                Locale.ROOT,
                "  shadow     agrees on %s of the nodes, rank correlation %s (tau-b); same winner %d times, another %d",
                looks.agreement(),
                looks.rankCorrelation(),
                looks.sameWinner(),
                looks.otherWinner())));
        said.ifPresent(words -> lines.add(
                String.format(Locale.ROOT, "  processes  %d real jobs done, the last said: %s", realJobs, words)));
        notes.forEach(note -> lines.add("  note       " + note));
        if (problems.isEmpty()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "  checks     %d looks at %d agents: nothing was promised twice, every gang was whole",
                    checks.looks(),
                    agents));
        } else {
            problems.forEach(problem -> lines.add("  PROBLEM    " + problem));
        }
        return lines;
    }

    /** How it ended, in a line. */
    String ending() {
        return String.format(
                Locale.ROOT,
                "%s after %.1f s with %d agents. %s",
                complete ? "Done" : "Stopped",
                seconds,
                agents,
                problems.isEmpty() ? "Everything is cleared away." : "Not all went well.");
    }

    /** For people, at the end. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(ending());
        lines.add("");
        lines.add("  role      weight  framework      share   tasks  launched");
        for (Role role : roles) {
            lines.add(String.format(
                    Locale.ROOT,
                    "  %-9s %6.0f  %-12s %6.1f%% %7d %9d",
                    role.role(),
                    role.weight(),
                    role.framework(),
                    100 * role.share(),
                    role.tasks(),
                    role.launched()));
        }
        lines.add("");
        lines.addAll(facts());
        lines.addAll(disagreement());
        return lines;
    }

    /** What the shadow would have decided otherwise. */
    List<String> disagreement() {
        List<String> lines = new ArrayList<>();
        shadow.filter(looks -> !looks.example().isEmpty()).ifPresent(looks -> {
            lines.add("");
            lines.add("  The shadow would rather keep gangs together. Had it been obeyed:");
            looks.example().forEach(line -> lines.add("  " + line));
        });
        return lines;
    }
}
