package io.tender.runtime;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Loads the classes of one plugin jar: its own come first, so that it may bring another version of a library than the
 * program or its neighbours have. What both sides speak of, the model and the extension points, is always the program's.
 */
final class ModuleLoader extends URLClassLoader {

    private static final List<String> SHARED = List.of("java.", "io.tender.model.", "io.tender.spi.", "org.slf4j.");

    static {
        registerAsParallelCapable();
    }

    ModuleLoader(String name, URL jar, ClassLoader program) {
        super(name, new URL[] {jar}, program);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (SHARED.stream().anyMatch(name::startsWith)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                try {
                    loaded = findClass(name);
                } catch (ClassNotFoundException notInTheJar) {
                    return super.loadClass(name, resolve);
                }
            }
            if (resolve) {
                resolveClass(loaded);
            }
            return loaded;
        }
    }

    @Override
    public @Nullable URL getResource(String name) {
        URL own = findResource(name);
        return own == null ? super.getResource(name) : own;
    }
}
