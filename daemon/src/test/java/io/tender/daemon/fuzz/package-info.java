/** Requests nobody would send: built from the schemas of what the daemon serves, and made wrong on purpose. */
@NullMarked
package io.tender.daemon.fuzz;

import org.jspecify.annotations.NullMarked;
