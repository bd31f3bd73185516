package io.tender.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.runtime.ModuleCatalog;
import io.tender.spi.AllocatorFactory;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginsFolderTest {

    @TempDir
    private Path plugins;

    @Test
    void the_module_is_found_in_a_jar_and_works_from_there() throws IOException, URISyntaxException {
        Path jar = plugins.resolve("examples.jar");
        pack(jar);

        // The example is on the class path of this test as well, so the one in the jar is asked for by its origin.
        AllocatorFactory factory = ModuleCatalog.withPlugins(plugins).modules().stream()
                .filter(module -> module.name().equals("round-robin"))
                .filter(module -> module.origin().equals(jar.toString()))
                .map(ModuleCatalog.Module::factory)
                .findFirst()
                .orElseThrow();

        assertThat(factory.getClass()).isNotEqualTo(RoundRobinFactory.class);
        assertThat(factory.getClass().getClassLoader().getName()).isEqualTo("examples.jar");
        Trial trial = new Trial(host -> factory.create(host, Map.of("agents-per-turn", "3")))
                .framework("f", "web")
                .agent("a", "cpus:4;mem:1024")
                .settle();
        assertThat(trial.offers()).containsExactly("f under web: cpus:4;mem:1024 of a");
    }

    private static void pack(Path jar) throws IOException, URISyntaxException {
        Path classes = Path.of(RoundRobinFactory.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream zip = new JarOutputStream(out);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                zip.putNextEntry(
                        new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
                Files.copy(file, zip);
            }
        }
    }
}
