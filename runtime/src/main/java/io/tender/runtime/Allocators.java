package io.tender.runtime;

import io.tender.core.allocator.HierarchicalAllocator;
import io.tender.core.sorter.SorterKind;
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorFactory;
import io.tender.spi.AllocatorHost;
import io.tender.spi.AllocatorRefusal;
import io.tender.spi.Chance;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
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
        ModuleChoice<AllocatorFactory> choice =
                new ModuleChoice<>(ModuleKind.ALLOCATOR, BUILT_IN, catalog.modules(), catalog.idleJars());
        Optional<ModuleCatalog.Module<AllocatorFactory>> module = choice.find(name);
        return module.isEmpty()
                ? builtIn(roleSorter, frameworkSorter, parameters)
                : host -> choice.make(module.get(), parameters.keySet(), factory -> factory.create(host, parameters));
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
