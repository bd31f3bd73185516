package io.tender.daemon;

import io.micrometer.core.instrument.Metrics;
import io.tender.daemon.settings.InnerText;
import io.tender.daemon.settings.Settings;
import io.tender.extender.aurora.HttpOfferSetFactory;
import io.tender.extender.client.CallTracer;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.kube.KubeOfferSetFactory;
import io.tender.extender.shadow.ExtenderBoard;
import io.tender.extender.sorter.HttpServingOrderFactory;
import io.tender.extender.volcano.ExtenderPluginFactory;
import io.tender.model.service.HostOffer;
import io.tender.runtime.Allocators;
import io.tender.runtime.ModuleCatalog;
import io.tender.runtime.OfferSets;
import io.tender.runtime.UnknownModule;
import io.tender.runtime.batch.BatchPlugins;
import io.tender.runtime.batch.ConfException;
import io.tender.runtime.batch.LiveConf;
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorHost;
import io.tender.spi.Chance;
import io.tender.spi.offers.OfferSet;
import io.tender.spi.offers.OfferSetSetup;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
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
        ExtenderBoard extenders = new ExtenderBoard();
        ModuleCatalog catalog = catalog(settings, tracer, extenders);
        return new Modules(
                catalog, allocator(catalog, settings), offerSet(catalog, settings), conf(catalog, settings), extenders);
    }

    /** All that is wrong with what the settings name: each part is looked for, and let go of again. */
    public static List<String> mistakes(Settings settings) {
        ModuleCatalog catalog = catalog(settings, CallTracer.NONE, new ExtenderBoard());
        List<String> mistakes = new ArrayList<>();
        attempt(mistakes, () -> allocator(catalog, settings));
        attempt(mistakes, () -> offerSet(catalog, settings));
        attempt(mistakes, () -> conf(catalog, settings).close());
        return mistakes;
    }

    /**
     * What is wrong with the files and values that an offer set finds when it is made, as its headers or certificates; the
     * settings must be without {@link #mistakes}. It is made and let go of again, without having been begun.
     */
    public static List<String> unmade(Settings settings) {
        if (!settings.services().enabled()) {
            return List.of();
        }
        List<String> mistakes = new ArrayList<>();
        Comparator<HostOffer> byId = Comparator.comparing(offer -> offer.id().value());
        OfferSetSetup setup = new OfferSetSetup(Collections.emptySortedMap(), Chance.seeded(0), byId, agent -> 0);
        ModuleCatalog catalog = catalog(settings, CallTracer.NONE, new ExtenderBoard());
        attempt(mistakes, () -> offerSet(catalog, settings).apply(setup).close());
        return mistakes;
    }

    private static void attempt(List<String> mistakes, Runnable find) {
        try {
            find.run();
        } catch (ConfException wrong) {
            wrong.problems().forEach(problem -> mistakes.add(problem.toString()));
        } catch (UnknownModule wrong) {
            mistakes.add(String.valueOf(wrong.getMessage()));
        }
    }

    private static ModuleCatalog catalog(Settings settings, CallTracer tracer, ExtenderBoard extenders) {
        ModuleCatalog catalog =
                settings.plugins().map(ModuleCatalog::withPlugins).orElseGet(ModuleCatalog::ofClassPath);
        catalog.use(new ExtenderPluginFactory(
                ClientSurroundings.system(Metrics.globalRegistry).withTracer(tracer), extenders));
        catalog.use(new HttpOfferSetFactory(Metrics.globalRegistry, tracer, extenders));
        catalog.use(new KubeOfferSetFactory(Metrics.globalRegistry, tracer, extenders));
        catalog.use(new HttpServingOrderFactory(
                ClientSurroundings.system(Metrics.globalRegistry).withTracer(tracer), extenders));
        return catalog;
    }

    private static Function<AllocatorHost, Allocator> allocator(ModuleCatalog catalog, Settings settings) {
        return new Allocators(catalog)
                .maker(
                        settings.allocator().name(),
                        settings.allocator().roleSorter(),
                        settings.allocator().frameworkSorter(),
                        settings.allocator().parameters());
    }

    private static LiveConf conf(ModuleCatalog catalog, Settings settings) {
        InnerText conf = settings.batch().conf();
        return new LiveConf(conf.name(), conf.text(), BatchPlugins.of(catalog));
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
