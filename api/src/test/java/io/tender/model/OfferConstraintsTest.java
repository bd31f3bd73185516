package io.tender.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.model.OfferConstraints.Constraint;
import io.tender.model.OfferConstraints.Predicate;
import io.tender.model.OfferConstraints.Selector;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scenarios O1 to O12, O15 and O16. */
class OfferConstraintsTest {
    private static final Role ROLE = Role.of("role");

    private static AgentInfo agent(String attributes) {
        return new AgentInfo(new AgentId("a1"), "h1", Attribute.parseAll(attributes), Optional.empty());
    }

    private static TextPattern pattern(String regex) {
        return new TextPattern() {
            @Override
            public String regex() {
                return regex;
            }

            @Override
            public boolean matches(String whole) {
                return Pattern.matches(regex, whole);
            }
        };
    }

    private static Constraint on(String name, Predicate predicate) {
        return new Constraint(Selector.attribute(name), predicate);
    }

    private static OfferConstraints allOf(Constraint... group) {
        return OfferConstraints.of(Map.of(ROLE, List.of(List.of(group))));
    }

    private static void check(OfferConstraints constraints, String attributes, boolean eligible) {
        assertThat(constraints.excludes(ROLE, agent(attributes == null ? "" : attributes)))
                .isEqualTo(!eligible);
    }

    @ParameterizedTest
    @CsvSource({"bar:123,true", "foo:123,false", "foo:123;bar:456,true"})
    void o1_and_o2_exists_and_its_reverse(String attributes, boolean eligible) {
        check(allOf(on("bar", new Predicate.Exists())), attributes, eligible);
        check(allOf(on("bar", new Predicate.NotExists())), attributes, !eligible);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"bar:baz|true", "bar:123|true", "bar:[1-17]|true", "bar:zab|false", "foo:baz|false"})
    void o3_text_equals(String attributes, boolean eligible) {
        check(allOf(on("bar", new Predicate.TextEquals("baz"))), attributes, eligible);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"bar:baz|false", "bar:123|true", "bar:[1-17]|true", "bar:zab|true", "foo:baz|true"})
    void o4_text_not_equals(String attributes, boolean eligible) {
        check(allOf(on("bar", new Predicate.TextNotEquals("baz"))), attributes, eligible);
    }

    @ParameterizedTest
    @CsvSource({"bar:baz;bar:foo,true", "bar:123;bar:foo,true", "bar:foo;bar:baz,false", "bar:foo;bar:123,false"})
    void o5_the_first_of_two_equal_names_counts(String attributes, boolean eligible) {
        check(allOf(on("bar", new Predicate.TextEquals("baz"))), attributes, eligible);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"bar:abcd|true", "bar:123|true", "bar:[1-17]|true", "bar:bcde|false", "foo:abcd|false"})
    void o6_text_matches_as_a_whole(String attributes, boolean eligible) {
        check(allOf(on("bar", new Predicate.TextMatches(pattern("[a-d]+")))), attributes, eligible);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"bar:abcd|false", "bar:123|true", "bar:[1-17]|true", "bar:bcde|true", "foo:abcd|true"})
    void o7_text_does_not_match_as_a_whole(String attributes, boolean eligible) {
        check(allOf(on("bar", new Predicate.TextNotMatches(pattern("[a-d]+")))), attributes, eligible);
    }

    @ParameterizedTest
    @CsvSource({",false", "foo:123,true", "bar:456,false", "bar:123;foo:456,false", "baz:123;foo:456,true"})
    void o9_all_constraints_of_a_group_must_hold(String attributes, boolean eligible) {
        OfferConstraints both = allOf(on("foo", new Predicate.Exists()), on("bar", new Predicate.NotExists()));
        check(both, attributes, eligible);
    }

    @ParameterizedTest
    @CsvSource({",true", "baz:123,true", "bar:123,false", "bar:123;foo:456,true"})
    void o10_one_group_is_enough(String attributes, boolean eligible) {
        OfferConstraints either = OfferConstraints.of(Map.of(
                ROLE,
                List.of(List.of(on("foo", new Predicate.Exists())), List.of(on("bar", new Predicate.NotExists())))));
        check(either, attributes, eligible);
    }

    @Test
    void o11_each_role_has_its_own() {
        Role a = Role.of("roleA");
        Role b = Role.of("roleB");
        OfferConstraints constraints = OfferConstraints.of(Map.of(
                a, List.of(List.of(on("foo", new Predicate.Exists()))),
                b, List.of(List.of(on("bar", new Predicate.Exists())))));
        assertThat(constraints.roles()).containsExactly(a, b);
        assertThat(constraints.excludes(a, agent("bar:123"))).isTrue();
        assertThat(constraints.excludes(b, agent("bar:123"))).isFalse();
        assertThat(constraints.excludes(a, agent("foo:123"))).isFalse();
        assertThat(constraints.excludes(b, agent("foo:123"))).isTrue();
    }

    @Test
    void o12_no_constraints_exclude_nothing() {
        assertThat(OfferConstraints.none().excludes(ROLE, agent(""))).isFalse();
        assertThat(OfferConstraints.of(Map.of())).isEqualTo(OfferConstraints.none());
    }

    @Test
    void o15_hostname_region_and_zone_are_attributes_of_every_agent() {
        AgentInfo here = new AgentInfo(new AgentId("a1"), "h1", List.of(), Optional.of(new Domain("r1", "z1")));
        OfferConstraints hostname = allOf(new Constraint(Selector.HOSTNAME, new Predicate.TextEquals("h1")));
        OfferConstraints region = allOf(new Constraint(Selector.REGION, new Predicate.Exists()));
        OfferConstraints zone = allOf(new Constraint(Selector.ZONE, new Predicate.TextEquals("z1")));
        assertThat(hostname.excludes(ROLE, here)).isFalse();
        assertThat(region.excludes(ROLE, here)).isFalse();
        assertThat(region.excludes(ROLE, agent(""))).isTrue();
        assertThat(zone.excludes(ROLE, here)).isFalse();
        assertThat(zone.excludes(ROLE, agent(""))).isTrue();
    }

    @Test
    void o16_empty_parts_are_refused() {
        assertThatThrownBy(() -> OfferConstraints.of(Map.of(ROLE, List.of()))).hasMessageContaining("no groups");
        assertThatThrownBy(() -> OfferConstraints.of(Map.of(ROLE, List.of(List.of()))))
                .hasMessageContaining("an empty group");
    }

    @Test
    void constraints_are_equal_by_content_and_patterns_by_their_expression() {
        OfferConstraints one = allOf(on("bar", new Predicate.TextMatches(pattern("a+"))));
        OfferConstraints same = allOf(on("bar", new Predicate.TextMatches(pattern("a+"))));
        OfferConstraints other = allOf(on("bar", new Predicate.TextMatches(pattern("b+"))));
        OfferConstraints not = allOf(on("bar", new Predicate.TextNotMatches(pattern("a+"))));
        assertThat(one)
                .isEqualTo(same)
                .hasSameHashCodeAs(same)
                .isNotEqualTo(other)
                .isNotEqualTo(not);
        assertThat(not).isEqualTo(allOf(on("bar", new Predicate.TextNotMatches(pattern("a+")))));
        assertThat(one.groups(ROLE)).hasSize(1);
        assertThat(one.groups(Role.of("other"))).isEmpty();
    }
}
