package io.tender.model.batch;

/**
 * How many matching tasks of a namespace may be evicted.
 *
 * @param minAvailable how many must be left: a number or a percentage; empty if not given
 * @param maxUnavailable how many may be missing: a number or a percentage; empty if not given
 */
public record DisruptionBudget(
        String namespace, String name, Selector selector, String minAvailable, String maxUnavailable) {}
