package io.tender.model;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** When a machine will be down for maintenance; without a duration, for good. */
public record Unavailability(Instant start, Optional<Duration> duration) {}
