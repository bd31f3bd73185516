package io.tender.benchmarks.report;

import io.tender.benchmarks.placement.PlacementResult;
import io.tender.benchmarks.placement.PlacementResult.Kind;
import io.tender.benchmarks.placement.PlacementResult.Line;
import java.util.List;

/** How fast tasks were placed, as tables. */
final class PlacementTables {

    /** An order that is asked for over HTTP should cost at most as much again. */
    private static final double HTTP_GOAL = 0.5;

    private PlacementTables() {}

    static String title(PlacementResult result) {
        return Numbers.count(result.tasks()) + " tasks on " + Numbers.count(result.agents()) + " agents, in batches of "
                + Numbers.count(result.batch());
    }

    /** What an order over HTTP cannot go below. */
    static String exchange(PlacementResult result) {
        return result.exchangeMillis() == 0
                ? ""
                : "One question about all " + Numbers.count(result.agents())
                        + " agents and its answer, sent and read with" + " nothing around it, takes "
                        + Numbers.ms(result.exchangeMillis()) + " ms in the middle.";
    }

    static Table rates(PlacementResult result) {
        Table table = new Table(
                1,
                "scheduler",
                "tasks/s",
                "all batches",
                "slowest batch",
                "fastest batch",
                "tasks measured",
                "agents used",
                "to Fenzo",
                "to native",
                "to native, all batches");
        for (Line line : result.lines()) {
            table.add(
                    line.scheduler(),
                    rate(line.tasksPerSecond()),
                    rate(line.together()),
                    rate(line.slowest()),
                    rate(line.fastest()),
                    Numbers.count(line.placed()),
                    line.agentsUsed().map(Numbers::count).orElse(""),
                    line.kind() == Kind.FENZO
                            ? ""
                            : result.fenzo().map(fenzo -> ratio(line, fenzo)).orElse(""),
                    line.kind() == Kind.HTTP
                            ? result.nativeTwin(line)
                                    .map(twin -> ratio(line, twin))
                                    .orElse("")
                            : "",
                    line.kind() == Kind.HTTP
                            ? result.nativeTwin(line)
                                    .map(twin -> Numbers.ratio(line.together() / twin.together()))
                                    .orElse("")
                            : "");
        }
        return table;
    }

    private static String rate(double tasksPerSecond) {
        return Numbers.count(Math.round(tasksPerSecond));
    }

    private static String ratio(Line line, Line other) {
        return Numbers.ratio(line.tasksPerSecond() / other.tasksPerSecond());
    }

    /** What is asked for, and whether it is there; of several settings the least favourable counts. */
    static Table goals(List<PlacementResult> results) {
        Table table = new Table(2, "agents", "ratio of tasks/s", "got", "got, all batches", "goal", "reached");
        for (PlacementResult result : results) {
            result.slowestNative()
                    .ifPresent(own -> result.fenzo()
                            .ifPresent(fenzo -> add(table, result, own, fenzo, fenzoGoal(result.agents()))));
            for (Line line : result.lines()) {
                if (line.kind() == Kind.HTTP) {
                    result.nativeTwin(line).ifPresent(twin -> add(table, result, line, twin, HTTP_GOAL));
                }
            }
        }
        return table;
    }

    /** The more agents, the more a scheduler gains that does not look at each of them for each task; 0 for no goal. */
    private static double fenzoGoal(int agents) {
        if (agents >= 10_000) {
            return 20;
        }
        return agents >= 5_000 ? 10 : 0;
    }

    private static void add(Table table, PlacementResult result, Line line, Line other, double goal) {
        double got = line.tasksPerSecond() / other.tasksPerSecond();
        double together = line.together() / other.together();
        table.add(
                Numbers.count(result.agents()),
                line.scheduler() + " / " + other.scheduler(),
                Numbers.ratio(got),
                Numbers.ratio(together),
                goal == 0 ? "" : Numbers.ratio(goal),
                goal == 0 ? "" : Math.min(got, together) >= goal ? "yes" : got >= goal ? "by the middle batch" : "no");
    }
}
