/**
 * Who says which roles and frameworks are served first, instead of their shares alone: a {@link
 * io.tender.spi.order.ServingOrder}, made by a {@link io.tender.spi.order.ServingOrderFactory} and chosen by name as a sorter.
 */
@NullMarked
package io.tender.spi.order;

import org.jspecify.annotations.NullMarked;
