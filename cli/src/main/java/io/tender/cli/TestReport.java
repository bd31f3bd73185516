package io.tender.cli;

import io.tender.testkit.scenario.Failure;
import io.tender.testkit.scenario.Outcome;
import io.tender.testkit.scenario.step.Place;
import io.tender.testkit.scenario.yaml.Problem;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What {@code tender test --json} prints.
 *
 * @param problems what is wrong with the files; if there is anything, no scenario is run
 */
record TestReport(
        int scenarios, int passed, int failed, int notRun, double millis, List<InFile> files, List<Mistake> problems) {

    record InFile(String file, int passed, int failed, double millis, List<Case> scenarios) {}

    /** @param failure null for a scenario that passed */
    record Case(String name, String file, int line, boolean passed, double millis, Optional<Broken> failure) {}

    record Broken(String file, int line, int column, String step, String problem, String expected, String got) {}

    record Mistake(
            String file, int line, int column, String problem, Optional<String> got, Optional<String> expected) {}

    static double millis(Duration duration) {
        return Math.round(duration.toNanos() / 1e3) / 1e3;
    }

    static Case of(Outcome outcome) {
        Place place = outcome.scenario().place();
        return new Case(
                outcome.scenario().name(),
                place.file(),
                place.line(),
                outcome.passed(),
                millis(outcome.took()),
                outcome.failure().map(TestReport::of));
    }

    private static Broken of(Failure failure) {
        Place place = failure.step().place();
        return new Broken(
                place.file(),
                place.line(),
                place.column(),
                failure.step().text(),
                failure.problem(),
                failure.expected(),
                failure.got());
    }

    static Mistake of(Problem problem) {
        Place place = problem.place();
        return new Mistake(
                place.file(), place.line(), place.column(), problem.problem(), problem.got(), problem.expected());
    }
}
