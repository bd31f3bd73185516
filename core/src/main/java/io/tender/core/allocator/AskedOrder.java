package io.tender.core.allocator;

import io.tender.spi.order.ServingOrder;

/**
 * Somebody else's order and what it is asked about.
 *
 * @param roles whether it orders the roles
 * @param frameworks whether it orders the frameworks within roles
 */
public record AskedOrder(ServingOrder order, boolean roles, boolean frameworks) {}
