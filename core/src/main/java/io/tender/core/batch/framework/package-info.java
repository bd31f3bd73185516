/** Batch scheduling as a level-2 framework: what the master offers becomes nodes, what sessions decide becomes launches. */
@NullMarked
package io.tender.core.batch.framework;

import org.jspecify.annotations.NullMarked;
