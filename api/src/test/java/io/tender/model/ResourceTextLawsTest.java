package io.tender.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;

/** Whatever is printed parses back to the same, and whatever is typed is read or refused at a place. */
@Domain(ResourceArbitraries.class)
@Domain(DomainContext.Global.class)
class ResourceTextLawsTest {
    @Property
    void resources_survive_printing_and_parsing(@ForAll Resources resources) {
        String text = resources.toString();
        Resources again = Resources.parse(text);
        assertThat(again).isEqualTo(resources);
        assertThat(again.toString()).isEqualTo(text);
        assertThat(again.stream().map(Resource::disk).toList())
                .isEqualTo(resources.stream().map(Resource::disk).toList());
    }

    @Property
    void quantities_and_limits_survive_printing_and_parsing(
            @ForAll ResourceQuantities quantities, @ForAll ResourceLimits limits) {
        assertThat(ResourceQuantities.parse(quantities.toString())).isEqualTo(quantities);
        assertThat(ResourceLimits.parse(limits.toString())).isEqualTo(limits);
    }

    @Property
    void any_text_is_read_or_refused_at_a_place_inside_it(@ForAll String text) {
        readOrRefused(text);
    }

    @Property
    void a_damaged_text_is_read_or_refused_at_a_place_inside_it(
            @ForAll Resources resources, @ForAll int place, @ForAll char damage) {
        StringBuilder text = new StringBuilder(resources.toString());
        if (!text.isEmpty()) {
            int at = Math.floorMod(place, text.length());
            List<Character> marks = List.of(';', ':', '(', ')', '[', ']', '{', '}', '<', '>', '@', '=', ',', '"', '\\');
            text.setCharAt(at, place % 3 == 0 ? damage : marks.get(Math.floorMod(place, marks.size())));
            readOrRefused(text.toString());
            readOrRefused(text.substring(0, at));
        }
    }

    private static void readOrRefused(String text) {
        try {
            Resources read = Resources.parse(text);
            assertThat(Resources.parse(read.toString())).isEqualTo(read);
        } catch (ResourceSyntaxException e) {
            assertThat(e.offset()).isBetween(0, text.length());
            assertThat(e.text()).isEqualTo(text);
            assertThat(e.getMessage()).contains("^ expected ");
        }
    }

    @Example
    void a_long_text_is_shown_around_the_place() {
        String text = "cpus:1;".repeat(100) + "mem:x;" + "cpus:1;".repeat(100);
        try {
            Resources.parse(text);
            throw new AssertionError("expected a refusal");
        } catch (ResourceSyntaxException e) {
            assertThat(e.offset()).isEqualTo(704);
            List<String> lines = e.getMessage().lines().toList();
            assertThat(lines.get(0)).startsWith("...").endsWith("...").hasSizeLessThan(130);
            assertThat(lines.get(0).charAt(lines.get(1).indexOf('^'))).isEqualTo('x');
        }
    }
}
