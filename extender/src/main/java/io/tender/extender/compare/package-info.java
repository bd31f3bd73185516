/**
 * What an answer decides, whatever form it came in, and how two decisions differ.
 *
 * <p>{@link io.tender.extender.compare.Recognition} tells what a request asks, {@link
 * io.tender.extender.compare.DecisionReader} reads an answer to it as the scheduler that asked would, and {@link
 * io.tender.extender.compare.Comparison} lays two decisions side by side.
 */
@NullMarked
package io.tender.extender.compare;

import org.jspecify.annotations.NullMarked;
