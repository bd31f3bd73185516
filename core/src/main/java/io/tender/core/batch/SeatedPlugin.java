package io.tender.core.batch;

import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.HookKind;
import java.util.Set;

/**
 * A plugin in its tier.
 *
 * @param name what the settings call it, unique among all tiers
 * @param off the switches that the settings turn off for it, such as {@code enablePreemptable}
 */
public record SeatedPlugin(String name, BatchPlugin plugin, Set<String> off) {
    public SeatedPlugin {
        off = Set.copyOf(off);
    }

    boolean isOn(HookKind<?> kind) {
        return kind.enableSwitch().filter(off::contains).isEmpty();
    }
}
