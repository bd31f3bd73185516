package io.tender.cli.demo.simulated;

import io.tender.extender.client.Exchange;
import io.tender.extender.client.ExchangeRecorder;

/** Remembers why the last call that failed did, in one line. */
final class FailureNote implements ExchangeRecorder {

    private static final int NO_BODIES = 0;

    private volatile String last = "";

    @Override
    public int bodyBytes() {
        return NO_BODIES;
    }

    @Override
    public void record(Exchange exchange) {
        if (!exchange.failure().isEmpty()) {
            last = exchange.failure().lines().findFirst().orElse("");
        }
    }

    String last() {
        return last;
    }

    @Override
    public void close() {}
}
