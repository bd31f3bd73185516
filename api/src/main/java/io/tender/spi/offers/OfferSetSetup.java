package io.tender.spi.offers;

import io.tender.model.AgentId;
import io.tender.model.service.HostOffer;
import io.tender.spi.Chance;
import java.util.Collections;
import java.util.Comparator;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/**
 * What an offer set is made with.
 *
 * @param parameters the settings given for it, by name
 * @param chance where its random choices come from, so that a seed repeats them
 * @param nativeOrder the order of the setting {@code offer_order}, to fall back on or to refine; total over offer ids
 * @param startingTasks how many tasks of this scheduler are being started (STARTING) on an agent. A set that waits may
 *     read it on any thread: it then tells the count as of its latest query
 */
public record OfferSetSetup(
        SortedMap<String, String> parameters,
        Chance chance,
        Comparator<HostOffer> nativeOrder,
        ToIntFunction<AgentId> startingTasks) {

    public OfferSetSetup {
        parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
    }

    /** The same surroundings with these settings. */
    public OfferSetSetup withParameters(SortedMap<String, String> changed) {
        return new OfferSetSetup(changed, chance, nativeOrder, startingTasks);
    }
}
