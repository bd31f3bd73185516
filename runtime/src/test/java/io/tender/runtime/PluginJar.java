package io.tender.runtime;

import io.tender.spi.AllocatorFactory;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** A jar made from source text, as a plugin author's build would make it. */
final class PluginJar {

    private final Map<String, String> sources = new LinkedHashMap<>();
    private final Map<String, String> files = new LinkedHashMap<>();

    /** Adds a class, given by its whole source. */
    PluginJar source(String className, String source) {
        sources.put(className, source);
        return this;
    }

    /** Names the factories in the service file. */
    PluginJar factories(String... classNames) {
        return services(AllocatorFactory.class.getName(), classNames);
    }

    /** Names the classes in the service file of any kind of module. */
    PluginJar services(String service, String... classNames) {
        files.put("META-INF/services/" + service, String.join("\n", classNames));
        return this;
    }

    /** Compiles the sources and writes the jar. */
    Path write(Path jar) {
        try {
            Path classes = Files.createTempDirectory(jar.getParent(), "classes");
            if (!sources.isEmpty()) {
                compile(classes);
            }
            try (OutputStream out = Files.newOutputStream(jar);
                    JarOutputStream zip = new JarOutputStream(out);
                    Stream<Path> compiled = Files.walk(classes)) {
                for (Path file : compiled.filter(Files::isRegularFile).toList()) {
                    zip.putNextEntry(
                            new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
                    Files.copy(file, zip);
                }
                for (Map.Entry<String, String> file : files.entrySet()) {
                    zip.putNextEntry(new JarEntry(file.getKey()));
                    zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
                }
            }
            return jar;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void compile(Path classes) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        List<JavaFileObject> units = new ArrayList<>();
        sources.forEach((name, source) -> units.add(new Source(name, source)));
        List<String> options = List.of("-d", classes.toString(), "-classpath", api(), "-proc:none");
        if (!compiler.getTask(said, null, null, options, null, units).call()) {
            throw new AssertionError("the plugin's source does not compile:\n" + said);
        }
    }

    private static String api() {
        try {
            return new File(AllocatorFactory.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .getPath();
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String className, String text) {
            super(URI.create("string:///" + className.replace('.', '/') + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
