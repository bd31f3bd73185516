/** The doors of the daemon: one HTTP server, who may come in, and how much of anything. */
@NullMarked
package io.tender.daemon.http;

import org.jspecify.annotations.NullMarked;
