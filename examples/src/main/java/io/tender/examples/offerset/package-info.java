/** A service that orders offers over HTTP, for the HTTP offer set of Tender or of Aurora. */
@NullMarked
package io.tender.examples.offerset;

import org.jspecify.annotations.NullMarked;
