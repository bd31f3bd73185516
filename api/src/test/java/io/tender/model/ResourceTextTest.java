package io.tender.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResourceTextTest {
    private static Resource one(String text) {
        Resources resources = Resources.parse(text);
        assertThat(resources).hasSize(1);
        return resources.iterator().next();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cpus:4;mem:1024;ports:[31000-32000]",
                "cpus:0.001",
                "cpus:0.12",
                "cpus:12.5",
                "cpus(r):2",
                "cpus(+r):2",
                "cpus(+r@principal{k2,key=value}):2",
                "cpus(eng > +eng/dev > +eng/dev/x):2",
                "cpus{REV}:4",
                "disk[MOUNT:/mnt/a]:50",
                "disk[PATH]:50",
                "disk[RAW id=a vendor=v profile=p{m=1,n}]<PROVIDER lvm>:50",
                "disk(r)[v1:path]:5",
                "disk(r)[v1@me:/host:path:ro]<SHARED x2>:5",
                "disk[v1:path]<SHARED x1000000>:5",
                "disk[v1:path]<SHARED x2147483647>:5",
                "disk(r)[MOUNT:/mnt/a,v1:path]:5",
                "disk[v1]:5",
                "disk[:path]:5",
                "cpus<ALLOCATED eng/dev>:1",
                "bugs:{a,b}",
                "\"odd name\":1",
                "disk[\"RAW\":\"ro\"]:1",
            })
    void the_canonical_text_is_printed_as_it_was_read(String text) {
        assertThat(Resources.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cpus : 4 ; mem : 1 024                   | cpus:4;mem:1024",
                ";;cpus:4;;                               | cpus:4",
                "cpus ( r ):2                             | cpus(r):2",
                "cpus(*):2                                | cpus:2",
                "ports:[ 1 - 2 , 3-5 ]                    | ports:[1-5]",
                "ports:[5-9,1-2]                          | ports:[1-2,5-9]",
                "bugs:{ b, a , b}                         | bugs:{a,b}",
                "cpus( eng>+eng/dev @ me { k = v } ):2    | cpus(eng > +eng/dev@me{k=v}):2",
                "cpus {REV} <ALLOCATED r> <PROVIDER p>:1  | cpus{REV}<PROVIDER p><ALLOCATED r>:1",
                "disk<SHARED x3>[v:p:rw]:1                | disk[v:p]<SHARED x3>:1",
                "cpus:1e3                                 | cpus:1000",
                "cpus:+1.50                               | cpus:1.5",
                "cpus:.5                                  | cpus:0.5",
                "cpus:0.0005                              | cpus:0.001",
                "cpus:1.4995                              | cpus:1.5",
                "mem:1;cpus:1                             | cpus:1;mem:1",
                "\"cpus\":1                               | cpus:1",
                "my res:1                                 | \"my res\":1",
            })
    void other_spellings_become_canonical(String text, String canonical) {
        assertThat(Resources.parse(text)).hasToString(canonical);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                ":1                              | 0  | a resource name",
                "\"\":1                          | 0  | a name such as 'cpus'",
                "cpus:                           | 5  | a number, ranges",
                "cpus:inf                        | 5  | a number",
                "cpus:1e999999999                | 5  | a number below",
                "cpus:1e-999999999               | 5  | rounds to nothing",
                "cpus:0.0004                     | 5  | rounds to nothing",
                "cpus:1-2                        | 6  | a number",
                "cpus:99999999999999999999       | 5  | a number below",
                "ports:[]                        | 7  | a whole number",
                "ports:[1]                       | 8  | '-' and the end",
                "ports:[3-1]                     | 9  | does not end before it begins",
                "ports:[1-18446744073709551616]  | 9  | a whole number up to 18446744073709551615",
                "ports:[-1-2]                    | 7  | a whole number",
                "ports:[1-2]x                    | 11 | ';' or the end",
                "bugs:{a,}                       | 8  | an item",
                "bugs:{}                         | 6  | an item",
                "bugs:{a                         | 7  | '}'",
                "cpus():1                        | 5  | a role",
                "cpus(a//b):1                    | 7  | a role without a slash",
                "cpus(r > s):1                   | 9  | a DYNAMIC reservation",
                "cpus(r > +s):1                  | 10 | a role below 'r'",
                "cpus(+*):1                      | 6  | a role other than '*'",
                "cpus(* > +r):1                  | 7  | '*' means unreserved",
                "cpus(r > *):1                   | 9  | a role below 'r'",
                "cpus(+r@):1                     | 8  | a principal",
                "cpus(+r{}):1                    | 8  | a label",
                "cpus{NO}:1                      | 5  | REV",
                "cpus{REV}{REV}:1                | 9  | only once",
                "cpus<NO>:1                      | 5  | SHARED, PROVIDER or ALLOCATED",
                "disk[v]<SHARED x0>:1            | 15 | a number of copies",
                "disk[v]<SHARED x2147483648>:1   | 15 | up to x2147483647",
                "disk[v]<SHARED x99999999999>:1  | 15 | up to x2147483647",
                "cpus<SHARED>:1                  | 5  | sharing of persistent volumes only",
                "cpus[PATH]:1                    | 4  | the scalar 'disk' only",
                "disk[PATH]:[1-2]                | 11 | the scalar 'disk' only",
                "disk[]:1                        | 5  | PATH, MOUNT, BLOCK, RAW or a persistence id",
                "disk[RAW:/x]:1                  | 8  | PATH and MOUNT disks only",
                "disk[PATH color=red]:1          | 10 | id=, vendor= or profile=",
                "disk[PATH id=a id=b]:1          | 15 | only once",
                "disk[v:a:b:c]:1                 | 11 | 'rw', 'ro' or ']'",
                "disk[v:a:ro:c]:1                | 11 | ']'",
                "\"cpus:1                        | 0  | a closing",
                "\"cp\\xus\":1                   | 3  | one of",
                "\"cp\\u12\":1                   | 3  | four hexadecimal digits",
                "cpus)                           | 4  | ':' and a value",
            })
    void errors_point_at_the_offending_character(String text, int offset, String expected) {
        assertThatThrownBy(() -> Resources.parse(text))
                .isInstanceOfSatisfying(ResourceSyntaxException.class, e -> {
                    assertThat(e.offset()).as(e.getMessage()).isEqualTo(offset);
                    assertThat(e.text()).isEqualTo(text);
                })
                .hasMessageContaining(expected)
                .hasMessageStartingWith(text + "\n" + " ".repeat(offset) + "^ expected ");
    }

    @Test
    void every_part_of_the_notation_means_what_it_says() {
        Resource resource = one("disk(eng > +eng/dev@me{k=v})[MOUNT:/mnt id=i vendor=w profile=p{m},v1@you:/h:/c:ro]"
                + "{REV}<SHARED><PROVIDER lvm><ALLOCATED eng/dev>:1.5");
        assertThat(resource.name()).isEqualTo("disk");
        assertThat(resource.millis()).isEqualTo(1500);
        assertThat(resource.reservations())
                .containsExactly(
                        Reservation.ofStatic(Role.of("eng")),
                        Reservation.dynamic(Role.of("eng/dev"), "me").withLabels(Label.of("k", "v")));
        Disk.Source source = new Disk.Source(
                Disk.Source.Type.MOUNT,
                Optional.of("/mnt"),
                Optional.of("i"),
                Optional.of("w"),
                Optional.of("p"),
                List.of(Label.of("m")));
        assertThat(resource.disk())
                .contains(new Disk(
                        Optional.of(source),
                        Optional.of(new Disk.Persistence("v1", Optional.of("you"))),
                        Optional.of(new Disk.Volume("/c", Disk.Volume.Mode.RO, Optional.of("/h")))));
        assertThat(resource.isRevocable()).isTrue();
        assertThat(resource.isShared()).isTrue();
        assertThat(resource.providerId()).contains("lvm");
        assertThat(resource.allocation()).contains(Role.of("eng/dev"));
    }

    @Test
    void an_agent_is_started_with_what_nobody_could_have_changed_yet() {
        Resources plain = ResourceText.parseForAgent("cpus:4;mem(db):2;disk[MOUNT:/a]:3", Role.of("r"));
        assertThat(plain).isEqualTo(Resources.parse("cpus(r):4;mem(db):2;disk(r)[MOUNT:/a]:3"));
    }

    @ParameterizedTest
    @CsvSource({
        "cpus(+r):1,dynamic reservation",
        "cpus{REV}:1,revocable",
        "disk(r)[v:p]:1,persistent volume",
        "cpus<ALLOCATED r>:1,allocated",
        "ids:1;ids:[1-2],two types"
    })
    void an_agent_is_not_started_with_what_comes_about_later(String text, String problem) {
        assertThatThrownBy(() -> ResourceText.parseForAgent(text, Role.ANY))
                .isInstanceOf(ResourceSyntaxException.class)
                .hasMessageContaining(problem);
    }

    @Test
    void a_message_shows_the_text_and_a_caret() {
        assertThatThrownBy(() -> Resources.parse("cpus:4;mem:x")).hasMessage("""
                        cpus:4;mem:x
                                   ^ expected a number such as 1024 or 0.5""");
    }

    @Test
    void line_breaks_do_not_move_the_caret() {
        assertThatThrownBy(() -> Resources.parse("cpus:4;\nmem:x")).hasMessage("""
                        cpus:4; mem:x
                                    ^ expected a number such as 1024 or 0.5""");
    }
}
