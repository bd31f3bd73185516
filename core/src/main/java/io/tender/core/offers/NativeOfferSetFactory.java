package io.tender.core.offers;

import io.tender.model.BrokenRule;
import io.tender.spi.offers.OfferSet;
import io.tender.spi.offers.OfferSetFactory;
import io.tender.spi.offers.OfferSetSetup;
import java.util.List;

/** Makes the set that tries offers in the order of the setting {@code offer_order}. */
public final class NativeOfferSetFactory implements OfferSetFactory {

    @Override
    public String name() {
        return "native";
    }

    /** What Aurora's flag {@code -offer_set_module} says unless it is changed. */
    @Override
    public List<String> aliases() {
        return List.of("org.apache.aurora.scheduler.offers.OfferManagerModule$OfferSetModule");
    }

    @Override
    public String description() {
        return "Tries offers in the order of offer_order.";
    }

    @Override
    public OfferSet create(OfferSetSetup setup) {
        if (!setup.parameters().isEmpty()) {
            throw BrokenRule.of(
                    "The native offer set has no settings of its own.",
                    setup.parameters().keySet(),
                    "none",
                    "leave them out; its order is the setting offer_order");
        }
        return new NativeOfferSet(setup.nativeOrder());
    }
}
