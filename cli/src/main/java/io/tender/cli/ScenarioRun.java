package io.tender.cli;

import io.tender.testkit.scenario.Outcome;
import io.tender.testkit.scenario.Scenario;
import io.tender.testkit.scenario.ScenarioRunner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Many scenarios, one after the other, and what became of them. */
final class ScenarioRun {

    private final Map<Path, List<Scenario>> files;
    private final Map<Path, List<Outcome>> outcomes = new LinkedHashMap<>();
    private Duration took = Duration.ZERO;

    ScenarioRun(Map<Path, List<Scenario>> files) {
        this.files = files;
    }

    /** Is told of every scenario that is over. */
    interface Progress {
        void stepped(Outcome outcome);
    }

    /** @param failFast stop after the first failure */
    void run(ScenarioRunner runner, boolean failFast, Progress progress) {
        for (Map.Entry<Path, List<Scenario>> file : files.entrySet()) {
            List<Outcome> done = new ArrayList<>();
            outcomes.put(file.getKey(), done);
            for (Scenario scenario : file.getValue()) {
                Outcome outcome = runner.run(scenario);
                done.add(outcome);
                took = took.plus(outcome.took());
                progress.stepped(outcome);
                if (failFast && !outcome.passed()) {
                    return;
                }
            }
        }
    }

    int scenarios() {
        return files.values().stream().mapToInt(List::size).sum();
    }

    int passed() {
        return count(true);
    }

    int failed() {
        return count(false);
    }

    private int count(boolean passed) {
        return (int) outcomes.values().stream()
                .flatMap(List::stream)
                .filter(outcome -> outcome.passed() == passed)
                .count();
    }

    int notRun() {
        return scenarios() - passed() - failed();
    }

    Duration took() {
        return took;
    }

    /** The files that were begun, with what became of their scenarios. */
    Map<Path, List<Outcome>> outcomes() {
        return outcomes;
    }

    TestReport report() {
        List<TestReport.InFile> reports = new ArrayList<>();
        outcomes.forEach((file, done) -> reports.add(new TestReport.InFile(
                file.toString(),
                (int) done.stream().filter(Outcome::passed).count(),
                (int) done.stream().filter(outcome -> !outcome.passed()).count(),
                TestReport.millis(done.stream().map(Outcome::took).reduce(Duration.ZERO, Duration::plus)),
                done.stream().map(TestReport::of).toList())));
        return new TestReport(scenarios(), passed(), failed(), notRun(), TestReport.millis(took), reports, List.of());
    }
}
