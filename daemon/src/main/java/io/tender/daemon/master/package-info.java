/** One deterministic state machine over agents, frameworks, offers and tasks: commands in, events out. */
@NullMarked
package io.tender.daemon.master;

import org.jspecify.annotations.NullMarked;
