package io.tender.spi.offers;

import io.tender.model.service.HostOffer;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskGroupKey;
import java.util.List;

/** What one scheduling attempt asks an offer set. */
public interface OfferQuery {

    /** A number that no other attempt of this scheduler has; it grows. */
    long attempt();

    /** The tasks to be placed: their job and their config. */
    TaskGroupKey group();

    /** What each task takes, executor and ports included. */
    ResourceBundle request();

    /** How many tasks the attempt would like to place, at least 1. */
    int tasks();

    /**
     * The held offers that pass all vetoes for one task of the group, in native order.
     *
     * <p>For a set that waits they were frozen when the attempt began and may be read on any thread. For a set that does
     * not wait they are worked out when first asked for, so a set that does not need them costs nothing; ask before the
     * answer is iterated, as each placement changes them.
     */
    List<HostOffer> candidates();

    /** A query whose candidates are known. */
    static OfferQuery of(
            long attempt, TaskGroupKey group, ResourceBundle request, int tasks, List<HostOffer> candidates) {
        return new FrozenQuery(attempt, group, request, tasks, List.copyOf(candidates));
    }
}
