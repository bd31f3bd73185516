package io.tender.testkit.contract;

import io.tender.core.offers.NativeOfferSetFactory;
import io.tender.spi.offers.OfferSetFactory;

class NativeOfferSetContractTest extends OfferSetContract {
    @Override
    protected OfferSetFactory factory() {
        return new NativeOfferSetFactory();
    }
}
