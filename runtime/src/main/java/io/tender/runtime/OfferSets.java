package io.tender.runtime;

import io.tender.core.offers.NativeOfferSetFactory;
import io.tender.spi.offers.OfferSet;
import io.tender.spi.offers.OfferSetFactory;
import io.tender.spi.offers.OfferSetSetup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Makes offer sets by name, as the setting {@code offer_set_module} gives it: {@code native} is built in, any other name
 * is looked up among the modules of a catalog, by name, alias or class name.
 */
public final class OfferSets {

    private static final OfferSetFactory NATIVE = new NativeOfferSetFactory();

    private final ModuleCatalog catalog;

    public OfferSets(ModuleCatalog catalog) {
        this.catalog = catalog;
    }

    /** An offer set from the modules on the class path; the setup's parameters are its settings. */
    public static OfferSet create(String name, OfferSetSetup setup) {
        return new OfferSets(ModuleCatalog.ofClassPath())
                .maker(name, setup.parameters())
                .apply(setup);
    }

    /**
     * What makes the named offer set once it is told its surroundings.
     *
     * @throws UnknownOfferSet if there is no such offer set, or two of that name
     */
    public Function<OfferSetSetup, OfferSet> maker(String name, Map<String, String> parameters) {
        ModuleChoice<OfferSetFactory> choice = new ModuleChoice<>(
                ModuleKind.OFFER_SET, builtInNames(), catalog.offerSets(), catalog.jarsWithoutOfferSet());
        ModuleCatalog.Module<OfferSetFactory> module = choice.find(name).orElseGet(OfferSets::builtIn);
        TreeMap<String, String> settings = new TreeMap<>(parameters);
        return setup ->
                choice.make(module, settings.keySet(), factory -> factory.create(setup.withParameters(settings)));
    }

    static List<String> builtInNames() {
        List<String> names = new ArrayList<>(List.of(NATIVE.name()));
        names.addAll(NATIVE.aliases());
        return names;
    }

    private static ModuleCatalog.Module<OfferSetFactory> builtIn() {
        return new ModuleCatalog.Module<>(
                NATIVE.name(), NATIVE.aliases(), NATIVE.description(), "the program itself", NATIVE);
    }
}
