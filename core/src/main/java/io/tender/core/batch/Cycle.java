package io.tender.core.batch;

import io.tender.spi.Chance;
import java.time.Instant;

/**
 * All that a session may know of the outside.
 *
 * @param id unique among the sessions of all schedulers
 * @param number counts the sessions of this scheduler
 */
public record Cycle(String id, long number, Instant now, Chance chance) {}
