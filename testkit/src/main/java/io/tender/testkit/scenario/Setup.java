package io.tender.testkit.scenario;

import io.tender.spi.AllocatorOptions;
import java.util.Map;
import java.util.Optional;

/**
 * Which allocator a scenario runs on, and with what.
 *
 * @param allocator the name it is created by
 * @param parameters settings of the allocator's module
 * @param roleSorter as {@link io.tender.core.sorter.SorterKind#parse} reads it, or {@code http}
 * @param frameworkSorter likewise
 * @param seed where all chance comes from
 * @param initialized false: the scenario begins before the allocator is initialized
 * @param master present: frameworks, agents and operators reach the allocator through a master with these settings
 * @param strict whether an offer that no expectation names is a failure
 */
public record Setup(
        String allocator,
        Map<String, String> parameters,
        String roleSorter,
        String frameworkSorter,
        AllocatorOptions options,
        long seed,
        boolean initialized,
        Optional<MasterSettings> master,
        boolean strict) {

    /** The name of the built-in allocator. */
    public static final String HIERARCHICAL = "hierarchical";

    public Setup {
        parameters = Map.copyOf(parameters);
    }

    /** DRF sorters, one second between runs, {@code cpus:0.01} or {@code mem:32} at least, no master. */
    public static Setup defaults() {
        return new Setup(
                HIERARCHICAL,
                Map.of(),
                "drf",
                "drf",
                AllocatorOptions.masterDefaults(),
                1,
                true,
                Optional.empty(),
                true);
    }

    public Setup withAllocator(String name, Map<String, String> settings) {
        return new Setup(name, settings, roleSorter, frameworkSorter, options, seed, initialized, master, strict);
    }

    public Setup withSorters(String role, String framework) {
        return new Setup(allocator, parameters, role, framework, options, seed, initialized, master, strict);
    }

    public Setup withOptions(AllocatorOptions changed) {
        return new Setup(
                allocator, parameters, roleSorter, frameworkSorter, changed, seed, initialized, master, strict);
    }

    public Setup withSeed(long changed) {
        return new Setup(
                allocator, parameters, roleSorter, frameworkSorter, options, changed, initialized, master, strict);
    }

    public Setup withInitialized(boolean changed) {
        return new Setup(allocator, parameters, roleSorter, frameworkSorter, options, seed, changed, master, strict);
    }

    public Setup withMaster(MasterSettings settings) {
        return new Setup(
                allocator,
                parameters,
                roleSorter,
                frameworkSorter,
                options,
                seed,
                initialized,
                Optional.of(settings),
                strict);
    }

    public Setup withStrict(boolean changed) {
        return new Setup(
                allocator, parameters, roleSorter, frameworkSorter, options, seed, initialized, master, changed);
    }
}
