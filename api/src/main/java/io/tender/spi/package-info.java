/** Every extension point of Tender: small interfaces, each with its contract in the Javadoc. */
@NullMarked
package io.tender.spi;

import org.jspecify.annotations.NullMarked;
