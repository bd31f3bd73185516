package io.tender.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Texts with a mistake, and under each the caret where the mistake is. */
class ErrorPlacesTest {
    private static final String RESOURCES = """
            :1
            ^ a resource name
            cpus
                ^ ':' and a value
            cpus 4
                  ^ ':' and a value
            cpus:4;mem
                      ^ ':' and a value
            cpus:4 mem:5
                   ^ a number such as 1024
            cpus:4,mem:5
                  ^ ';' or the end
            cpus:4)
                  ^ ';' or the end
            cpus:4;"":1
                   ^ a name such as 'cpus'
            "cpus:1
            ^ a closing
            mem:1;"cp\\xus":1
                     ^ one of
            mem:1;"cp\\u12g4":1
                     ^ four hexadecimal digits
            cpus::4
                 ^ a number, ranges
            cpus:
                 ^ a number, ranges
            mem:1024MB
                    ^ a number such as 1024
            mem:1 024 MB
                      ^ a number such as 1024
            cpus:1.2.3
                    ^ a number such as 1024
            cpus:1-2
                  ^ a number such as 1024
            cpus:0x10
                  ^ a number such as 1024
            cpus:1e;mem:4
                   ^ a number such as 1024
            cpus:1e+
                    ^ a number such as 1024
            cpus:1ex
                   ^ a number such as 1024
            cpus:.
                  ^ a number such as 1024
            cpus:--1
                  ^ a number such as 1024
            cpus:four
                 ^ a number such as 1024
            cpus: four
                  ^ a number such as 1024
            cpus:NaN
                 ^ a number such as 1024
            cpus:1,5
                  ^ ';' or the end
            cpus:-1
                 ^ a number that is not negative
            cpus: 0.0004
                  ^ 0 or at least 0.0005
            cpus:99999999999999999999
                 ^ a number below
            cpus:1e99999999999
                 ^ a number such as 1024
            cpus:9223372036854775;mem:1;cpus(r):1
                                                ^ amounts whose sum is below
            cpus:1;cpus:9223372036854775;mem:4;cpus:5
                        ^ amounts whose sum is below
            ports:[
                   ^ a whole number
            ports:[]
                   ^ a whole number
            ports:[ 3 - 1 ]
                        ^ a range that does not end before it begins
            ports:[1-2,9-8]
                         ^ a range that does not end before it begins
            ports:[1]
                    ^ '-' and the end
            ports:[1-]
                     ^ a whole number
            ports:[1-2
                      ^ ',' and a range, or ']'
            ports:[1-2;3-4]
                      ^ ',' and a range, or ']'
            ports:[1-2,]
                       ^ a whole number
            ports:[1-2.5]
                      ^ ',' and a range, or ']'
            ports:[a-b]
                   ^ a whole number
            ports:[1-2]x
                       ^ ';' or the end
            ports:[1-18446744073709551616]
                     ^ a whole number up to
            bugs:{a
                   ^ ',' and an item, or '}'
            bugs:{a,}
                    ^ an item
            bugs:{,a}
                  ^ an item
            bugs:{a;b}
                   ^ ',' and an item, or '}'
            bugs:{"a}
                  ^ a closing
            cpus(:1
                 ^ a role
            cpus():1
                 ^ a role
            cpus(r:1
                  ^ ')'
            cpus(r)):1
                   ^ ':' and a value
            cpus(r)(s):1
                   ^ ':' and a value
            cpus(a//b):1
                   ^ a role without a slash
            cpus( "a//b" ):1
                     ^ a role without a slash
            cpus("a\\u002f/b"):1
                         ^ a role without a slash
            cpus(/a):1
                 ^ a role without a slash
            cpus(a/):1
                   ^ a role without a slash
            cpus(a b):1
                  ^ a role without white space
            cpus(a/../b):1
                   ^ a role without a component
            cpus(a/-b):1
                   ^ a role without a component that starts
            cpus(r > s):1
                     ^ a DYNAMIC reservation
            cpus(r > + s):1
                       ^ a role below 'r'
            cpus(r > +r):1
                      ^ a role below 'r'
            cpus(r > +r/s > +r/t):1
                             ^ a role below 'r/s'
            cpus(r > *):1
                     ^ a role below 'r'
            cpus(r >):1
                    ^ a role
            cpus(+):1
                  ^ a role
            cpus(+*):1
                  ^ a role other than '*'
            cpus(* > +r):1
                   ^ ')', since '*' means unreserved
            cpus(+r@):1
                    ^ a principal
            cpus(+r{}):1
                    ^ a label
            cpus(+r{k=}):1
                      ^ a value after '='
            cpus(+r{k=v):1
                       ^ ',' and a label, or '}'
            cpus(+r{k,,l}):1
                      ^ a label
            cpus{NO}:1
                 ^ REV
            cpus{ NO }:1
                  ^ REV
            cpus{}:1
                 ^ REV
            cpus{REV:1
                    ^ '}'
            cpus{REV}{REV}:1
                     ^ this only once
            cpus<NO>:1
                 ^ SHARED, PROVIDER or ALLOCATED
            cpus<>:1
                 ^ SHARED, PROVIDER or ALLOCATED
            cpus<SHARED>:1
                 ^ sharing of persistent volumes only
            mem:1;cpus {REV} < SHARED >:1
                               ^ sharing of persistent volumes only
            disk<SHARED>:1
                 ^ sharing of persistent volumes only
            disk[MOUNT:/a]<SHARED x2>:1
                           ^ sharing of persistent volumes only
            disk[v:p]<SHARED x0>:1
                             ^ a number of copies
            disk[v:p]<SHARED 2>:1
                             ^ a number of copies
            disk[v:p]<SHARED x2 x3>:1
                                ^ '>'
            disk[v:p]<SHARED><SHARED>:1
                              ^ this only once
            cpus<PROVIDER>:1
                         ^ the id of a resource provider
            cpus<PROVIDER a><PROVIDER b>:1
                             ^ this only once
            cpus<ALLOCATED>:1
                          ^ a role
            cpus<ALLOCATED a//b>:1
                             ^ a role without a slash
            cpus<ALLOCATED r:1
                            ^ '>'
            cpus[MOUNT:/a]:1
                ^ disk information on the scalar 'disk' only
            cpus(r) [PATH]:1
                    ^ disk information on the scalar 'disk' only
            mem:1;ports[PATH]:[1-2]
                       ^ disk information on the scalar 'disk' only
            disk[PATH]: [1-2]
                        ^ disk information on the scalar 'disk' only
            disk[]:1
                 ^ PATH, MOUNT, BLOCK, RAW
            disk[PATH
                     ^ ']'
            disk[PATH,]:1
                      ^ a persistence id
            disk[PATH][PATH]:1
                      ^ this only once
            disk[RAW:/x]:1
                    ^ a root on PATH and MOUNT disks only
            disk[RAW :/x]:1
                     ^ a root on PATH and MOUNT disks only
            disk[PATH:]:1
                      ^ a root path
            disk[PATH color=red]:1
                      ^ id=, vendor= or profile=
            disk[PATH id]:1
                        ^ '=' and a value
            disk[PATH id=]:1
                         ^ a value
            disk[PATH id=a id=b]:1
                           ^ this only once
            disk["":p]:1
                 ^ a persistence id
            disk[v:]:1
                   ^ a path
            disk[v:a:b:c]:1
                       ^ 'rw', 'ro' or ']'
            disk[v:a:ro:c]:1
                       ^ ']'
            disk[v@:a]:1
                   ^ a principal
            """;

    private static final String AGENTS = """
            mem:1;cpus(+r):1
                       ^ static reservations only
            cpus(r > +r/s):1
                     ^ static reservations only
            mem:1;cpus{REV}:1
                      ^ resources that stay
            disk(r)[v:p]:1
                   ^ disks without data
            cpus<ALLOCATED r>:1
                 ^ resources that are free
            ids:1;mem:3;ids:[1-2]
                            ^ one type, as in 'ids:1'
            """;

    private static final String AMOUNTS = """
            cpus
                ^ ':' and a number
            cpus:1;:2
                   ^ a name such as cpus
            "":2
            ^ a name such as cpus
            cpus:1;mem:2x
                        ^ a number such as 1024
            cpus:1;cpus:9223372036854775
                        ^ a sum below
            cpus:[1-2]
                 ^ a number such as 1024
            cpus:1]
                  ^ ';' or the end
            """;

    private static final String LIMITS = """
            cpus:1;mem:2;cpus:3
                         ^ each name once
            """;

    private static final String ATTRIBUTES = """
            rack
                ^ ':' and a value
            rack:a;:b
                   ^ an attribute name
            rack:a;"":b
                   ^ an attribute name
            rack:
                 ^ a value such as
            slots:[3-1]
                     ^ a range that does not end
            size:99999999999999999999
                 ^ a number below
            rack:{a
                   ^ ',' and an item
            rack:"a"b
                    ^ ';' or the end
            """;

    @TestFactory
    Stream<DynamicTest> resources() {
        return cases(RESOURCES, Resources::parse);
    }

    @TestFactory
    Stream<DynamicTest> the_resources_of_an_agent() {
        return cases(AGENTS, text -> ResourceText.parseForAgent(text, Role.ANY));
    }

    @TestFactory
    Stream<DynamicTest> quantities() {
        return cases(AMOUNTS, ResourceQuantities::parse);
    }

    @TestFactory
    Stream<DynamicTest> limits() {
        return cases(LIMITS, ResourceLimits::parse);
    }

    @TestFactory
    Stream<DynamicTest> attributes() {
        return cases(ATTRIBUTES, Attribute::parseAll);
    }

    private static Stream<DynamicTest> cases(String table, Consumer<String> parser) {
        List<DynamicTest> tests = new ArrayList<>();
        List<String> lines = table.lines().toList();
        for (int i = 0; i + 1 < lines.size(); i += 2) {
            String text = lines.get(i);
            String pointer = lines.get(i + 1);
            tests.add(DynamicTest.dynamicTest(text, () -> {
                ResourceSyntaxException e =
                        catchThrowableOfType(ResourceSyntaxException.class, () -> parser.accept(text));
                assertThat(e).as("what is said of %s", text).isNotNull();
                assertThat(e.offset()).as(e.getMessage()).isEqualTo(pointer.indexOf('^'));
                assertThat(e.getMessage().lines().toList().get(1)).startsWith(pointer.replace("^ ", "^ expected "));
            }));
        }
        return tests.stream();
    }

    @Test
    void of_a_number_that_is_too_long_the_first_digit_too_many_is_wrong() {
        ResourceSyntaxException e =
                catchThrowableOfType(ResourceSyntaxException.class, () -> Resources.parse("cpus:" + "0".repeat(65)));
        assertThat(e.offset()).isEqualTo(5 + 64);
    }

    @Test
    void a_white_space_that_is_none_of_ours_does_not_move_the_caret() {
        ResourceSyntaxException e =
                catchThrowableOfType(ResourceSyntaxException.class, () -> Resources.parse("cpus(\u2003a//b):1"));
        assertThat(e.offset()).isEqualTo(8);
    }
}
