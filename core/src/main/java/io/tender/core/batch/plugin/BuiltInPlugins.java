package io.tender.core.batch.plugin;

import io.tender.spi.batch.BatchPluginFactory;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** All plugins that come with the program. */
public final class BuiltInPlugins {
    private BuiltInPlugins() {}

    public static List<BatchPluginFactory> factories() {
        return List.of();
    }

    /** Plugins of Volcano that are not here, and why. */
    public static SortedMap<String, String> leftOut() {
        return new TreeMap<>();
    }
}
