package io.tender.extender.sorter;

import io.micrometer.core.instrument.Metrics;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.shadow.ExtenderBoard;
import io.tender.spi.order.ServingOrderFactory;
import java.util.Map;

/** Makes the sorter that asks a service over HTTP. */
public final class HttpServingOrderFactory implements ServingOrderFactory {
    private final ClientSurroundings surroundings;
    private final ExtenderBoard board;

    /** As it is found by name; its metrics go to Micrometer's global registry. */
    public HttpServingOrderFactory() {
        this(ClientSurroundings.system(Metrics.globalRegistry));
    }

    public HttpServingOrderFactory(ClientSurroundings surroundings) {
        this(surroundings, new ExtenderBoard());
    }

    /** @param board where its sorters are put up */
    public HttpServingOrderFactory(ClientSurroundings surroundings, ExtenderBoard board) {
        this.surroundings = surroundings;
        this.board = board;
    }

    @Override
    public String name() {
        return "http";
    }

    @Override
    public String description() {
        return "Asks a service over HTTP whom to serve first, and goes by share while it does not answer.";
    }

    @Override
    public HttpServingOrder create(Map<String, String> parameters) {
        return new HttpServingOrder(SorterSettings.parse(parameters), surroundings, board);
    }
}
