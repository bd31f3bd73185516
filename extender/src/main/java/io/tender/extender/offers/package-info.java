/** What offer sets have in common that ask somebody else for the order: their settings and what they say in the log. */
@NullMarked
package io.tender.extender.offers;

import org.jspecify.annotations.NullMarked;
