package io.tender.runtime;

import io.tender.spi.AllocatorFactory;
import io.tender.spi.batch.BatchPluginFactory;
import io.tender.spi.offers.OfferSetFactory;
import io.tender.spi.order.ServingOrderFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The modules that can be chosen: those on the class path and those in the jars of a plugins folder.
 *
 * <p>Each jar has a class loader of its own, in which its own classes come first, so that a module may bring another
 * version of a library than its neighbours or the program have. What is wrong with a jar is said when the catalog is
 * made, not when the module is needed.
 */
public final class ModuleCatalog {

    private final Found<AllocatorFactory> allocators = new Found<>(ModuleKind.ALLOCATOR, Allocators.BUILT_IN);
    private final Found<OfferSetFactory> offerSets = new Found<>(ModuleKind.OFFER_SET, OfferSets.builtInNames());
    private final Found<ServingOrderFactory> sorters = new Found<>(ModuleKind.SORTER, SorterChoice.BUILT_IN);
    private final Found<BatchPluginFactory> batchPlugins = new Found<>(ModuleKind.BATCH_PLUGIN, List.of());

    /**
     * A module that was found.
     *
     * @param aliases further names it answers to
     * @param origin where it was found: a jar, or the class path
     */
    public record Module<F>(String name, List<String> aliases, String description, String origin, F factory) {
        /** Whether it is meant by that name: its own, an alias, or that of its factory's class. */
        boolean answersTo(String wanted) {
            return name.equals(wanted)
                    || aliases.contains(wanted)
                    || factory.getClass().getName().equals(wanted);
        }
    }

    /** What was found of one kind. */
    private static final class Found<F> {
        private final ModuleKind<F> kind;
        private final List<String> builtIn;
        private final List<Module<F>> modules = new ArrayList<>();
        private final List<Path> idleJars = new ArrayList<>();

        /** @param builtIn names that need no module; told beside what is wrong with one */
        Found(ModuleKind<F> kind, List<String> builtIn) {
            this.kind = kind;
            this.builtIn = builtIn;
        }

        /** This one in the place of the one of the same class. */
        void use(F factory) {
            modules.replaceAll(module -> module.factory().getClass().equals(factory.getClass())
                    ? new Module<>(module.name(), module.aliases(), module.description(), module.origin(), factory)
                    : module);
        }

        void onClassPath(ClassLoader loader) {
            modules.addAll(load("the class path", loader, Optional.empty()));
        }

        void inJar(Path jar, ModuleLoader loader) {
            List<Module<F>> own = load(jar.toString(), loader, Optional.of(loader));
            modules.addAll(own);
            if (own.isEmpty()) {
                idleJars.add(jar);
            }
        }

        private List<Module<F>> load(String origin, ClassLoader loader, Optional<ClassLoader> only) {
            List<Module<F>> found = new ArrayList<>();
            try {
                for (F factory : ServiceLoader.load(kind.service(), loader)) {
                    // A jar's loader also sees the class path; what lies there is not the jar's.
                    if (only.isEmpty() || only.get().equals(factory.getClass().getClassLoader())) {
                        found.add(describe(kind, factory, origin));
                    }
                }
            } catch (ServiceConfigurationError | LinkageError broken) {
                throw kind.problem(
                        "An " + kind.word() + " module in " + origin + " cannot be loaded.\n  got:      "
                                + broken.getMessage() + "\n  expected: META-INF/services/"
                                + kind.service().getName()
                                + " to name a public class with a public constructor without parameters"
                                + "\n  known:    " + known(found)
                                + "\n  to do:    rebuild the jar against this version, or take it out of the plugins folder",
                        broken);
            }
            return found;
        }

        /** What can be asked for although something is broken. */
        private String known(List<Module<F>> found) {
            return Stream.of(
                            builtIn.stream(),
                            modules.stream().map(Module::name),
                            found.stream().map(Module::name))
                    .flatMap(names -> names)
                    .distinct()
                    .collect(Collectors.joining(", "));
        }
    }

    private ModuleCatalog() {
        ClassLoader loader = Objects.requireNonNullElseGet(
                Thread.currentThread().getContextClassLoader(), ModuleCatalog.class::getClassLoader);
        allocators.onClassPath(loader);
        offerSets.onClassPath(loader);
        sorters.onClassPath(loader);
        batchPlugins.onClassPath(loader);
    }

    /** The modules on the class path alone. */
    public static ModuleCatalog ofClassPath() {
        return new ModuleCatalog();
    }

    /** The modules on the class path and in the jars of a folder. */
    public static ModuleCatalog withPlugins(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new UnknownAllocator("The plugins folder '" + folder + "' is not a folder.\n"
                    + "  to do:    create it, or correct the setting");
        }
        ModuleCatalog catalog = new ModuleCatalog();
        for (Path jar : jarsIn(folder)) {
            ModuleLoader loader = loaderOf(jar);
            catalog.allocators.inJar(jar, loader);
            catalog.offerSets.inJar(jar, loader);
            catalog.sorters.inJar(jar, loader);
            catalog.batchPlugins.inJar(jar, loader);
        }
        return catalog;
    }

    private static List<Path> jarsIn(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        } catch (IOException broken) {
            throw new UnknownAllocator("The plugins folder '" + folder + "' cannot be read: " + broken, broken);
        }
    }

    @SuppressWarnings("resource") // a module's classes are needed as long as the program runs
    private static ModuleLoader loaderOf(Path jar) {
        try {
            checkReadable(jar);
            return new ModuleLoader(
                    jar.getFileName().toString(), jar.toUri().toURL(), ModuleCatalog.class.getClassLoader());
        } catch (IOException broken) {
            throw new UnknownAllocator(
                    "The plugin '" + jar + "' cannot be read.\n  got:      " + broken
                            + "\n  expected: a jar\n  to do:    copy it again, or take it out of the plugins folder",
                    broken);
        }
    }

    /** Opens the jar once: a class loader passes over one that is broken without a word. */
    private static void checkReadable(Path jar) throws IOException {
        try (JarFile opened = new JarFile(jar.toFile())) {
            opened.getManifest();
        }
    }

    private static <F> Module<F> describe(ModuleKind<F> kind, F factory, String origin) {
        String type = factory.getClass().getName();
        String name;
        List<String> aliases;
        String description;
        try {
            name = kind.nameOf(factory);
            aliases = List.copyOf(kind.aliasesOf(factory));
            description = kind.descriptionOf(factory);
        } catch (RuntimeException failure) {
            throw kind.problem(
                    "The " + kind.word() + " module " + type + " in " + origin
                            + " does not say what it is.\n  got:      " + failure
                            + "\n  to do:    repair its name() and description()",
                    failure);
        }
        if (name == null || name.isBlank()) {
            throw kind.problem("The " + kind.word() + " module " + type + " in " + origin
                    + " has no name.\n  to do:    let name() return what operators select it by");
        }
        return new Module<>(name, aliases, Objects.requireNonNullElse(description, ""), origin, factory);
    }

    /** Uses a factory that was made by hand, with what one that is found is not given, in the place of the one found. */
    public void use(OfferSetFactory factory) {
        offerSets.use(factory);
    }

    /** Uses a factory that was made by hand, with what one that is found is not given, in the place of the one found. */
    public void use(ServingOrderFactory factory) {
        sorters.use(factory);
    }

    /** Uses a factory that was made by hand, with what one that is found is not given, in the place of the one found. */
    public void use(BatchPluginFactory factory) {
        batchPlugins.use(factory);
    }

    /** All allocator modules, class path first, then jars by name. */
    public List<Module<AllocatorFactory>> modules() {
        return List.copyOf(allocators.modules);
    }

    /** All offer set modules, class path first, then jars by name. */
    public List<Module<OfferSetFactory>> offerSets() {
        return List.copyOf(offerSets.modules);
    }

    /** All sorter modules, class path first, then jars by name. */
    public List<Module<ServingOrderFactory>> sorters() {
        return List.copyOf(sorters.modules);
    }

    /** All plugins of batch sessions, class path first, then jars by name. */
    public List<Module<BatchPluginFactory>> batchPlugins() {
        return List.copyOf(batchPlugins.modules);
    }

    /** Jars of the plugins folder that bring no allocator, usually because their service file is missing. */
    public List<Path> idleJars() {
        return List.copyOf(allocators.idleJars);
    }

    /** Jars of the plugins folder that bring no sorter. */
    List<Path> jarsWithoutSorter() {
        return List.copyOf(sorters.idleJars);
    }

    /** Jars of the plugins folder that bring no offer set. */
    List<Path> jarsWithoutOfferSet() {
        return List.copyOf(offerSets.idleJars);
    }
}
