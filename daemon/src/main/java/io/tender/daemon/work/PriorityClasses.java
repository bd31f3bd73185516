package io.tender.daemon.work;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The priority classes that documents may name: those of the settings, those that were applied, and those every cluster has.
 *
 * @param forgiving whether one that is not there is passed over: a job that was admitted stays, whatever became of its class
 */
public record PriorityClasses(SortedMap<String, PriorityClass> byName, boolean forgiving) {
    private static final List<PriorityClass> OF_THE_SYSTEM = List.of(
            new PriorityClass("system-cluster-critical", 2_000_000_000, false, true),
            new PriorityClass("system-node-critical", 2_000_001_000, false, true));

    public static final PriorityClasses NONE = of(List.of());

    public PriorityClasses {
        byName = Collections.unmodifiableSortedMap(new TreeMap<>(byName));
    }

    /** @param given besides those every cluster has */
    public static PriorityClasses of(Collection<PriorityClass> given) {
        TreeMap<String, PriorityClass> all = new TreeMap<>();
        OF_THE_SYSTEM.forEach(one -> all.put(one.name(), one));
        given.forEach(one -> all.put(one.name(), one));
        return new PriorityClasses(all, false);
    }

    /** With others beside them, of which these win: their value, and which is the default. */
    PriorityClasses beside(Collection<PriorityClass> applied) {
        boolean hasUsual = usual().isPresent();
        TreeMap<String, PriorityClass> all = new TreeMap<>();
        applied.forEach(one -> all.put(
                one.name(),
                new PriorityClass(one.name(), one.value(), one.globalDefault() && !hasUsual, one.preempts())));
        all.putAll(byName);
        return new PriorityClasses(all, forgiving);
    }

    PriorityClasses forgivingly() {
        return new PriorityClasses(byName, true);
    }

    /** What those have that name none. */
    Optional<PriorityClass> usual() {
        return byName.values().stream().filter(PriorityClass::globalDefault).findFirst();
    }
}
