package io.tender.examples;

import io.tender.spi.AllocatorFactory;
import io.tender.testkit.contract.AllocatorContract;

/** Everything that every allocator must keep, asked of this one. */
class RoundRobinContractTest extends AllocatorContract {

    @Override
    protected AllocatorFactory factory() {
        return new RoundRobinFactory();
    }
}
