/** How long it takes to have offers ordered by a service, beside the plain way to do it and the real Aurora client. */
@NullMarked
package io.tender.benchmarks.offersets;

import org.jspecify.annotations.NullMarked;
