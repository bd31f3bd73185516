/** The order in which offers are tried unless somebody else says otherwise, and the set that keeps it. */
@NullMarked
package io.tender.core.offers;

import org.jspecify.annotations.NullMarked;
