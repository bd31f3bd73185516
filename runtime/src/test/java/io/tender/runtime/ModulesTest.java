package io.tender.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.core.allocator.HierarchicalAllocator;
import io.tender.runtime.Cluster.Complaints;
import io.tender.spi.Allocator;
import io.tender.spi.Chance;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.SortedMap;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModulesTest {

    @TempDir
    private Path plugins;

    /** An allocator that only has metrics, which tell who made it; with a library class of a certain version. */
    private static PluginJar module(String name, int version) {
        return new PluginJar()
                .source(
                        "plug.Library",
                        "package plug; final class Library { static double version() { return " + version + "; } }")
                .source("plug.Factory", factory("\"" + name + "\"", """
                        Object proxy = java.lang.reflect.Proxy.newProxyInstance(
                            Factory.class.getClassLoader(), new Class<?>[] {Allocator.class},
                            (self, method, arguments) -> method.getName().equals("metrics")
                                ? java.util.concurrent.CompletableFuture.completedFuture(new java.util.TreeMap<>(
                                    Map.of("version", Library.version(), "parameters", (double) parameters.size())))
                                : null);
                        return (Allocator) proxy;
                        """))
                .factories("plug.Factory");
    }

    private static String factory(String name, String body) {
        return """
                package plug;
                import io.tender.spi.*;
                import java.util.Map;
                public final class Factory implements AllocatorFactory {
                    public String name() { return %s; }
                    public String description() { return "made by a test"; }
                    public Allocator create(AllocatorHost host, Map<String, String> parameters) { %s }
                }
                """.formatted(name, body);
    }

    private Path jar(String name) {
        return plugins.resolve(name + ".jar");
    }

    private Allocators allocators() {
        return new Allocators(ModuleCatalog.withPlugins(plugins));
    }

    private AllocatorActor start(Allocators allocators, String name, Map<String, String> parameters) {
        return allocators.start(
                name, "drf", "drf", parameters, InstantSource.system(), Chance.seeded(1), new Complaints());
    }

    private SortedMap<String, Double> metricsOf(Allocators allocators, String name) {
        try (AllocatorActor actor = start(allocators, name, Map.of())) {
            return Patience.await(actor.metrics());
        }
    }

    private AbstractThrowableAssert<?, ?> starting(String name) {
        return assertThatThrownBy(() -> start(allocators(), name, Map.of()))
                .isInstanceOf(UnknownAllocator.class)
                .hasMessageContaining("to do:");
    }

    @ParameterizedTest
    @CsvSource({
        "hierarchical,drf,drf",
        "hierarchical,random,random",
        "hierarchical,drf,random",
        "hierarchical,random,drf",
        "HierarchicalDRF,drf,drf",
        "HierarchicalDRF,DRF,Random"
    })
    void the_built_in_allocator_takes_any_pair_of_sorters(String name, String roleSorter, String frameworkSorter) {
        try (AllocatorActor actor = Allocators.create(name, roleSorter, frameworkSorter)) {
            assertThat(Patience.await(actor.metrics())).containsKey("allocator/mesos/allocation_runs");
        }
        Allocator made = allocators()
                .maker(name, roleSorter, frameworkSorter, Map.of())
                .apply(new Mailbox("unused", new SteppedClock(Instant.EPOCH), key -> key, failure -> {}, 1));
        assertThat(made).isInstanceOf(HierarchicalAllocator.class);
    }

    @Test
    void an_unknown_sorter_is_answered_with_the_known_ones() {
        assertThatThrownBy(() -> Allocators.create("hierarchical", "drf", "fifo"))
                .isInstanceOf(UnknownAllocator.class)
                .hasMessageContainingAll("framework sorter", "'fifo'", "'drf' or 'random'");
        assertThatThrownBy(() -> Allocators.create("hierarchical", "fifo", "drf"))
                .hasMessageContaining("role sorter");
    }

    @Test
    void the_built_in_allocator_takes_no_parameters() {
        assertThatThrownBy(() -> start(allocators(), "hierarchical", Map.of("speed", "9")))
                .isInstanceOf(UnknownAllocator.class)
                .hasMessageContainingAll("no parameters", "speed", "to do:");
    }

    @Test
    void an_unknown_name_is_answered_with_all_that_are_known() {
        module("mine", 1).write(jar("mine"));

        starting("yours").hasMessageContainingAll("'yours'", "hierarchical, HierarchicalDRF, mine", "plugins folder");
    }

    @Test
    void a_slip_in_a_name_is_answered_with_what_was_probably_meant() {
        starting("hierarchicl").hasMessageContaining("called 'hierarchicl'. Did you mean 'hierarchical'?\n  known:");
    }

    @Test
    void a_module_in_a_jar_is_found_by_its_name_and_given_its_parameters() {
        module("mine", 1).write(jar("mine"));

        try (AllocatorActor actor = start(allocators(), "mine", Map.of("a", "1", "b", "2"))) {
            assertThat(Patience.await(actor.metrics()))
                    .containsEntry("version", 1.0)
                    .containsEntry("parameters", 2.0);
        }
        assertThat(ModuleCatalog.withPlugins(plugins).modules()).singleElement().satisfies(module -> {
            assertThat(module.description()).isEqualTo("made by a test");
            assertThat(module.origin()).isEqualTo(jar("mine").toString());
        });
    }

    @Test
    void two_jars_with_different_versions_of_one_class_work_side_by_side() {
        module("old", 1).write(jar("old"));
        module("new", 2).write(jar("new"));
        Allocators allocators = allocators();

        assertThat(metricsOf(allocators, "old")).containsEntry("version", 1.0);
        assertThat(metricsOf(allocators, "new")).containsEntry("version", 2.0);
        assertThat(metricsOf(allocators, "old")).containsEntry("version", 1.0);
    }

    @Test
    void a_jar_that_brings_its_own_version_of_a_class_of_the_program_gets_its_own() {
        module("mine", 1)
                .source(
                        "plug.Library",
                        "package plug; final class Library { static double version() {"
                                + " return io.tender.runtime.Edition.number(); } }")
                .source(
                        "io.tender.runtime.Edition",
                        "package io.tender.runtime; public final class Edition {"
                                + " public static double number() { return 2; } }")
                .write(jar("mine"));

        assertThat(metricsOf(allocators(), "mine")).containsEntry("version", 2.0);
        assertThat(Edition.number()).isEqualTo(1);
    }

    @Test
    void a_jar_that_brings_the_api_along_uses_that_of_the_program_all_the_same() {
        module("mine", 1)
                .source(
                        "io.tender.spi.Chance",
                        "package io.tender.spi; public interface Chance { long draw(long key); }")
                .write(jar("mine"));

        assertThat(metricsOf(allocators(), "mine")).containsEntry("version", 1.0);
    }

    @Test
    void two_modules_of_one_name_are_both_named() {
        module("mine", 1).write(jar("a"));
        module("mine", 2).write(jar("b"));

        starting("mine").hasMessageContainingAll("2 allocator modules", "'mine'", "a.jar", "b.jar", "known:");
    }

    @Test
    void two_modules_of_one_name_are_told_apart_by_their_classes() {
        new PluginJar()
                .source("plug.One", factory("\"twin\"", "return null;").replace("class Factory", "class One"))
                .source("plug.Two", factory("\"twin\"", "return null;").replace("class Factory", "class Two"))
                .factories("plug.One", "plug.Two")
                .write(jar("twins"));

        starting("twin").hasMessageContainingAll("plug.One in ", "twins.jar and plug.Two in ");
    }

    @Test
    void a_module_of_the_wrong_kind_is_answered_with_all_that_are_known() {
        module("mine", 1).write(jar("a"));
        new PluginJar()
                .source("plug.Wrong", "package plug; public class Wrong {}")
                .factories("plug.Wrong")
                .write(jar("wrong"));

        starting("mine")
                .hasMessageContainingAll("wrong.jar", "plug.Wrong", "known:    hierarchical, HierarchicalDRF, mine\n");
    }

    @Test
    void a_module_called_like_the_built_in_allocator_is_refused_not_preferred() {
        module("hierarchical", 1).write(jar("bold"));

        starting("hierarchical").hasMessageContainingAll("bold.jar", "built-in", "another name");
    }

    @Test
    void a_factory_that_throws_is_named_with_what_it_said() {
        new PluginJar()
                .source("plug.Factory", factory("\"bad\"", "throw new IllegalArgumentException(\"no such turn\");"))
                .factories("plug.Factory")
                .write(jar("bad"));

        starting("bad")
                .hasMessageContainingAll("'bad'", "bad.jar", "no such turn", "known:    hierarchical")
                .hasCauseInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_factory_that_returns_null_is_named() {
        new PluginJar()
                .source("plug.Factory", factory("\"empty\"", "return null;"))
                .factories("plug.Factory")
                .write(jar("empty"));

        starting("empty").hasMessageContainingAll("returned null", "empty.jar", "known:    hierarchical");
    }

    @ParameterizedTest
    @CsvSource({"null,has no name", "'\" \"',has no name", "boom(),does not say what it is"})
    void a_factory_without_a_name_is_refused_at_once(String name, String said) {
        new PluginJar()
                .source(
                        "plug.Factory",
                        factory(name, "return null; } static String boom() { throw new IllegalStateException(\"x\");"))
                .factories("plug.Factory")
                .write(jar("nameless"));

        starting("hierarchical").hasMessageContainingAll(said, "plug.Factory", "nameless.jar");
    }

    @Test
    void a_factory_without_a_description_has_an_empty_one() {
        new PluginJar()
                .source("plug.Factory", factory("\"terse\"", "return null;").replace("\"made by a test\"", "null"))
                .factories("plug.Factory")
                .write(jar("terse"));

        assertThat(ModuleCatalog.withPlugins(plugins).modules())
                .singleElement()
                .satisfies(module -> assertThat(module.description()).isEmpty());
    }

    @Test
    void a_jar_that_is_none_is_told_when_the_catalog_is_made() throws IOException {
        Files.writeString(jar("torn"), "this was a jar once");

        starting("hierarchical").hasMessageContainingAll("torn.jar", "cannot be read", "got:", "expected: a jar");
    }

    @Test
    void a_jar_that_names_a_missing_class_is_told() {
        new PluginJar().factories("plug.Missing").write(jar("hollow"));

        starting("hierarchical").hasMessageContainingAll("hollow.jar", "plug.Missing", "META-INF/services/", "to do:");
    }

    @Test
    void a_jar_whose_factory_cannot_be_constructed_is_told() {
        new PluginJar()
                .source(
                        "plug.Factory",
                        factory("\"x\"", "return null;")
                                .replace("public String name()", "private Factory() {} public String name()"))
                .factories("plug.Factory")
                .write(jar("shut"));

        starting("hierarchical").hasMessageContainingAll("shut.jar", "public constructor");
    }

    @Test
    void a_jar_without_a_service_file_is_no_mistake_but_is_named_when_something_is_missing() {
        new PluginJar()
                .source("plug.Library", "package plug; public class Library {}")
                .write(jar("library"));

        assertThat(allocators().maker("hierarchical", "drf", "drf", Map.of())).isNotNull();
        starting("mine").hasMessageContainingAll("no allocator in", "library.jar", "META-INF/services/io.tender.spi");
    }

    @Test
    void other_files_in_the_plugins_folder_are_left_alone() throws IOException {
        Files.writeString(plugins.resolve("README"), "jars go here");

        assertThat(ModuleCatalog.withPlugins(plugins).modules()).isEmpty();
    }

    @Test
    void a_plugins_folder_that_is_missing_is_told() {
        assertThatThrownBy(() -> ModuleCatalog.withPlugins(plugins.resolve("nowhere")))
                .isInstanceOf(UnknownAllocator.class)
                .hasMessageContainingAll("nowhere", "is not a folder", "to do:");
    }

    @Test
    void the_class_path_of_the_program_is_searched_too() throws IOException {
        URL jar = module("near", 3).write(jar("near")).toUri().toURL();
        Thread current = Thread.currentThread();
        ClassLoader before = current.getContextClassLoader();
        try (URLClassLoader classPath = new URLClassLoader(new URL[] {jar}, before)) {
            current.setContextClassLoader(classPath);

            assertThat(ModuleCatalog.ofClassPath().modules()).singleElement().satisfies(module -> {
                assertThat(module.name()).isEqualTo("near");
                assertThat(module.origin()).isEqualTo("the class path");
            });
            assertThat(metricsOf(new Allocators(ModuleCatalog.ofClassPath()), "near"))
                    .containsEntry("version", 3.0);
        } finally {
            current.setContextClassLoader(before);
        }
    }
}
