package io.tender.testkit.scenario;

import io.tender.core.allocator.HierarchicalAllocator;
import io.tender.core.sorter.SorterKind;
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorFactory;
import io.tender.spi.AllocatorHost;

/** Where scenarios get their allocators from. */
public interface AllocatorSource {

    /**
     *
     * A new allocator on this host, as the setup names it.
     *
     *
     *
     * @throws IllegalArgumentException if there is none
     *
     */
    Allocator create(Setup setup, AllocatorHost host);

    /**
     * A new allocator as it is made for a program: by name, with the modules that a class path brings. Only scenarios
     * about creation ask for this.
     *
     * @throws IllegalArgumentException with the reason, if there is none
     */
    default Allocator create(
            String name, String roleSorter, String frameworkSorter, ClassLoader classPath, AllocatorHost host) {
        throw new IllegalArgumentException("Scenarios about creation run with `tender test`, which knows how to find"
                + " modules; got '" + name + "' from a runner that does not.");
    }

    /** Knows the hierarchical allocator and nothing else. */
    static AllocatorSource builtIn() {
        return (setup, host) -> {
            if (!setup.allocator().equals(Setup.HIERARCHICAL)) {
                throw new IllegalArgumentException("Got allocator '" + setup.allocator()
                        + "'; only 'hierarchical' is known here. Use `tender test`, which knows modules, "
                        + "or give the runner the factory.");
            }
            return new HierarchicalAllocator(
                    host, SorterKind.parse(setup.roleSorter()), SorterKind.parse(setup.frameworkSorter()));
        };
    }

    /** Makes every allocator with one factory, whatever the scenario names; for authors of modules. */
    static AllocatorSource of(AllocatorFactory factory) {
        return (setup, host) -> factory.create(host, setup.parameters());
    }
}
