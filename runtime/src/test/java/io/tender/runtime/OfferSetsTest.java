package io.tender.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.core.offers.NativeOfferSet;
import io.tender.model.service.HostOffer;
import io.tender.spi.Chance;
import io.tender.spi.offers.OfferSet;
import io.tender.spi.offers.OfferSetSetup;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OfferSetsTest {

    @TempDir
    private Path plugins;

    private static OfferSetSetup setup() {
        return new OfferSetSetup(new TreeMap<>(), Chance.seeded(1), Comparator.comparing(HostOffer::id), agent -> 0);
    }

    /** A jar with a set that is empty and tells its parameters by its size. */
    private void jar(String name, String alias, String body) {
        new PluginJar()
                .source("plug." + name, """
                        package plug;
                        import io.tender.spi.offers.*;
                        import io.tender.model.service.HostOffer;
                        import java.util.*;
                        public final class %s implements OfferSetFactory {
                            public String name() { return "%s"; }
                            public List<String> aliases() { return List.of(%s); }
                            public OfferSet create(OfferSetSetup setup) { %s }
                            record Empty(int size) implements OfferSet {
                                public void add(HostOffer offer) {}
                                public void remove(HostOffer offer) {}
                                public void clear() {}
                                public Collection<HostOffer> values() { return List.of(); }
                                public Iterable<HostOffer> getOrdered(OfferQuery query) { return List.of(); }
                            }
                        }
                        """.formatted(name, name.toLowerCase(Locale.ROOT), alias, body))
                .services("io.tender.spi.offers.OfferSetFactory", "plug." + name)
                .write(plugins.resolve(name + ".jar"));
    }

    private OfferSet make(String name, Map<String, String> parameters) {
        return new OfferSets(ModuleCatalog.withPlugins(plugins))
                .maker(name, parameters)
                .apply(setup());
    }

    @ParameterizedTest
    @ValueSource(strings = {"native", "org.apache.aurora.scheduler.offers.OfferManagerModule$OfferSetModule"})
    void the_native_set_is_built_in_also_under_its_name_in_aurora(String name) {
        assertThat(OfferSets.create(name, setup())).isInstanceOf(NativeOfferSet.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mine", "plug.Mine", "old.name.Of$It"})
    void a_set_in_a_jar_is_found_by_name_alias_and_class_name(String name) {
        jar("Mine", "\"old.name.Of$It\"", "return new Empty(setup.parameters().size());");

        assertThat(make(name, Map.of("a", "1", "b", "2")).size()).isEqualTo(2);
    }

    @Test
    void an_unknown_name_is_answered_with_all_that_are_known() {
        jar("Mine", "", "return new Empty(0);");

        assertThatThrownBy(() -> make("yours", Map.of()))
                .isInstanceOf(UnknownOfferSet.class)
                .hasMessageContainingAll("no offer set called 'yours'", "native", "mine", "to do:");
    }

    @Test
    void a_set_that_cannot_be_made_is_told_with_its_jar() {
        jar("Broken", "", "throw new IllegalArgumentException(\"no endpoint\");");
        jar("Void", "", "return null;");

        assertThatThrownBy(() -> make("broken", Map.of())).hasMessageContainingAll("Broken.jar", "no endpoint");
        assertThatThrownBy(() -> make("void", Map.of())).hasMessageContainingAll("Void.jar", "returned null");
        assertThatThrownBy(() -> make("native", Map.of("x", "1")))
                .isInstanceOf(UnknownOfferSet.class)
                .hasMessageContaining("no settings of its own");
    }

    @Test
    void a_jar_with_an_offer_set_brings_no_allocator_and_is_no_mistake() {
        jar("Mine", "", "return new Empty(0);");
        ModuleCatalog catalog = ModuleCatalog.withPlugins(plugins);

        assertThat(catalog.modules()).isEmpty();
        assertThat(catalog.offerSets())
                .singleElement()
                .satisfies(module -> assertThat(module.name()).isEqualTo("mine"));
    }
}
