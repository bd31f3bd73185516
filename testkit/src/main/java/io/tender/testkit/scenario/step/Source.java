package io.tender.testkit.scenario.step;

/**
 * Where a step was written, and how.
 *
 * @param text the step as its author reads it, on one line
 */
public record Source(Place place, String text) {}
