/**
 * The dialect of Aurora's HTTP offer set: a service orders the offers of a scheduling attempt, over HTTP.
 *
 * <p>{@link io.tender.extender.aurora.HttpOfferSet} asks it, {@link io.tender.extender.aurora.HttpOfferSetSettings} says
 * how, and {@link io.tender.extender.aurora.AuroraFlags} reads what an Aurora scheduler was started with.
 */
@NullMarked
package io.tender.extender.aurora;

import org.jspecify.annotations.NullMarked;
