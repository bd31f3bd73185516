package io.tender.model.batch;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * How close together tasks have to be.
 *
 * @param hard whether they wait until they can be, or may be further apart
 * @param highestTier the widest domain allowed; none stands for any
 * @param highestTierName the same, by the name of a tier
 */
public record NetworkTopology(boolean hard, OptionalInt highestTier, Optional<String> highestTierName) {}
