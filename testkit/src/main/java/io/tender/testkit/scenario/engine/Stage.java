package io.tender.testkit.scenario.engine;

import io.tender.testkit.scenario.Failure;
import io.tender.testkit.scenario.ScenarioFailedError;
import io.tender.testkit.scenario.step.Source;
import io.tender.testkit.scenario.step.Step;
import java.util.Optional;

/** What a scenario is played on. Everything that does not go as it should is a {@link ScenarioFailedError}. */
public interface Stage extends AutoCloseable {

    void call(Step.Call call);

    void check(Step.Check check);

    /** Several calls, each settled before the next. */
    default void sequence(Step.Sequence sequence) {
        sequence.calls().forEach(this::call);
    }

    /** All calls are queued before the first is carried out. */
    default void together(Step.Together together) {
        throw failed(together.source(), "'together' means nothing here", "a scenario about an allocator", "");
    }

    /** After the last step. */
    void end();

    /** Lets go of what the stage took of the machine: sockets and threads, if any. */
    @Override
    default void close() {}

    static ScenarioFailedError failed(Source step, String problem, String expected, String got) {
        return new ScenarioFailedError(new Failure(step, Optional.empty(), problem, expected, got));
    }

    static ScenarioFailedError failed(Source step, Source cause, String problem, String expected, String got) {
        return new ScenarioFailedError(new Failure(step, Optional.of(cause), problem, expected, got));
    }

    /** A step that belongs to scenarios about something else. */
    static ScenarioFailedError misplaced(Source step, String subject) {
        return failed(step, "this step does not belong into a scenario about " + subject, "", "");
    }
}
