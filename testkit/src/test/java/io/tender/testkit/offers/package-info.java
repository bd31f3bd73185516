/** The HTTP offer set against services of all kinds, over real sockets. */
package io.tender.testkit.offers;
