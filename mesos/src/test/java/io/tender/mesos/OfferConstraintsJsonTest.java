package io.tender.mesos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Attribute;
import io.tender.model.Domain;
import io.tender.model.OfferConstraints;
import io.tender.model.Role;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OfferConstraintsJsonTest {
    private static final Role ROLE = Role.of("eng/dev");

    private static AgentInfo agent(String hostname, String attributes) {
        return new AgentInfo(
                new AgentId("a1"), hostname, Attribute.parseAll(attributes), Optional.of(new Domain("eu", "eu-2")));
    }

    private static OfferConstraints single(String selector, String predicate) {
        String json = "{'role_constraints': {'eng/dev': {'groups': [{'attribute_constraints': [{'selector': " + selector
                + ", 'predicate': " + predicate + "}]}]}}}";
        return OfferConstraintsJson.parse(json.replace('\'', '"'));
    }

    @Test
    void a_document_is_read_and_printed() {
        OfferConstraints constraints = OfferConstraintsJson.parse(Golden.text("constraints.json"));
        assertThat(OfferConstraintsJson.print(constraints)).isEqualTo(Golden.compact("constraints.json"));
        assertThat(OfferConstraintsJson.parse(OfferConstraintsJson.print(constraints)))
                .isEqualTo(constraints);
        assertThat(constraints.roles()).containsExactly(ROLE);
        assertThat(constraints.excludes(ROLE, agent("web-17", "rack:r1;os:windows-3")))
                .isFalse();
        assertThat(constraints.excludes(ROLE, agent("db-17", "rack:r1;os:windows-3")))
                .isTrue();
        assertThat(constraints.excludes(ROLE, agent("db-17", "os:linux"))).isFalse();
    }

    @Test
    void no_constraints_are_an_empty_document() {
        assertThat(OfferConstraintsJson.parse("{}")).isEqualTo(OfferConstraints.none());
        assertThat(OfferConstraintsJson.print(OfferConstraints.none())).isEqualTo("{\"role_constraints\":{}}");
    }

    @Test
    void o6_and_o7_expressions_match_the_whole_text() {
        OfferConstraints matches = single("{'attribute_name': 'bar'}", "{'text_matches': {'regex': '[a-d]+'}}");
        OfferConstraints not = single("{'attribute_name': 'bar'}", "{'text_not_matches': {'regex': '[a-d]+'}}");
        assertThat(matches.excludes(ROLE, agent("h", "bar:abcd"))).isFalse();
        assertThat(matches.excludes(ROLE, agent("h", "bar:bcde"))).isTrue();
        assertThat(matches.excludes(ROLE, agent("h", "bar:123"))).isFalse();
        assertThat(not.excludes(ROLE, agent("h", "bar:abcd"))).isTrue();
        assertThat(not.excludes(ROLE, agent("h", "bar:bcde"))).isFalse();
        assertThat(not.excludes(ROLE, agent("h", "foo:abcd"))).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'text_matches': {'regex': '[a-d'}}          | is malformed",
                "{'text_not_matches': {'regex': '[a-d'}}      | is malformed",
                "{'text_matches': {'regex': '(a+){50}'}}      | is too complex",
                "{'text_not_matches': {'regex': '(a+){500}'}} | is too large",
                "{'text_matches': {}}                         | exactly one: the field regex",
                "{'like': {}}                                 | one of the fields exists, not_exists",
                "{}                                           | exactly one: one predicate",
                "{'exists': {}, 'not_exists': {}}             | exactly one: one predicate",
                "{'exists': true}                             | an object, usually {}",
            })
    void o8_bad_predicates_refuse_the_whole_document(String predicate, String problem) {
        assertThatThrownBy(() -> single("{'attribute_name': 'bar'}", predicate))
                .isInstanceOf(MesosJsonException.class)
                .hasMessageContaining(problem)
                .hasMessageContaining("$.role_constraints.eng/dev.groups[0].attribute_constraints[0].predicate");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'pseudoattribute_type': 'RACK'} | one of HOSTNAME, REGION, ZONE",
                "{'attribute_name': 'a', 'pseudoattribute_type': 'ZONE'} | exactly one: attribute_name",
                "{}                               | exactly one: attribute_name",
            })
    void bad_selectors_refuse_the_whole_document(String selector, String problem) {
        assertThatThrownBy(() -> single(selector, "{'exists': {}}"))
                .isInstanceOf(MesosJsonException.class)
                .hasMessageContaining(problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'role_constraints': {'r': {'groups': []}}}   | no groups",
                "{'role_constraints': {'r': {}}}               | no groups",
                "{'role_constraints': {'r': {'groups': [{}]}}} | an empty group",
                "{'role_constraints': {'a b': {'groups': []}}} | a role without white space",
                "{'role_constraints': {'r': {'groups': [{'attribute_constraints': [{}]}]}}} | the field selector",
                "{'roles': {}}                                 | one of the fields role_constraints",
            })
    void o16_empty_parts_refuse_the_whole_document(String json, String problem) {
        assertThatThrownBy(() -> OfferConstraintsJson.parse(json.replace('\'', '"')))
                .isInstanceOf(MesosJsonException.class)
                .hasMessageContaining(problem);
    }
}
