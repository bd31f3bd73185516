package io.tender.extender.volcano;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.spi.batch.Arguments;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubeArgumentsTest {
    private static Arguments arguments(Map<String, ?> more) {
        Map<String, Object> values = new TreeMap<>();
        values.put("extender.dialect", "kube");
        values.put("extender.urlPrefix", "http://127.0.0.1:9/base/");
        values.putAll(more);
        return new Arguments(values);
    }

    private static PluginSettings read(Map<String, ?> more) {
        Arguments arguments = arguments(more);
        Optional<PluginSettings> settings = new ArgumentReader(arguments).read("gpu");
        assertThat(arguments.problems()).isEmpty();
        assertThat(arguments.unread()).isEmpty();
        return settings.orElseThrow();
    }

    @Test
    void defaults_are_those_of_kube_scheduler() {
        PluginSettings settings = read(Map.of("extender.filterVerb", "filter"));
        assertThat(settings.client().deadline()).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings.kube().mode().names()).isFalse();
        assertThat(settings.kube().mode().tolerant()).isFalse();
        assertThat(settings.kube().filtersByList()).isTrue();
        assertThat(settings.scoresByList()).isTrue();
        assertThat(settings.ignorable()).isEmpty();
        assertThat(settings.asks(Question.BATCH_PREDICATE)).isTrue();
        assertThat(settings.asks(Question.PRIORITIZE)).isFalse();
    }

    @Test
    void one_verb_for_preemption_serves_queues_too() {
        PluginSettings settings =
                read(Map.of("extender.preemptVerb", "pre/empt", "extender.ignorable.preempt", "true"));
        assertThat(settings.verbs().get(Question.PREEMPTABLE)).hasToString("http://127.0.0.1:9/base/pre/empt");
        assertThat(settings.asks(Question.RECLAIMABLE)).isTrue();
        assertThat(settings.consequence(Question.RECLAIMABLE)).isEqualTo(Consequence.UNASKED);
        assertThat(settings.consequence(Question.BIND)).isEqualTo(Consequence.NOT_BOUND);
    }

    @Test
    void managed_resources_may_be_left_to_it() {
        PluginSettings settings = read(Map.of(
                "extender.managedResources",
                List.of(
                        Map.of("name", "example.com/foo", "ignoredByScheduler", true),
                        Map.of("name", "example.com/bar"),
                        "example.com/baz")));
        assertThat(settings.managed()).containsExactly("example.com/foo", "example.com/bar", "example.com/baz");
        assertThat(settings.kube().ignored()).containsExactly("example.com/foo");
        assertThat(read(Map.of("extender.managedResources", "example.com/foo, example.com/bar"))
                        .managed())
                .containsExactly("example.com/foo", "example.com/bar");
    }

    @Test
    void as_kube_scheduler_does_means_one_try() {
        assertThat(read(Map.of("extender.compat", "kube")).client().retries().most())
                .isZero();
        assertThat(read(Map.of()).client().retries().most()).isPositive();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "extender.compat | volcano | strict or kube",
                "extender.filterScope | all | list or node",
                "extender.httpTimeout | 0s | deadline",
                "extender.managedResources | cpu | names of extended resources",
                "extender.urlPrefix | gopher://x | http",
            })
    void a_mistake_says_what_was_expected(String name, String value, String expected) {
        Arguments arguments = arguments(Map.of(name, value));
        assertThat(new ArgumentReader(arguments).read("gpu")).isEmpty();
        assertThat(arguments.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.name()).isEqualTo(name);
            assertThat(problem.expected()).contains(expected);
        });
    }

    @Test
    void all_mistakes_are_told_at_once() {
        Arguments arguments = arguments(Map.of(
                "extender.compat",
                "x",
                "extender.filterScope",
                "x",
                "extender.prioritizeVerb",
                "prioritize",
                "extender.weight",
                0,
                "extender.managedResources",
                List.of("example.com/a", "example.com/a", Map.of("name", "b"), Map.of("nam", "example.com/c"), 7),
                "extender.tls.caData",
                "?",
                "extender.stateless",
                true));
        new ArgumentReader(arguments).read("gpu");
        assertThat(arguments.problems())
                .extracting(Arguments.Problem::name)
                .contains("extender.compat", "extender.filterScope", "extender.weight", "extender.stateless")
                .filteredOn("extender.managedResources"::equals)
                .hasSize(4);
    }

    @Test
    void the_verbs_of_volcano_are_no_verbs_of_it() {
        Arguments arguments = arguments(Map.of("extender.predicateVerb", "predicate", "extender.askAhead", 3));
        new ArgumentReader(arguments).read("gpu");
        assertThat(arguments.unread()).containsExactly("extender.askAhead", "extender.predicateVerb");
        assertThat(arguments.known()).contains("extender.filterVerb", "extender.nodeCacheCapable");
    }
}
