package io.tender.testkit.scenario;

/** A scenario did not go as it says. */
public final class ScenarioFailedError extends AssertionError {

    private final transient Failure failure;

    public ScenarioFailedError(Failure failure) {
        super(failure.text());
        this.failure = failure;
    }

    public Failure failure() {
        return failure;
    }
}
