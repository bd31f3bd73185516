package io.tender.testkit.scenario.engine;

import io.tender.core.operator.OutstandingOffer;
import io.tender.model.Domain;
import io.tender.model.Resources;
import io.tender.model.Unavailability;
import java.util.Optional;

/**
 * An offer as a framework sees it.
 *
 * @param number counted from 1 in the order of arrival
 * @param resources without the allocation role
 */
record Offer(
        long number,
        Holding holding,
        Resources resources,
        Optional<Unavailability> unavailability,
        Optional<Domain> domain) {

    Offer withResources(Resources changed) {
        return new Offer(number, holding, changed, unavailability, domain);
    }

    OutstandingOffer outstanding() {
        return new OutstandingOffer(
                Long.toString(number), holding.framework(), holding.role(), holding.agent(), resources);
    }

    @Override
    public String toString() {
        return holding + "{" + resources + "}";
    }
}
