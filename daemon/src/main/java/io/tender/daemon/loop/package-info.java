/** The thread on which the master takes its turns, and the way what it decides becomes durable before others notice. */
@NullMarked
package io.tender.daemon.loop;

import org.jspecify.annotations.NullMarked;
