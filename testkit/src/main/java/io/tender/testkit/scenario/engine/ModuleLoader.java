package io.tender.testkit.scenario.engine;

import io.tender.spi.AllocatorFactory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.stream.Collectors;

/** A class path on which sample modules are registered, without a jar having to be written. */
final class ModuleLoader extends ClassLoader {

    private static final String SERVICE_FILE = "META-INF/services/" + AllocatorFactory.class.getName();

    private final String services;

    ModuleLoader(List<String> modules) {
        super(ModuleLoader.class.getClassLoader());
        services = modules.stream().map(SampleModules::className).collect(Collectors.joining("\n"));
    }

    @Override
    protected Enumeration<URL> findResources(String name) throws IOException {
        return name.equals(SERVICE_FILE)
                ? Collections.enumeration(List.of(URL.of(URI.create("sample:/" + name), new Memory(services))))
                : Collections.emptyEnumeration();
    }

    /** Reads the service file from memory. */
    private static final class Memory extends URLStreamHandler {
        private final String content;

        Memory(String content) {
            this.content = content;
        }

        @Override
        protected URLConnection openConnection(URL url) {
            return new URLConnection(url) {
                @Override
                public void connect() {
                    // There is nothing to connect to.
                }

                @Override
                public InputStream getInputStream() {
                    return new ByteArrayInputStream(content.getBytes(StandardCharsets.UTF_8));
                }
            };
        }
    }
}
