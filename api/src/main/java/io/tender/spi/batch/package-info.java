/**
 * Where user code joins batch scheduling: a plugin is opened with every session and offers the hooks it cares about.
 *
 * <p>Start with {@link io.tender.spi.batch.BatchPlugin} and {@link io.tender.spi.batch.Hooks}. Views show the session as
 * it is at the moment of asking, tentative placements included; they are only good until the session closes.
 */
@NullMarked
package io.tender.spi.batch;

import org.jspecify.annotations.NullMarked;
