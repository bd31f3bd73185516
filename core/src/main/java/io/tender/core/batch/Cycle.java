package io.tender.core.batch;

import io.tender.spi.Chance;
import java.time.Instant;

/**
 * All that a session may know of the outside.
 *
 * @param id unique among the sessions of all schedulers
 * @param number counts the sessions of this scheduler
 * @param now by a clock that nobody sets
 * @param date by the machine's clock
 */
public record Cycle(String id, long number, Instant now, Instant date, Chance chance) {
    public Cycle(String id, long number, Instant now, Chance chance) {
        this(id, number, now, now, chance);
    }
}
