/** The batch plugins that come with the program; {@link io.tender.core.batch.plugin.BuiltInPlugins} lists them. */
@NullMarked
package io.tender.core.batch.plugin;

import org.jspecify.annotations.NullMarked;
