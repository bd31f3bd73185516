/**
 * Traces of work from its submission to its running. Nothing here knows who sends them: {@link io.tender.daemon.trace.Spans}
 * is all the rest of the program sees.
 */
@NullMarked
package io.tender.daemon.trace;

import org.jspecify.annotations.NullMarked;
