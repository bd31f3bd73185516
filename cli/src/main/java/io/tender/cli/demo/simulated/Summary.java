package io.tender.cli.demo.simulated;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What came of a demo; also what {@code --json} prints.
 *
 * @param typicalRunMillis the median of the last runs, since a first one that loads classes says nothing of the others
 * @param unanswered offers that were still held when the demo ended, or gone with their agent before
 * @param orders how ordering the offers of the service framework went; empty if there was no such framework
 * @param gangs how those of the batch framework fared; empty if there was no such framework
 * @param complete whether it ran to its end, and was not stopped before
 * @param fingerprint the same for the same offers in the same order
 * @param problems promises that were broken, calls that were refused, callbacks that failed; none if all is well
 */
public record Summary(
        String allocator,
        long seed,
        int agents,
        double simulatedSeconds,
        double realSeconds,
        boolean complete,
        long runs,
        double typicalRunMillis,
        long offers,
        long accepted,
        long declined,
        long unanswered,
        long tasksStarted,
        long tasksEnded,
        long tasksLost,
        String fingerprint,
        long checks,
        List<String> problems,
        List<RoleSummary> roles,
        Optional<OrderSummary> orders,
        Optional<GangSummary> gangs) {

    public Summary {
        problems = List.copyOf(problems);
        roles = List.copyOf(roles);
    }

    /**
     * One role's part. The shares are means over time of parts of the whole cluster, from 0 to 1.
     *
     * @param entitled by weight, up to what it wanted
     * @param share what its tasks really used
     */
    public record RoleSummary(
            String role,
            double weight,
            String framework,
            double wanted,
            double entitled,
            double share,
            long offers,
            long accepted,
            long declined,
            long tasksStarted) {}

    /** For people. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%s after %.1f simulated seconds in %.1f real ones (seed %d, %d agents, allocator '%s')",
                complete ? "Done" : "Stopped",
                simulatedSeconds,
                realSeconds,
                seed,
                agents,
                allocator));
        lines.add("");
        lines.add("  role       weight  framework  wanted  entitled   share   offers  accepted  declined    tasks");
        for (RoleSummary role : roles) {
            lines.add(String.format(
                    Locale.ROOT,
                    "  %-9s %7.0f  %-9s %6.1f%% %8.1f%% %6.1f%% %8d %9d %9d %8d",
                    role.role(),
                    role.weight(),
                    role.framework(),
                    100 * role.wanted(),
                    100 * role.entitled(),
                    100 * role.share(),
                    role.offers(),
                    role.accepted(),
                    role.declined(),
                    role.tasksStarted()));
        }
        lines.add("");
        lines.add(String.format(
                Locale.ROOT,
                "  offers  %d made, %d accepted, %d declined%s (fingerprint %s)",
                offers,
                accepted,
                declined,
                unanswered == 0 ? "" : ", " + unanswered + " unanswered",
                fingerprint));
        lines.add(String.format(
                Locale.ROOT,
                "  tasks   %d started, %d ended, %d lost with their agent",
                tasksStarted,
                tasksEnded,
                tasksLost));
        lines.add(String.format(Locale.ROOT, "  runs    %d, typically %.2f ms", runs, typicalRunMillis));
        orders.ifPresent(asked -> {
            lines.add(asked.line());
            asked.trouble().ifPresent(what -> lines.add("  note    " + what));
        });
        gangs.ifPresent(batch -> {
            lines.add(batch.line());
            batch.trouble().ifPresent(what -> lines.add("  note    " + what));
        });
        if (problems.isEmpty()) {
            lines.add(String.format(Locale.ROOT, "  checks  %d offers: nothing was promised twice", checks));
        } else {
            problems.forEach(problem -> lines.add("  PROBLEM " + problem));
        }
        return lines;
    }
}
