/** Placing tasks on offers: the service scheduler, natively and by a service's order, beside Fenzo. */
@NullMarked
package io.tender.benchmarks.placement;

import org.jspecify.annotations.NullMarked;
