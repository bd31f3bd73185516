/** Settings of batch sessions: a {@code volcano-scheduler.conf} is read, checked whole, and becomes an engine. */
@NullMarked
package io.tender.runtime.batch;

import org.jspecify.annotations.NullMarked;
