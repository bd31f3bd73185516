package io.tender.daemon;

import io.tender.daemon.settings.BatchChoice;
import io.tender.daemon.settings.Settings;
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
 * @param allocator makes it, once there is a host
 * @param offerSet makes it, once its surroundings are known
 * @param conf the actions and plugins of batch sessions
 */
public record Modules(
        Function<AllocatorHost, Allocator> allocator, Function<OfferSetSetup, OfferSet> offerSet, LiveConf conf)
        implements AutoCloseable {

    /**
     * Finds them all.
     *
     * @throws io.tender.runtime.UnknownModule if one cannot be found, or not be made
     * @throws io.tender.runtime.batch.ConfException if something is wrong with the settings of batch sessions
     */
    public static Modules find(Settings settings) {
        ModuleCatalog catalog =
                settings.plugins().map(ModuleCatalog::withPlugins).orElseGet(ModuleCatalog::ofClassPath);
        var allocator = new Allocators(catalog)
                .maker(
                        settings.allocator().name(),
                        settings.allocator().roleSorter(),
                        settings.allocator().frameworkSorter(),
                        settings.allocator().parameters());
        var offerSet = new OfferSets(catalog)
                .maker(
                        settings.services().settings().offerSetModule(),
                        settings.services().offerSet());
        BatchChoice batch = settings.batch();
        return new Modules(allocator, offerSet, new LiveConf(batch.confName(), batch.conf(), BatchPlugins.of(catalog)));
    }

    @Override
    public void close() {
        conf.close();
    }
}
