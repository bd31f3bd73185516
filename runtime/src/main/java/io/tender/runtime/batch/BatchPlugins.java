package io.tender.runtime.batch;

import io.tender.core.batch.plugin.BuiltInPlugins;
import io.tender.runtime.ModuleCatalog;
import io.tender.runtime.UnknownBatchPlugin;
import io.tender.spi.batch.BatchPluginFactory;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The plugins that settings can name: built in, on the class path, in the jars of a plugins folder. */
public final class BatchPlugins {
    private final SortedMap<String, BatchPluginFactory> factories = new TreeMap<>();
    private final SortedMap<String, String> origins = new TreeMap<>();

    private BatchPlugins() {
        BuiltInPlugins.factories().forEach(factory -> add(factory, "the program itself"));
    }

    /** Those that are built in and no others. */
    public static BatchPlugins builtIn() {
        return new BatchPlugins();
    }

    /** Those that are built in or on the class path. */
    public static BatchPlugins ofClassPath() {
        return of(ModuleCatalog.ofClassPath());
    }

    /** Those that are built in or in a catalog. */
    public static BatchPlugins of(ModuleCatalog catalog) {
        BatchPlugins plugins = new BatchPlugins();
        catalog.batchPlugins().forEach(module -> plugins.add(module.factory(), module.origin()));
        return plugins;
    }

    /** These as well. */
    public BatchPlugins with(BatchPluginFactory... more) {
        BatchPlugins plugins = new BatchPlugins();
        factories.forEach((name, factory) -> {
            plugins.factories.put(name, factory);
            plugins.origins.put(name, origins.getOrDefault(name, ""));
        });
        for (BatchPluginFactory factory : more) {
            plugins.add(factory, factory.getClass().getName());
        }
        return plugins;
    }

    private void add(BatchPluginFactory factory, String origin) {
        String before = origins.putIfAbsent(factory.name(), origin);
        if (before != null) {
            throw new UnknownBatchPlugin("Two batch plugins are called '" + factory.name() + "'.\n  got:      one from "
                    + before + " and one from " + origin
                    + "\n  expected: one of each name\n  to do:    take one out, or rename it");
        }
        factories.put(factory.name(), factory);
    }

    Optional<BatchPluginFactory> find(String name) {
        return Optional.ofNullable(factories.get(name));
    }

    SortedSet<String> names() {
        return new TreeSet<>(factories.keySet());
    }
}
