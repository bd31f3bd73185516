/** The plugins that come with the program. */
@NullMarked
package io.tender.core.batch.plugin;

import org.jspecify.annotations.NullMarked;
