package io.tender.spi.offers;

import io.tender.model.service.HostOffer;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskGroupKey;
import java.util.List;

/** A query that no longer changes. */
record FrozenQuery(long attempt, TaskGroupKey group, ResourceBundle request, int tasks, List<HostOffer> candidates)
        implements OfferQuery {}
