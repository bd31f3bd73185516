package io.tender.testkit.scenario.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.testkit.scenario.Scenario;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One scenario that is run in several ways. */
class VariantTest {

    private static List<String> names(String variants) {
        String text = "scenario: s\nvariants: " + variants + "\nsteps:\n  - framework: $(who)\n";
        return ScenarioFiles.parse("s.yaml", text).stream().map(Scenario::name).toList();
    }

    @Test
    void each_variant_is_a_scenario() {
        assertThat(names("{a: {who: f1(r)}, b: {who: f2(r)}}")).containsExactly("s [a]", "s [b]");
    }

    @Test
    void of_several_lists_each_goes_with_each() {
        assertThat(names("[{a: {who: f1(r)}, b: {who: f2(r)}}, {one: {x: 1}, two: {x: 2}}]"))
                .containsExactly("s [a, one]", "s [a, two]", "s [b, one]", "s [b, two]");
    }

    @Test
    void a_variable_belongs_to_one_list() {
        assertThatThrownBy(() -> names("[{a: {who: f1(r)}}, {b: {who: f2(r)}}]"))
                .hasMessageContaining("'who' is set by two lists of variants");
    }

    @Test
    void variants_of_a_list_set_the_same_variables_and_there_is_one_at_least() {
        assertThatThrownBy(() -> names("{a: {who: f1(r)}, b: {whom: f1(r)}}"))
                .hasMessageContaining("variants must set the same variables");
        assertThatThrownBy(() -> names("[]")).hasMessageContaining("at least one variant");
        assertThatThrownBy(() -> names("[{a: {who: f1(r)}}, {}]")).hasMessageContaining("at least one variant");
    }

    @Test
    void there_is_a_bound_on_how_many_there_are() {
        String many = IntStream.range(0, 40)
                .mapToObj(i -> "v" + i + ": {VARIABLE: f1(r)}")
                .collect(Collectors.joining(", ", "{", "}"));
        assertThatThrownBy(
                        () -> names("[" + many.replace("VARIABLE", "who") + ", " + many.replace("VARIABLE", "x") + "]"))
                .hasMessageContaining("1600");
    }
}
