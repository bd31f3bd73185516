package io.tender.mesos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.Resource;
import io.tender.model.Resources;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** JSON brings back every resource that the text form can tell. */
class ResourceJsonLawsTest {
    private static final List<String> STACKS = List.of(
            "",
            "",
            "(r)",
            "(+r)",
            "(+r@p)",
            "(+r{k,k2=\"v 2\"})",
            "(r > +r/s@\"odd;\"{\"\"=\"\"})",
            "(+r > +r/s > +r/s/t)");

    private static final List<String> DISKS = List.of(
            "disk",
            "disk[PATH]",
            "disk[PATH:/p]",
            "disk[MOUNT:/m id=i]",
            "disk[RAW vendor=v profile=p{m=1}]",
            "disk[BLOCK id=b]",
            "disk(r)[v1]",
            "disk(r)[v1@me:path]",
            "disk(r)[:/h:/c:ro]",
            "disk(r)[MOUNT:/m,v1:/h:c:ro]",
            "disk(r)[v1:p]<SHARED>",
            "disk(r)[v1:p]<SHARED x3>",
            "disk(r)[v2:p]<SHARED x2>");

    private static final List<String> MARKS =
            List.of("", "", "", "{REV}", "<PROVIDER lvm>", "<ALLOCATED r/s>", "{REV}<PROVIDER \"p 2\"><ALLOCATED q>");

    private static final List<String> VALUES = List.of(
            "cpus|1",
            "cpus|0.001",
            "mem|12345.678",
            "ports|[1-5,8-9]",
            "ports|[0-18446744073709551615]",
            "bugs|{a,b}",
            "bugs|{\"\",\"é;\\n\"}",
            "\"odd name\"|2");

    @Provide
    Arbitrary<Resources> resources() {
        Arbitrary<String> plain = Combinators.combine(
                        Arbitraries.of(VALUES), Arbitraries.of(STACKS), Arbitraries.of(MARKS))
                .as((value, stack, mark) -> value.split("\\|", 2)[0] + stack + mark + ":" + value.split("\\|", 2)[1]);
        Arbitrary<String> disk = Combinators.combine(
                        Arbitraries.of(DISKS),
                        Arbitraries.of(MARKS),
                        Arbitraries.integers().between(1, 9999))
                .as((name, mark, amount) -> name + mark + ":" + amount / 10.0);
        return Arbitraries.oneOf(plain, disk)
                .list()
                .ofMaxSize(10)
                .map(items -> Resources.parse(String.join(";", items)));
    }

    @Property
    void every_resource_survives_json(@ForAll("resources") Resources resources) {
        Resources again = ResourceJson.parse(ResourceJson.print(resources));
        assertThat(again).isEqualTo(resources).hasToString(resources.toString());
        assertThat(again.stream().map(Resource::disk).toList())
                .isEqualTo(resources.stream().map(Resource::disk).toList());
    }

    @Property
    void a_damaged_document_is_read_or_refused_at_a_place(
            @ForAll("resources") Resources resources, @ForAll int place, @ForAll char damage) {
        StringBuilder json = new StringBuilder(ResourceJson.print(resources));
        int at = Math.floorMod(place, json.length());
        json.setCharAt(at, damage);
        readOrRefused(json.toString());
        readOrRefused(json.substring(0, at));
    }

    private static void readOrRefused(String json) {
        try {
            Resources read = ResourceJson.parseJson(json);
            assertThat(ResourceJson.parseJson(ResourceJson.print(read))).isEqualTo(read);
        } catch (MesosJsonException e) {
            assertThat(e.line()).isPositive();
            assertThat(e.path()).startsWith("$");
        }
    }
}
