package io.tender.runtime;

import io.tender.core.allocator.HierarchicalAllocator;
import io.tender.core.sorter.SorterKind;
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorFactory;
import io.tender.spi.AllocatorHost;
import io.tender.spi.AllocatorRefusal;
import io.tender.spi.Chance;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes allocators by name: {@code hierarchical} (also {@code HierarchicalDRF}) is built in, any other name is looked up
 * among the modules of a catalog.
 */
public final class Allocators {

    private static final Logger LOG = LoggerFactory.getLogger(Allocators.class);
    private static final List<String> BUILT_IN = List.of("hierarchical", "HierarchicalDRF");

    private final ModuleCatalog catalog;

    public Allocators(ModuleCatalog catalog) {
        this.catalog = catalog;
    }

    /** An allocator on a thread of its own, from the modules on the class path; seeded from the clock. */
    public static AllocatorActor create(String name, String roleSorter, String frameworkSorter) {
        return new Allocators(ModuleCatalog.ofClassPath())
                .start(
                        name,
                        roleSorter,
                        frameworkSorter,
                        Map.of(),
                        InstantSource.system(),
                        Chance.seeded(System.nanoTime()),
                        LOGGING);
    }

    /** An allocator on a thread of its own. */
    public AllocatorActor start(
            String name,
            String roleSorter,
            String frameworkSorter,
            Map<String, String> parameters,
            InstantSource clock,
            Chance chance,
            AllocatorListener listener) {
        return new AllocatorActor(maker(name, roleSorter, frameworkSorter, parameters), clock, chance, listener);
    }

    /**
     * What makes the named allocator once it is given a host.
     *
     * @param roleSorter {@code drf} or {@code random}; like the next one ignored by modules
     * @param parameters a module's settings; the built-in allocator has none
     * @throws UnknownAllocator if there is no such allocator, or two of that name
     */
    public Function<AllocatorHost, Allocator> maker(
            String name, String roleSorter, String frameworkSorter, Map<String, String> parameters) {
        List<ModuleCatalog.Module> matches = catalog.modules().stream()
                .filter(module -> module.name().equals(name))
                .toList();
        if (BUILT_IN.contains(name)) {
            if (!matches.isEmpty()) {
                throw new UnknownAllocator("The module in " + matches.getFirst().origin() + " is called '" + name
                        + "', which is the name of the built-in allocator.\n  known:    " + known()
                        + "\n  to do:    give the module another name");
            }
            return builtIn(roleSorter, frameworkSorter, parameters);
        }
        if (matches.isEmpty()) {
            throw new UnknownAllocator(
                    "There is no allocator called '" + name + "'.\n  known:    " + known() + idleJars()
                            + "\n  to do:    correct the name, or put the module's jar on the class path or into the plugins"
                            + " folder");
        }
        if (matches.size() > 1) {
            throw new UnknownAllocator(matches.size() + " allocator modules are called '" + name + "'.\n  got:      "
                    + matches.stream().map(ModuleCatalog.Module::origin).collect(Collectors.joining(" and "))
                    + "\n  known:    " + known() + "\n  to do:    keep one of them, or give them different names");
        }
        ModuleCatalog.Module module = matches.getFirst();
        return host -> make(module, host, parameters);
    }

    private static Function<AllocatorHost, Allocator> builtIn(
            String roleSorter, String frameworkSorter, Map<String, String> parameters) {
        if (!parameters.isEmpty()) {
            throw new UnknownAllocator("The built-in allocator takes no parameters, got " + parameters.keySet()
                    + ".\n  to do:    set its options instead");
        }
        SorterKind roles = sorter("role sorter", roleSorter);
        SorterKind frameworks = sorter("framework sorter", frameworkSorter);
        return host -> new HierarchicalAllocator(host, roles, frameworks);
    }

    private static SorterKind sorter(String what, String name) {
        try {
            return SorterKind.parse(name);
        } catch (IllegalArgumentException unknown) {
            throw new UnknownAllocator(
                    "Bad " + what + ": " + unknown.getMessage() + "\n  to do:    name one of the two", unknown);
        }
    }

    private Allocator make(ModuleCatalog.Module module, AllocatorHost host, Map<String, String> parameters) {
        Allocator allocator;
        try {
            allocator = module.factory().create(host, parameters);
        } catch (RuntimeException | LinkageError failure) {
            throw new UnknownAllocator(
                    "The allocator module '" + module.name() + "' in " + module.origin()
                            + " could not be created.\n  got:      " + failure + "\n  known:    " + known()
                            + "\n  to do:    check its parameters " + parameters.keySet(),
                    failure);
        }
        if (allocator == null) {
            throw new UnknownAllocator("The allocator module '" + module.name() + "' in " + module.origin()
                    + " returned null.\n  expected: a new allocator\n  known:    " + known()
                    + "\n  to do:    repair its factory");
        }
        return allocator;
    }

    /** The names that can be asked for. */
    private String known() {
        return Stream.concat(BUILT_IN.stream(), catalog.modules().stream().map(ModuleCatalog.Module::name))
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private String idleJars() {
        return catalog.idleJars().isEmpty()
                ? ""
                : "\n  note:     no allocator in "
                        + catalog.idleJars().stream().map(Path::toString).collect(Collectors.joining(", "))
                        + " (no META-INF/services/" + AllocatorFactory.class.getName() + ")";
    }

    private static final AllocatorListener LOGGING = new AllocatorListener() {
        @Override
        public void refused(String call, AllocatorRefusal refusal) {
            LOG.warn("call={} reason={} {}", call, refusal.reason(), refusal.getMessage());
        }

        @Override
        public void failed(Throwable failure) {
            LOG.error("a turn of the allocator failed", failure);
        }
    };
}
