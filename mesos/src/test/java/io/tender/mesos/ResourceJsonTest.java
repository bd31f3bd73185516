package io.tender.mesos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.model.ResourceSyntaxException;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResourceJsonTest {
    @ParameterizedTest
    @ValueSource(strings = {"agent", "reservations", "disks", "older-form"})
    void a_document_says_the_same_as_its_text(String name) {
        Resources resources = ResourceJson.parse(Golden.text(name + ".json"));
        assertThat(resources).hasToString(Golden.text(name + ".txt"));
        assertThat(resources).isEqualTo(Resources.parse(Golden.text(name + ".txt")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"agent", "reservations", "disks", "older-form"})
    void what_is_printed_is_read_back(String name) {
        Resources resources = ResourceJson.parse(Golden.text(name + ".json"));
        Resources again = ResourceJson.parseJson(ResourceJson.print(resources));
        assertThat(again).isEqualTo(resources).hasToString(resources.toString());
    }

    @Test
    void objects_are_printed_field_by_field_as_mesos_does() {
        String json = Golden.compact("disks.json");
        assertThat(ResourceJson.print(ResourceJson.parseJson(json)))
                .hasSameSizeAs(json)
                .contains(json.substring(json.indexOf("{\"provider_id\""), json.length() - 1));
        assertThat(ResourceJson.print(Resources.empty())).isEqualTo("[]");
    }

    @Test
    void t14_text_and_json_are_told_apart_and_agree() {
        assertThat(ResourceJson.parse("cpus:24.5;mem:4096;disk:0.125;ports:[31000-31099,31200-32000];bugs:{a,\"b c\"}"))
                .isEqualTo(ResourceJson.parse("\n  " + Golden.text("agent.json")));
        assertThatThrownBy(() -> ResourceJson.parse("cpus:x")).isInstanceOf(ResourceSyntaxException.class);
        assertThatThrownBy(() -> ResourceJson.parse("[x]")).isInstanceOf(MesosJsonException.class);
    }

    @Test
    void t14_an_object_without_role_takes_the_default_role() {
        String json = """
                [{"name": "cpus", "type": "SCALAR", "scalar": {"value": 1}},
                 {"name": "mem", "type": "SCALAR", "scalar": {"value": 2}, "role": "*"},
                 {"name": "disk", "type": "SCALAR", "scalar": {"value": 3}, "reservations": []},
                 {"name": "gpus", "type": "SCALAR", "scalar": {"value": 4}, "role": "other"}]""";
        assertThat(ResourceJson.parse(json, Role.of("r")))
                .isEqualTo(Resources.parse("cpus(r):1;mem:2;disk:3;gpus(other):4"));
    }

    @Test
    void amounts_are_decimals_not_doubles() {
        String json = "[{\"name\":\"cpus\",\"type\":\"SCALAR\",\"scalar\":{\"value\":9007199254740.993}}]";
        Resources exact = ResourceJson.parseJson(json);
        assertThat(exact).hasToString("cpus:9007199254740.993");
        assertThat(ResourceJson.print(exact)).isEqualTo(json);
        assertThat(ResourceJson.parseJson(json.replace("9007199254740.993", "1.5123E0")))
                .hasToString("cpus:1.512");
        assertThat(ResourceJson.parseJson(json.replace("9007199254740.993", "0")))
                .isEmpty();
    }

    @Test
    void ranges_use_all_of_64_bits() {
        String json =
                "[{\"name\":\"ids\",\"type\":\"RANGES\",\"ranges\":{\"range\":[{\"begin\":0,\"end\":18446744073709551615}]}}]";
        assertThat(ResourceJson.print(ResourceJson.parseJson(json))).isEqualTo(json);
        assertThat(ResourceJson.parseJson("[{\"name\":\"ids\",\"type\":\"RANGES\",\"ranges\":{}}]"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                           | $                   | 1  | an array of resources",
                "[1]                                          | $[0]                | 2  | a resource, such as",
                "[{}]                                         | $[0]                | 2  | the field name",
                "[{'name': 'cpus'}]                           | $[0]                | 2  | the field type",
                "[{'name': 1}]                                | $[0].name           | 11 | a name such as",
                "[{'nam': 'cpus'}]                            | $[0].nam            | 3  | one of the fields allocation_info",
                "[{'name': 'a', 'name': 'b'}]                 | $[0].name           | 16 | each field once",
                "[{'name': 'a', 'type': 'TEXT'}]              | $[0].type           | 24 | one of SCALAR, RANGES, SET",
                "[{'name': 'a', 'type': 'SET'}]               | $[0]                | 2  | the field set of a resource of type SET",
                "[{'name': '', 'type': 'SET', 'set': {}}]     | $[0].name           | 11 | a name such as",
                "[{'scalar': {'value': '4'}}]                 | $[0].scalar.value   | 23 | a number such as 1024 or 0.5",
                "[{'scalar': {'value': -4}}]                  | $[0].scalar.value   | 23 | a number that is not negative",
                "[{'scalar': {'value': 0.0004}}]              | $[0].scalar.value   | 23 | 0 or at least 0.0005",
                "[{'scalar': {'value': 1e99}}]                | $[0].scalar.value   | 23 | a number below",
                "[{'scalar': {}}]                             | $[0].scalar         | 13 | the field value",
                "[{'ranges': {'range': [{'begin': 1}]}}]      | $[0].ranges.range[0] | 24 | the field end",
                "[{'ranges': {'range': [{'begin': -1}]}}]     | $[0].ranges.range[0].begin | 34 | a whole number from 0",
                "[{'ranges': {'range': [{'begin': 1.5}]}}]    | $[0].ranges.range[0].begin | 34 | a whole number such as",
                "[{'ranges': {'range': [{'begin': 5, 'end': 1}]}}] | $[0].ranges.range[0].end | 44 | a range that does not end before it begins",
                "[{'ranges': {'range': [{'begin': 1, 'end': 5}, {'begin': 5, 'end': 9}]}}] | $[0].ranges.range[1] | 48 | ranges that do not overlap",
                "[{'set': {'item': ['a', 'a']}}]              | $[0].set.item[1]    | 25 | each item once",
                "[{'role': 'a//b'}]                           | $[0].role           | 14 | a role without a slash",
                "[{'reservations': [{'role': 'a'}]}]          | $[0].reservations[0] | 20 | the field type",
                "[{'reservations': [{'type': 'STATIC', 'role': '*'}]}] | $[0].reservations[0].role | 47 | a role other than '*'",
                "[{'disk': {'source': {'type': 'RAW', 'path': {'root': '/'}}}}] | $[0].disk.source.path | 46 | the root that its type names",
                "[{'disk': {'volume': {'mode': 'RW'}}}]       | $[0].disk.volume    | 22 | the field container_path",
                "[{'disk': {'persistence': {}}}]              | $[0].disk.persistence | 27 | the field id",
                "[{'provider_id': {}}]                        | $[0].provider_id    | 18 | the field value",
                "[] x                                         | $                   | 4  | well-formed JSON",
                "[] []                                        | $                   | 4  | the end of the document",
                "[{'name': 'a'                                | $[0]                | 14 | well-formed JSON",
            })
    void errors_give_the_place_and_what_was_expected(String json, String path, int column, String expected) {
        assertThatThrownBy(() -> ResourceJson.parseJson(json.replace('\'', '"')))
                .isInstanceOfSatisfying(MesosJsonException.class, e -> {
                    assertThat(e.path()).isEqualTo(path);
                    assertThat(e.line()).isEqualTo(1);
                    assertThat(e.column()).as(e.getMessage()).isEqualTo(column);
                })
                .hasMessageContaining("got:")
                .hasMessageContaining("expected: " + expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[{'name': 'a'                     | the end of the document",
                "[{'name': 'a'])                   | Unexpected close marker ']': expected '}'",
                "[{'scalar': {'value': NaN}}]      | Non-standard token 'NaN'",
            })
    void what_is_no_json_is_told_without_a_word_of_the_parser_s_settings(String json, String got) {
        assertThatThrownBy(() -> ResourceJson.parseJson(json.replace('\'', '"')))
                .isInstanceOf(MesosJsonException.class)
                .message()
                .containsPattern("got: +" + Pattern.quote(got) + "\\R");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'role': 'b', 'reservations': [{'type': 'STATIC', 'role': 'a'}]      | the field reservations alone, or the same role",
                "'reservation': {}, 'reservations': [{'type': 'STATIC', 'role': 'a'}] | the field reservations alone",
                "'reservation': {'principal': 'p'}                                   | a role other than '*'",
                "'shared': {}                                                        | sharing of persistent volumes only",
                "'reservations': [{'type': 'STATIC', 'role': 'a'}, {'type': 'STATIC', 'role': 'a/b'}] | a DYNAMIC reservation",
                "'scalar': {'value': 1}                                              | each field once",
                "'set': {'item': ['a']}                                              | only the value that its type names",
            })
    void what_contradicts_itself_is_refused(String more, String expected) {
        String json = "[{'name': 'disk', 'type': 'SCALAR', 'scalar': {'value': 4}, " + more + "}]";
        assertThatThrownBy(() -> ResourceJson.parseJson(json.replace('\'', '"')))
                .isInstanceOf(MesosJsonException.class)
                .hasMessageContaining("expected: " + expected);
    }

    @Test
    void a_place_further_down_has_its_line() {
        String json =
                "[\n  {\n    \"name\": \"cpus\",\n    \"type\": \"SCALAR\",\n    \"scalar\": {\"value\": \"four\"}\n  }\n]";
        assertThatThrownBy(() -> ResourceJson.parseJson(json)).hasMessage("""
                        JSON line 5, column 25, at $[0].scalar.value
                          got:      "four"
                          expected: a number such as 1024 or 0.5""");
    }

    @Test
    void a_sum_that_does_not_fit_is_refused() {
        String one = "{\"name\":\"cpus\",\"type\":\"SCALAR\",\"scalar\":{\"value\":9223372036854775}}";
        assertThatThrownBy(() -> ResourceJson.parseJson("[" + one + "," + one + "]"))
                .isInstanceOf(MesosJsonException.class)
                .hasMessageContaining("a sum below");
    }
}
