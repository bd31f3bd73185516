/** Servers that do everything wrong, on command: to see what a client makes of it. */
@NullMarked
package io.tender.testkit.hostile;

import org.jspecify.annotations.NullMarked;
