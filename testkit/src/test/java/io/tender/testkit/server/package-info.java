/** The server SDK with what only the testkit has. */
@NullMarked
package io.tender.testkit.server;

import org.jspecify.annotations.NullMarked;
