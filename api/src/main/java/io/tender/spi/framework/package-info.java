/** What every level-2 scheduler has in common: how it speaks to the master. */
@NullMarked
package io.tender.spi.framework;

import org.jspecify.annotations.NullMarked;
