package io.tender.core.batch;

import io.tender.model.batch.ResourceList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The resources that sessions leave to plugins: what is asked of them is not looked for, and not counted. */
public final class Ignored {
    public static final Ignored NOTHING = new Ignored(Set.of());

    private final Set<String> names;

    private Ignored(Set<String> names) {
        this.names = names;
    }

    static Ignored of(List<List<SeatedPlugin>> tiers) {
        Set<String> names = new TreeSet<>();
        tiers.forEach(
                tier -> tier.forEach(seated -> names.addAll(seated.plugin().ignoredResources())));
        return names.isEmpty() ? NOTHING : new Ignored(names);
    }

    /** What is left of amounts. */
    public ResourceList leave(ResourceList amounts) {
        ResourceList left = amounts;
        for (String name : names) {
            left = left.has(name) ? left.without(name) : left;
        }
        return left;
    }
}
