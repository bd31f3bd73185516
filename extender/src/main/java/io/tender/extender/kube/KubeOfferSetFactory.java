package io.tender.extender.kube;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Metrics;
import io.tender.extender.client.CallTracer;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.shadow.ExtenderBoard;
import io.tender.extender.shadow.Mode;
import io.tender.spi.offers.OfferSet;
import io.tender.spi.offers.OfferSetFactory;
import io.tender.spi.offers.OfferSetSetup;

/** Makes the set that asks an extender of kube-scheduler. Its metrics go to Micrometer's global registry, or one given. */
public final class KubeOfferSetFactory implements OfferSetFactory {
    private final MeterRegistry registry;
    private final CallTracer tracer;
    private final ExtenderBoard board;

    /** As it is found by name. */
    public KubeOfferSetFactory() {
        this(Metrics.globalRegistry, CallTracer.NONE, new ExtenderBoard());
    }

    /**
     * @param tracer follows the calls of all its sets
     * @param board where its sets are put up
     */
    public KubeOfferSetFactory(MeterRegistry registry, CallTracer tracer, ExtenderBoard board) {
        this.board = board;
        this.registry = registry;
        this.tracer = tracer;
    }

    @Override
    public String name() {
        return "kube";
    }

    /** Whether a value of the setting {@code offer_set_module} means it. */
    public boolean isCalled(String module) {
        return module.equals(name()) || module.equals(KubeOfferSetFactory.class.getName());
    }

    @Override
    public String description() {
        return "Asks an extender of kube-scheduler which offers to try, and in which order.";
    }

    @Override
    public OfferSet create(OfferSetSetup setup) {
        KubeOfferSetSettings settings = KubeOfferSetSettings.parse(setup.parameters());
        ClientSurroundings surroundings = ClientSurroundings.system(registry).withTracer(tracer);
        return settings.trial().mode() == Mode.DECIDE
                ? new KubeOfferSet(settings, surroundings, KubeOfferSetSettings.EXTENDER, (verb, outcome) -> {}, board)
                : TriedKubeExtender.tried(settings, setup, surroundings, board);
    }
}
