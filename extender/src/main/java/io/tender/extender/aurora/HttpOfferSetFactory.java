package io.tender.extender.aurora;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Metrics;
import io.tender.extender.client.CallTracer;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.shadow.ExtenderBoard;
import io.tender.extender.shadow.Mode;
import io.tender.spi.offers.OfferSet;
import io.tender.spi.offers.OfferSetFactory;
import io.tender.spi.offers.OfferSetSetup;
import java.util.List;

/**
 * Makes the set that asks a service over HTTP. Its metrics go to Micrometer's global registry, to which the program adds
 * the registries it publishes, or to a registry that is given.
 */
public final class HttpOfferSetFactory implements OfferSetFactory {
    private final MeterRegistry registry;
    private final CallTracer tracer;
    private final ExtenderBoard board;

    /** As it is found by name. */
    public HttpOfferSetFactory() {
        this(Metrics.globalRegistry);
    }

    /** @param registry where the metrics of all its sets go */
    public HttpOfferSetFactory(MeterRegistry registry) {
        this(registry, CallTracer.NONE);
    }

    /** @param tracer follows the calls of all its sets */
    public HttpOfferSetFactory(MeterRegistry registry, CallTracer tracer) {
        this(registry, tracer, new ExtenderBoard());
    }

    /** @param board where its sets are put up */
    public HttpOfferSetFactory(MeterRegistry registry, CallTracer tracer, ExtenderBoard board) {
        this.registry = registry;
        this.tracer = tracer;
        this.board = board;
    }

    @Override
    public String name() {
        return "http";
    }

    /** What Aurora's flag {@code -offer_set_module} calls it. */
    @Override
    public List<String> aliases() {
        return List.of("io.github.aurora.scheduler.offers.HttpOfferSetModule");
    }

    /** Whether a value of the setting {@code offer_set_module} means it. */
    public boolean isCalled(String module) {
        return module.equals(name())
                || aliases().contains(module)
                || module.equals(HttpOfferSetFactory.class.getName());
    }

    @Override
    public String description() {
        return "Asks a service over HTTP in which order to try offers.";
    }

    @Override
    public OfferSet create(OfferSetSetup setup) {
        HttpOfferSetSettings settings = HttpOfferSetSettings.parse(setup.parameters());
        ClientSurroundings surroundings = ClientSurroundings.system(registry).withTracer(tracer);
        return settings.trial().mode() == Mode.DECIDE
                ? new HttpOfferSet(settings, setup, surroundings, HttpOfferSetSettings.EXTENDER, unused -> {}, board)
                : TriedHttpService.tried(settings, setup, surroundings, board);
    }
}
