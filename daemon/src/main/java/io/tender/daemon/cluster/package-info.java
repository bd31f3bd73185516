/** The machines that run tasks, whatever kind they are: what the master asks of them and what they report. */
@NullMarked
package io.tender.daemon.cluster;

import org.jspecify.annotations.NullMarked;
