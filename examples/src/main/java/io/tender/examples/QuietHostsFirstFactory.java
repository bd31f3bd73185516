package io.tender.examples;

import io.tender.spi.offers.OfferSet;
import io.tender.spi.offers.OfferSetFactory;
import io.tender.spi.offers.OfferSetSetup;
import java.util.Set;

/** Makes {@link QuietHostsFirst}; the parameter {@code tolerated} says how many starting tasks a machine copes with. */
public final class QuietHostsFirstFactory implements OfferSetFactory {

    @Override
    public String name() {
        return "quiet-hosts-first";
    }

    @Override
    public String description() {
        return "Machines on which few tasks are being started come first.";
    }

    @Override
    public OfferSet create(OfferSetSetup setup) {
        if (!Set.of("tolerated").containsAll(setup.parameters().keySet())) {
            throw new IllegalArgumentException("got the parameters "
                    + setup.parameters().keySet() + ", expected 'tolerated' or none: correct the name");
        }
        return new QuietHostsFirst(setup, Integer.parseInt(setup.parameters().getOrDefault("tolerated", "0")));
    }
}
