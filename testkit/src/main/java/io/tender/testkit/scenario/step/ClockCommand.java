package io.tender.testkit.scenario.step;

import java.time.Duration;

/** What happens to time, which only moves when told. */
public sealed interface ClockCommand extends Command {

    /** So many allocation intervals pass, one after the other. */
    record Tick(int times) implements ClockCommand {}

    record Advance(Duration by) implements ClockCommand {}

    /** What is queued is carried out; the clock stands still. */
    record Settle() implements ClockCommand {}
}
