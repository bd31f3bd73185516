/**
 * Reads recordings, asks the same questions again, and tells what is decided otherwise.
 *
 * <p>{@link io.tender.toolkit.replay.Replay} asks a service, {@link io.tender.toolkit.replay.RecordingDiff} compares two
 * recordings and asks nobody. Both fill a {@link io.tender.toolkit.replay.Report}; what counts as a difference is decided in
 * {@code io.tender.extender.compare}.
 */
@NullMarked
package io.tender.toolkit.replay;

import org.jspecify.annotations.NullMarked;
