/** A whole cluster on a clock that is moved by hand: days pass in minutes, and nothing may pile up. */
@NullMarked
package io.tender.daemon.day;

import org.jspecify.annotations.NullMarked;
