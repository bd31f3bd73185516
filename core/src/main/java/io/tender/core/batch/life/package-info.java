/**
 * What becomes of a job over time: when it counts as running, restarts, ends, and what a failure means for it. Decides only;
 * placing tasks is the scheduler's.
 */
@NullMarked
package io.tender.core.batch.life;

import org.jspecify.annotations.NullMarked;
