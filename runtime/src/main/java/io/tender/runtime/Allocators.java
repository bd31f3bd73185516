package io.tender.runtime;

import io.tender.core.allocator.HierarchicalAllocator;
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
    static final List<String> BUILT_IN = List.of("hierarchical", "HierarchicalDRF");

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
     * @param roleSorter {@code drf}, {@code random} or the name of a sorter module such as {@code http}; like the next one
     *     ignored by allocator modules
     * @param parameters a module's settings; with the built-in allocator those of its sorter module, else none
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

    private Function<AllocatorHost, Allocator> builtIn(
            String roleSorter, String frameworkSorter, Map<String, String> parameters) {
        SorterChoice choice = SorterChoice.of(catalog, roleSorter, frameworkSorter, parameters);
        return host -> new HierarchicalAllocator(host, choice.roles(), choice.frameworks(), choice.asked());
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
