package io.tender.daemon;

import io.micrometer.core.instrument.Metrics;
import io.tender.daemon.settings.BatchChoice;
import io.tender.daemon.settings.Settings;
import io.tender.extender.aurora.HttpOfferSetFactory;
import io.tender.extender.client.CallTracer;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.kube.KubeOfferSetFactory;
import io.tender.extender.shadow.ExtenderBoard;
import io.tender.extender.sorter.HttpServingOrderFactory;
import io.tender.extender.volcano.ExtenderPluginFactory;
import io.tender.runtime.Allocators;
import io.tender.runtime.ModuleCatalog;
import io.tender.runtime.OfferSets;
import io.tender.runtime.batch.BatchPlugins;
import io.tender.runtime.batch.LiveConf;
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorHost;
import io.tender.spi.offers.OfferSet;
import io.tender.spi.offers.OfferSetSetup;
import java.util.function.Function;

/**
 * What the settings name and somebody else may have written: the allocator, the offer set, the plugins of batch sessions.
 *
 * @param catalog where they were found
 * @param allocator makes it, once there is a host
 * @param offerSet makes it, once its surroundings are known
 * @param conf the actions and plugins of batch sessions
 * @param extenders those that are asked over HTTP
 */
public record Modules(
        ModuleCatalog catalog,
        Function<AllocatorHost, Allocator> allocator,
        Function<OfferSetSetup, OfferSet> offerSet,
        LiveConf conf,
        ExtenderBoard extenders)
        implements AutoCloseable {

    /**
     * Finds them all.
     *
     * @throws io.tender.runtime.UnknownModule if one cannot be found, or not be made
     * @throws io.tender.runtime.batch.ConfException if something is wrong with the settings of batch sessions
     */
    public static Modules find(Settings settings) {
        return find(settings, CallTracer.NONE);
    }

    /** @param tracer follows what extenders are asked */
    static Modules find(Settings settings, CallTracer tracer) {
        ModuleCatalog catalog =
                settings.plugins().map(ModuleCatalog::withPlugins).orElseGet(ModuleCatalog::ofClassPath);
        ExtenderBoard extenders = new ExtenderBoard();
        catalog.use(new ExtenderPluginFactory(
                ClientSurroundings.system(Metrics.globalRegistry).withTracer(tracer), extenders));
        catalog.use(new HttpOfferSetFactory(Metrics.globalRegistry, tracer, extenders));
        catalog.use(new KubeOfferSetFactory(Metrics.globalRegistry, tracer, extenders));
        catalog.use(new HttpServingOrderFactory(
                ClientSurroundings.system(Metrics.globalRegistry).withTracer(tracer), extenders));
        var allocator = new Allocators(catalog)
                .maker(
                        settings.allocator().name(),
                        settings.allocator().roleSorter(),
                        settings.allocator().frameworkSorter(),
                        settings.allocator().parameters());
        BatchChoice batch = settings.batch();
        return new Modules(
                catalog,
                allocator,
                offerSet(catalog, settings),
                new LiveConf(batch.confName(), batch.conf(), BatchPlugins.of(catalog)),
                extenders);
    }

    /**
     * What makes the offer set that other settings name.
     *
     * @throws io.tender.runtime.UnknownModule if it cannot be found
     */
    Function<OfferSetSetup, OfferSet> offerSet(Settings other) {
        return offerSet(catalog, other);
    }

    private static Function<OfferSetSetup, OfferSet> offerSet(ModuleCatalog catalog, Settings settings) {
        return new OfferSets(catalog)
                .maker(
                        settings.services().settings().offerSetModule(),
                        settings.services().offerSet());
    }

    @Override
    public void close() {
        conf.close();
    }
}
