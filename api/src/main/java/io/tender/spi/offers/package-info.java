/**
 * Who says in which order a service scheduler tries the offers it holds: an {@link io.tender.spi.offers.OfferSet}, made
 * by an {@link io.tender.spi.offers.OfferSetFactory} and chosen by name.
 */
@NullMarked
package io.tender.spi.offers;

import org.jspecify.annotations.NullMarked;
