package io.tender.testkit.scenario;

import io.tender.testkit.scenario.engine.BatchStage;
import io.tender.testkit.scenario.engine.Stage;
import io.tender.testkit.scenario.engine.Stages;
import io.tender.testkit.scenario.step.BatchCommand;
import io.tender.testkit.scenario.step.BatchExpectation;
import io.tender.testkit.scenario.step.ClockCommand;
import io.tender.testkit.scenario.step.Command;
import io.tender.testkit.scenario.step.ExtenderReply;
import io.tender.testkit.scenario.step.Place;
import io.tender.testkit.scenario.step.Source;
import io.tender.testkit.scenario.step.Step;
import io.tender.testkit.scenario.yaml.ScenarioFiles;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Scenarios of a batch scheduler in Java. Each call is carried out at once, on the same engine as scenarios in YAML, and
 * fails on its own line.
 *
 * <pre>{@code
 * try (BatchLanguage scenario = batch("nodes: {n1: cpu=2}")) {
 *     scenario.job("a", "3 x cpu=1")
 *         .session()
 *         .expectNothingPlaced()
 *         .node("n2", "cpu=1")
 *         .session()
 *         .expectPlaced("a", "n1 n1 n2")
 *         .end();
 * }
 * }</pre>
 *
 * <p>What stands under {@code batch} in YAML is given as such; {@link #steps} takes whatever else YAML can say.
 */
public final class BatchLanguage implements AutoCloseable {
    private final Stage stage;

    private BatchLanguage(BatchSetup setup) {
        stage = Stages.open(new Subject.BatchSubject(setup), AllocatorSource.builtIn(), here("scenario"));
    }

    /**
     * A new scenario.
     *
     * @param under what YAML would say under {@code batch}; may be empty
     */
    public static BatchLanguage batch(String under) {
        String begin = under.isBlank() ? "batch: {}\n" : "batch:\n" + under.indent(2);
        Scenario scenario = ScenarioFiles.parse(file(), "scenario: batch\n" + begin + "steps: [session]\n")
                .getFirst();
        return new BatchLanguage(((Subject.BatchSubject) scenario.subject()).setup());
    }

    // What happens

    /** Adds a node, or changes it: {@code cpu=4 memory=8Gi}. */
    public BatchLanguage node(String name, String allocatable) {
        return steps("- nodes: {" + name + ": " + allocatable + "}");
    }

    /** Submits a job on one line: {@code 3 x cpu=1 in q1 min 2 priority 5 on n1}. */
    public BatchLanguage job(String name, String line) {
        return steps("- jobs: {" + name + ": " + line + "}");
    }

    public BatchLanguage session() {
        return sessions(1);
    }

    public BatchLanguage sessions(int times) {
        return happens("sessions: " + times, new BatchCommand.Sessions(times));
    }

    public BatchLanguage advance(Duration by) {
        return happens("advance: " + by, new ClockCommand.Advance(by));
    }

    /** Something becomes of tasks: of a whole job, or of one. */
    public BatchLanguage report(String what, BatchCommand.Fate fate) {
        return happens(fate + ": " + what, new BatchCommand.Report(what, fate));
    }

    /** What an extender does from now on when it is asked at that path. */
    public BatchLanguage extender(String name, String verb, ExtenderReply... replies) {
        return happens(
                "extender: {" + name + ": {" + verb + ": ...}}",
                new BatchCommand.Behave(name, new TreeMap<>(Map.of(verb, List.of(replies)))));
    }

    public BatchLanguage extenderDown(String name) {
        return happens("extender: {" + name + ": down}", new BatchCommand.Down(name));
    }

    public BatchLanguage extenderBack(String name) {
        return happens("extender: {" + name + ": back}", new BatchCommand.Back(name));
    }

    /** Steps as YAML writes them, for whatever has no word of its own here. */
    public BatchLanguage steps(String yaml) {
        Scenario scenario = ScenarioFiles.parse(file(), "scenario: steps\nbatch: {}\nsteps:\n" + yaml.indent(2))
                .getFirst();
        scenario.steps().forEach(this::perform);
        return this;
    }

    // What is expected

    /** Exactly these tasks of a job were placed, on these nodes, and nothing else: {@code n1 n1 n2}, or a number. */
    public BatchLanguage expectPlaced(String what, String where) {
        return steps("- placed: {" + what + ": " + where + "}");
    }

    public BatchLanguage expectNothingPlaced() {
        return perform(new Step.Check(here("placed: nothing"), new BatchExpectation.Placed(new TreeMap<>())));
    }

    /** Exactly this was evicted, for that job. */
    public BatchLanguage expectEvicted(String what, String beneficiary) {
        return steps("- evicted: {" + what + ": " + beneficiary + "}");
    }

    /** A part of why a job or a task waits. */
    public BatchLanguage expectWhy(String what, String reason) {
        BatchExpectation.Reason why = new BatchExpectation.Reason(Optional.of(reason), new TreeMap<>());
        return perform(new Step.Check(
                here("why: {" + what + ": " + reason + "}"),
                new BatchExpectation.Why(new TreeMap<>(Map.of(what, why)))));
    }

    public BatchLanguage expectPhase(String job, String phase) {
        return steps("- phases: {" + job + ": " + phase + "}");
    }

    /** Everything that was decided so far, in order, as text. */
    public List<String> history() {
        return ((BatchStage) stage).history();
    }

    /** The scenario is over: nothing may be left that was not expected. */
    public void end() {
        stage.end();
        close();
    }

    @Override
    public void close() {
        stage.close();
    }

    private BatchLanguage happens(String text, Command command) {
        return perform(new Step.Call(here(text), command, Optional.empty()));
    }

    private BatchLanguage perform(Step step) {
        ScenarioRunner.perform(step, stage);
        return this;
    }

    private static String file() {
        Place place = here("").place();
        return place.file() + ":" + place.line();
    }

    /** The line of the test that is at work. */
    private static Source here(String text) {
        return StackWalker.getInstance()
                .walk(frames ->
                        frames.filter(frame -> !isOurs(frame.getClassName())).findFirst())
                .map(frame ->
                        new Source(new Place(String.valueOf(frame.getFileName()), frame.getLineNumber(), 0), text))
                .orElseThrow();
    }

    private static boolean isOurs(String className) {
        String own = BatchLanguage.class.getName();
        return className.equals(own) || className.startsWith(own + "$");
    }
}
