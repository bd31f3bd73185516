package io.tender.testkit.scenario;

import java.time.Duration;
import java.util.Optional;

/**
 *
 * How a scenario ended.
 *
 *
 *
 * @param failure empty: as it should
 *
 */
public record Outcome(Scenario scenario, Optional<Failure> failure, Duration took) {

    public boolean passed() {
        return failure.isEmpty();
    }
}
