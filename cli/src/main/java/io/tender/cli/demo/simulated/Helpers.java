package io.tender.cli.demo.simulated;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** The programs beside the demo that have a say in it; those it starts itself are started side by side. */
record Helpers(OrderSource orders, ExtenderSource extender) implements AutoCloseable {

    static Helpers open(OrderedBy orderedBy, ExtendedBy extendedBy) {
        CompletableFuture<ExtenderSource> opening =
                CompletableFuture.supplyAsync(() -> ExtenderSource.open(extendedBy));
        OrderSource orders;
        try {
            orders = OrderSource.open(orderedBy);
        } catch (RuntimeException broken) {
            opening.join().close();
            throw broken;
        }
        try {
            return new Helpers(orders, opening.join());
        } catch (CompletionException broken) {
            orders.close();
            throw broken;
        }
    }

    @Override
    public void close() {
        orders.close();
        extender.close();
    }
}
