package io.tender.runtime;

import io.tender.spi.AllocatorFactory;
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
import java.util.stream.Stream;

/**
 * The allocator modules that can be chosen: those on the class path and those in the jars of a plugins folder.
 *
 * <p>Each jar has a class loader of its own, in which its own classes come first, so that a module may bring another
 * version of a library than its neighbours or the program have. What is wrong with a jar is said when the catalog is
 * made, not when the module is needed.
 */
public final class ModuleCatalog {

    private final List<Module> modules;
    private final List<Path> idleJars;

    /**
     * A module that was found.
     *
     * @param origin where it was found: a jar, or the class path
     */
    public record Module(String name, String description, String origin, AllocatorFactory factory) {}

    private ModuleCatalog(List<Module> modules, List<Path> idleJars) {
        this.modules = List.copyOf(modules);
        this.idleJars = List.copyOf(idleJars);
    }

    /** The modules on the class path alone. */
    public static ModuleCatalog ofClassPath() {
        return new ModuleCatalog(fromClassPath(), List.of());
    }

    /** The modules on the class path and in the jars of a folder. */
    public static ModuleCatalog withPlugins(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new UnknownAllocator("The plugins folder '" + folder + "' is not a folder.\n"
                    + "  to do:    create it, or correct the setting");
        }
        List<Module> found = new ArrayList<>(fromClassPath());
        List<Path> idle = new ArrayList<>();
        for (Path jar : jarsIn(folder)) {
            List<Module> own = fromJar(jar);
            found.addAll(own);
            if (own.isEmpty()) {
                idle.add(jar);
            }
        }
        return new ModuleCatalog(found, idle);
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

    private static List<Module> fromClassPath() {
        ClassLoader loader = Objects.requireNonNullElseGet(
                Thread.currentThread().getContextClassLoader(), ModuleCatalog.class::getClassLoader);
        return load("the class path", ServiceLoader.load(AllocatorFactory.class, loader), Optional.empty());
    }

    @SuppressWarnings("resource") // a module's classes are needed as long as the program runs
    private static List<Module> fromJar(Path jar) {
        try {
            checkReadable(jar);
            ModuleLoader own = new ModuleLoader(
                    jar.getFileName().toString(), jar.toUri().toURL(), ModuleCatalog.class.getClassLoader());
            return load(jar.toString(), ServiceLoader.load(AllocatorFactory.class, own), Optional.of(own));
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

    private static List<Module> load(
            String origin, ServiceLoader<AllocatorFactory> services, Optional<ClassLoader> only) {
        List<Module> found = new ArrayList<>();
        try {
            for (AllocatorFactory factory : services) {
                // A jar's loader also sees the class path; what lies there is not the jar's.
                if (only.isEmpty() || only.get().equals(factory.getClass().getClassLoader())) {
                    found.add(describe(factory, origin));
                }
            }
        } catch (ServiceConfigurationError | LinkageError broken) {
            throw new UnknownAllocator(
                    "An allocator module in " + origin + " cannot be loaded.\n  got:      " + broken.getMessage()
                            + "\n  expected: META-INF/services/" + AllocatorFactory.class.getName()
                            + " to name a public class with a public constructor without parameters"
                            + "\n  to do:    rebuild the jar against this version, or take it out of the plugins folder",
                    broken);
        }
        return found;
    }

    private static Module describe(AllocatorFactory factory, String origin) {
        String type = factory.getClass().getName();
        String name;
        String description;
        try {
            name = factory.name();
            description = factory.description();
        } catch (RuntimeException failure) {
            throw new UnknownAllocator(
                    "The allocator module " + type + " in " + origin + " does not say what it is.\n  got:      "
                            + failure + "\n  to do:    repair its name() and description()",
                    failure);
        }
        if (name == null || name.isBlank()) {
            throw new UnknownAllocator("The allocator module " + type + " in " + origin
                    + " has no name.\n  to do:    let name() return what operators select it by");
        }
        return new Module(name, Objects.requireNonNullElse(description, ""), origin, factory);
    }

    /** All modules, class path first, then jars by name. */
    public List<Module> modules() {
        return modules;
    }

    /** Jars of the plugins folder that bring no allocator, usually because their service file is missing. */
    public List<Path> idleJars() {
        return idleJars;
    }
}
