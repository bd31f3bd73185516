package io.tender.examples;

import io.tender.spi.order.ServingOrder;
import io.tender.spi.order.ServingOrderFactory;
import java.util.Map;

/** Makes {@link TakingTurns}, which has no parameters. */
public final class TakingTurnsFactory implements ServingOrderFactory {

    @Override
    public String name() {
        return "taking-turns";
    }

    @Override
    public String description() {
        return "Another role is first in each run.";
    }

    @Override
    public ServingOrder create(Map<String, String> parameters) {
        if (!parameters.isEmpty()) {
            throw new IllegalArgumentException(
                    "got the parameters " + parameters.keySet() + ", expected none: leave them out");
        }
        return new TakingTurns();
    }
}
