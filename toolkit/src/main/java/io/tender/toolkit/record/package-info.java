/**
 * A transparent proxy that records what a scheduler and an extender say to each other.
 *
 * <p>{@link io.tender.toolkit.record.RecordingProxy} copies bytes, and nothing else happens on that way. A copy of the copy
 * goes to one thread beside it, which reads HTTP out of it and hands exchanges to the recording. That thread may fall behind,
 * fail to understand or find the disk full; the traffic does not notice.
 */
@NullMarked
package io.tender.toolkit.record;

import org.jspecify.annotations.NullMarked;
