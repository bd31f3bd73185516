/** {@code tender.yaml}: every setting of the daemon, its default, and all that can be wrong with it. */
@NullMarked
package io.tender.daemon.settings;

import org.jspecify.annotations.NullMarked;
