package io.tender.mesos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Resources in JSON with a mistake, and under each the caret where the mistake is; single quotes stand for double ones. */
class JsonErrorPlacesTest {
    private static final String RESOURCES = """
            {}
            ^ $ an array of resources
            [1]
             ^ $[0] a resource, such as
            [{}]
             ^ $[0] the field name
            [{'type': 'SCALAR', 'scalar': {'value': 4}}]
             ^ $[0] the field name
            [{'name': '', 'type': 'SCALAR', 'scalar': {'value': 4}}]
                      ^ $[0].name a name such as
            [{'name': 'cpus', 'type': 'scalar'}]
                                      ^ $[0].type one of SCALAR, RANGES, SET
            [{'name': 'cpus', 'colour': 'red'}]
                              ^ $[0].colour one of the fields
            [{'name': 'cpus', 'name': 'mem'}]
                              ^ $[0].name each field once
            [{'scalar': {'value': '4'}}]
                                  ^ $[0].scalar.value a number such as
            [{'scalar': {'value': -1}}]
                                  ^ $[0].scalar.value a number that is not negative
            [{'name': 'cpus', 'type': 'SCALAR', 'scalar': {'value': 4}, 'set': {'item': ['a']}}]
                                                                               ^ $[0].set only the value that its type names
            [{'name': 'cpus', 'ranges': {'range': []}, 'type': 'SCALAR', 'scalar': {'value': 4}}]
                                        ^ $[0].ranges only the value that its type names
            [{'ranges': {'range': [{'end': 1, 'begin': 5}]}}]
                                           ^ $[0].ranges.range[0].end a range that does not end before it begins
            [{'ranges': {'range': [{'begin': 1, 'end': 5}, {'begin': 5, 'end': 9}]}}]
                                                           ^ $[0].ranges.range[1] ranges that do not overlap
            [{'set': {'item': ['a', 1]}}]
                                    ^ $[0].set.item[1] a string
            [{'role': 'a//b'}]
                         ^ $[0].role a role without a slash
            [{'role': '\\u0061//b'}]
                      ^ $[0].role a role without a slash
            [{'role': ''}]
                       ^ $[0].role a role of at least one character
            [{'allocation_info': {'role': 'a b'}}]
                                            ^ $[0].allocation_info.role a role without white space
            [{'reservations': [{'type': 'STATIC', 'role': '*'}]}]
                                                          ^ $[0].reservations[0].role a role other than '*'
            [{'reservations': [{'type': 'STATIC', 'role': 'a'}, {'type': 'STATIC', 'role': 'a/b'}]}]
                                                                         ^ $[0].reservations[1].type a DYNAMIC reservation
            [{'reservations': [{'type': 'STATIC', 'role': 'a'}, {'type': 'DYNAMIC', 'role': 'b'}]}]
                                                                                            ^ $[0].reservations[1].role a role below 'a'
            [{'name': 'cpus', 'type': 'SCALAR', 'scalar': {'value': 4}, 'role': 'b', 'reservations': [{'type': 'STATIC', 'role': 'a'}]}]
                                                                                ^ $[0].role the field reservations alone, or the same role
            [{'name': 'cpus', 'type': 'SCALAR', 'scalar': {'value': 4}, 'reservation': {}, 'reservations': []}]
                                                                                       ^ $[0].reservation the field reservations alone
            [{'name': 'cpus', 'type': 'SCALAR', 'scalar': {'value': 4}, 'reservation': {}}]
                                                                                       ^ $[0].reservation a role other than '*'
            [{'name': 'cpus', 'type': 'SCALAR', 'scalar': {'value': 4}, 'reservation': {}, 'role': '*'}]
                                                                                                   ^ $[0].role a role other than '*'
            [{'name': 'disk', 'type': 'SCALAR', 'scalar': {'value': 4}, 'shared': {}}]
                                                                                  ^ $[0].shared sharing of persistent volumes only
            [{'name': 'cpus', 'type': 'SCALAR', 'scalar': {'value': 4}, 'disk': {'persistence': {'id': 'v'}}}]
                                                                                ^ $[0].disk disk information on the scalar 'disk' only
            [{'disk': {'persistence': {'id': ''}}}]
                                             ^ $[0].disk.persistence.id an id such as
            [{'disk': {'source': {'type': 'RAW', 'path': {'root': '/'}}}}]
                                                         ^ $[0].disk.source.path the root that its type names
            [{'disk': {'source': {'mount': {}, 'path': {}, 'type': 'PATH'}}}]
                                           ^ $[0].disk.source.mount the root that its type names
            [{'disk': {'volume': {'container_path': 'a', 'mode': 'rw'}}}]
                                                                 ^ $[0].disk.volume.mode one of RW, RO
            [{'provider_id': {'value': 1}}]
                                       ^ $[0].provider_id.value the id of a resource provider
            [{'name': 'cpus'
                            ^ $[0] well-formed JSON
            [{'name' 'cpus'}]
                     ^ $[0] well-formed JSON
            [}]
             ^ $ well-formed JSON
            [{'name': 'cpus'])
                            ^ $[0] well-formed JSON
            [{'name': cpus}]
                      ^ $[0] well-formed JSON
            [{name: 'cpus'}]
              ^ $[0] well-formed JSON
            [{'name': 'cpus',}]
                             ^ $[0] well-formed JSON
            [{'scalar': {'value': NaN}}]
                                  ^ $[0].scalar well-formed JSON
            [{'scalar': {'value': 01}}]
                                   ^ $[0].scalar well-formed JSON
            [{'scalar': {'value': 1.}}]
                                    ^ $[0].scalar well-formed JSON
            [{'scalar': {'value': +1}}]
                                  ^ $[0].scalar well-formed JSON
            [{'name': 'cp\\xus'}]
                          ^ $[0].name well-formed JSON
            [] x
               ^ $ well-formed JSON
            [] []
               ^ $ the end of the document
            """;

    @TestFactory
    Stream<DynamicTest> resources() {
        List<DynamicTest> tests = new ArrayList<>();
        List<String> lines = RESOURCES.lines().toList();
        for (int i = 0; i + 1 < lines.size(); i += 2) {
            String json = lines.get(i);
            String pointer = lines.get(i + 1);
            tests.add(DynamicTest.dynamicTest(json, () -> {
                MesosJsonException e = refused(json);
                String[] said = pointer.strip().split(" ", 3);
                assertThat(e.line()).isEqualTo(1);
                assertThat(e.column()).as(e.getMessage()).isEqualTo(pointer.indexOf('^') + 1);
                assertThat(e.path()).isEqualTo(said[1]);
                assertThat(e).hasMessageContaining("expected: " + said[2]);
            }));
        }
        return tests.stream();
    }

    private static MesosJsonException refused(String json) {
        MesosJsonException e =
                catchThrowableOfType(MesosJsonException.class, () -> ResourceJson.parseJson(json.replace('\'', '"')));
        assertThat(e).as("what is said of %s", json).isNotNull();
        return e;
    }

    @Test
    void a_sum_is_too_large_from_the_object_on_that_makes_it_so() {
        String half = "{'name': 'cpus', 'type': 'SCALAR', 'scalar': {'value': 5000000000000000}}";
        String reserved = half.replace("'type'", "'role': 'r', 'type'");
        String other = half.replace("cpus", "mem");
        MesosJsonException e = refused("[" + other + ",\n " + half + ",\n " + other.replace("5", "1") + ",\n   "
                + reserved + ",\n " + reserved + "]");
        assertThat(e).hasMessageContaining("a sum below");
        assertThat(e.path()).isEqualTo("$[3]");
        assertThat(e.line()).isEqualTo(4);
        assertThat(e.column()).isEqualTo(4);
    }
}
