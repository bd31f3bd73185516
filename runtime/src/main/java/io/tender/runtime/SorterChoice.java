package io.tender.runtime;

import io.tender.core.allocator.AskedOrder;
import io.tender.core.sorter.SorterKind;
import io.tender.spi.order.ServingOrder;
import io.tender.spi.order.ServingOrderFactory;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The sorters of the built-in allocator, by their names. One that is a module is asked for an order, and where it has none, or
 * for what it is not asked, shares decide.
 */
final class SorterChoice {
    static final List<String> BUILT_IN = List.of("drf", "random");

    private final SorterKind roles;
    private final SorterKind frameworks;
    private final ModuleChoice<ServingOrderFactory> choice;
    private final Optional<ModuleCatalog.Module<ServingOrderFactory>> module;
    private final boolean ordersRoles;
    private final boolean ordersFrameworks;
    private final Map<String, String> parameters;

    private SorterChoice(
            ModuleChoice<ServingOrderFactory> choice,
            Optional<ModuleCatalog.Module<ServingOrderFactory>> roleModule,
            Optional<ModuleCatalog.Module<ServingOrderFactory>> frameworkModule,
            String roleSorter,
            String frameworkSorter,
            Map<String, String> parameters) {
        this.choice = choice;
        this.roles = roleModule.isPresent() ? SorterKind.DRF : SorterKind.parse(roleSorter);
        this.frameworks = frameworkModule.isPresent() ? SorterKind.DRF : SorterKind.parse(frameworkSorter);
        this.module = roleModule.or(() -> frameworkModule);
        this.ordersRoles = roleModule.isPresent();
        this.ordersFrameworks = frameworkModule.isPresent();
        this.parameters = new TreeMap<>(parameters);
    }

    /** @throws UnknownAllocator if one of them is unknown, or there are parameters that nobody takes */
    static SorterChoice of(
            ModuleCatalog catalog, String roleSorter, String frameworkSorter, Map<String, String> parameters) {
        ModuleChoice<ServingOrderFactory> choice =
                new ModuleChoice<>(ModuleKind.SORTER, BUILT_IN, catalog.sorters(), catalog.jarsWithoutSorter());
        Optional<ModuleCatalog.Module<ServingOrderFactory>> roles = find(choice, "role sorter", roleSorter);
        Optional<ModuleCatalog.Module<ServingOrderFactory>> frameworks =
                find(choice, "framework sorter", frameworkSorter);
        if (roles.isPresent() && frameworks.isPresent() && !roles.equals(frameworks)) {
            throw new UnknownAllocator(
                    "Two sorter modules cannot be asked at once.\n  got:      " + roleSorter + " and " + frameworkSorter
                            + "\n  to do:    take the same for both, or drf or random for one of them");
        }
        if (!parameters.isEmpty() && roles.isEmpty() && frameworks.isEmpty()) {
            throw new UnknownAllocator("The built-in allocator takes no parameters, got " + parameters.keySet()
                    + ".\n  to do:    set its options instead");
        }
        return new SorterChoice(choice, roles, frameworks, roleSorter, frameworkSorter, parameters);
    }

    private static Optional<ModuleCatalog.Module<ServingOrderFactory>> find(
            ModuleChoice<ServingOrderFactory> choice, String what, String name) {
        if (BUILT_IN.contains(name.toLowerCase(Locale.ROOT))) {
            return Optional.empty();
        }
        try {
            return choice.find(name);
        } catch (UnknownModule unknown) {
            String modules = choice.modules().stream()
                    .map(module -> " or '" + module.name() + "'")
                    .collect(Collectors.joining());
            throw new UnknownAllocator(
                    "Bad " + what + ": unknown sorter '" + name + "': expected 'drf' or 'random'" + modules
                            + "\n  to do:    name one of these, or put the module's jar into the plugins folder",
                    unknown);
        }
    }

    SorterKind roles() {
        return roles;
    }

    SorterKind frameworks() {
        return frameworks;
    }

    /** One of its own for each allocator. */
    Optional<AskedOrder> asked() {
        return module.map(found -> {
            ServingOrder order =
                    choice.make(found, parameters.keySet(), factory -> factory.create(new TreeMap<>(parameters)));
            return new AskedOrder(order, ordersRoles, ordersFrameworks);
        });
    }
}
