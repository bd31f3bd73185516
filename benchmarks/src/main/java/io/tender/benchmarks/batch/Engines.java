package io.tender.benchmarks.batch;

import io.tender.core.batch.ActionChoice;
import io.tender.core.batch.BatchEngine;
import io.tender.core.batch.SearchSettings;
import io.tender.core.batch.SeatedPlugin;
import io.tender.core.batch.plugin.BuiltInPlugins;
import io.tender.extender.volcano.ExtenderPluginFactory;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.BatchPluginFactory;
import io.tender.spi.batch.PluginSetup;
import io.tender.testkit.batch.AskedAnew;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Engines with Volcano's default plugins and binpack. */
final class Engines {
    private static final List<List<String>> TIERS = List.of(
            List.of("priority", "gang", "conformance"),
            List.of("overcommit", "drf", "predicates", "proportion", "nodeorder", "binpack"));

    private Engines() {}

    static BatchEngine usual() {
        return make(plugin -> plugin, Map.of());
    }

    /** The simple way: nothing is kept. */
    static BatchEngine askingAnew() {
        return make(AskedAnew::new, Map.of());
    }

    /** With an extender that has these arguments. */
    static BatchEngine extended(Map<String, Object> arguments) {
        return make(plugin -> plugin, arguments);
    }

    private static BatchEngine make(UnaryOperator<BatchPlugin> around, Map<String, Object> extender) {
        List<List<SeatedPlugin>> tiers = new ArrayList<>();
        for (List<String> names : TIERS) {
            List<SeatedPlugin> tier = new ArrayList<>();
            for (String name : names) {
                tier.add(seat(find(name), around, Map.of()));
            }
            tiers.add(tier);
        }
        if (!extender.isEmpty()) {
            tiers.add(List.of(seat(new ExtenderPluginFactory(), around, extender)));
        }
        return new BatchEngine(
                tiers,
                List.of(new ActionChoice("enqueue"), new ActionChoice("allocate"), new ActionChoice("backfill")),
                SearchSettings.USUAL);
    }

    private static BatchPluginFactory find(String name) {
        return BuiltInPlugins.factories().stream()
                .filter(factory -> factory.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no plugin " + name));
    }

    private static SeatedPlugin seat(
            BatchPluginFactory factory, UnaryOperator<BatchPlugin> around, Map<String, Object> given) {
        Arguments arguments = new Arguments(given);
        BatchPlugin plugin = factory.create(arguments, new PluginSetup(factory.name(), false));
        if (!arguments.problems().isEmpty()) {
            throw new IllegalStateException(factory.name() + ": " + arguments.problems());
        }
        return new SeatedPlugin(factory.name(), around.apply(plugin), Set.of());
    }
}
