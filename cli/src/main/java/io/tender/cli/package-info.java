/** The program {@code tender}: one class per command, and what the commands share. */
@NullMarked
package io.tender.cli;

import org.jspecify.annotations.NullMarked;
