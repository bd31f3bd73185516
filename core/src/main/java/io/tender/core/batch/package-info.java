/**
 * Batch sessions in the manner of Volcano: a snapshot goes in, plugins are opened, actions run over it, decisions come out.
 *
 * <p>{@link io.tender.core.batch.BatchCluster} keeps what there is and makes snapshots; {@link
 * io.tender.core.batch.Session} is one cycle; {@link io.tender.core.batch.Statement} is tentative work in it; {@link
 * io.tender.core.batch.NodeSearch} finds the best node for a task, {@link io.tender.core.batch.EvictionNodes} where others would
 * have to go first.
 */
@NullMarked
package io.tender.core.batch;

import org.jspecify.annotations.NullMarked;
