/** The daemon: what belongs to it, put together. */
@NullMarked
package io.tender.daemon;

import org.jspecify.annotations.NullMarked;
