/** Traces, as a collector sees them. */
@NullMarked
package io.tender.daemon.trace;

import org.jspecify.annotations.NullMarked;
