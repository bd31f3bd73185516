package io.tender.cli;

import io.tender.runtime.Allocators;
import io.tender.runtime.ModuleCatalog;
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorHost;
import io.tender.testkit.scenario.AllocatorSource;
import io.tender.testkit.scenario.Setup;
import java.util.Map;
import java.util.Optional;

/**
 * The allocators of scenarios, found as a running cluster finds them: built in, on the class path, among the plugins.
 *
 * @param replacement the allocator that stands in for the built-in one where a scenario names none
 */
record CatalogAllocators(ModuleCatalog catalog, Optional<String> replacement) implements AllocatorSource {

    @Override
    public Allocator create(Setup setup, AllocatorHost host) {
        String name = setup.allocator().equals(Setup.HIERARCHICAL)
                ? replacement.orElse(Setup.HIERARCHICAL)
                : setup.allocator();
        return new Allocators(catalog)
                .maker(name, setup.roleSorter(), setup.frameworkSorter(), setup.parameters())
                .apply(host);
    }

    @Override
    public Allocator create(
            String name, String roleSorter, String frameworkSorter, ClassLoader classPath, AllocatorHost host) {
        return new Allocators(catalogOf(classPath))
                .maker(name, roleSorter, frameworkSorter, Map.of())
                .apply(host);
    }

    /** The catalog looks at the thread's class path, so that is what has to change for a moment. */
    private static ModuleCatalog catalogOf(ClassLoader classPath) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(classPath);
        try {
            return ModuleCatalog.ofClassPath();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
