package io.tender.mesos;

import io.tender.model.FrameworkOptions;

/**
 * What SUBSCRIBE and UPDATE_FRAMEWORK carry.
 *
 * @param options suppressed roles and offer constraints
 */
public record Subscription(FrameworkDescription framework, FrameworkOptions options) {}
