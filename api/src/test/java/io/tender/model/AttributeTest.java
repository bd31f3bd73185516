package io.tender.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AttributeTest {
    @Test
    void numbers_ranges_and_sets_are_told_from_text() {
        assertThat(Attribute.parseAll("rack:abc;cores:8;slots:[1-3];tags:{a,b};temp:-5.5;note:\"8\";url:http://x:80/"))
                .containsExactly(
                        Attribute.text("rack", "abc"),
                        new Attribute("cores", new Value.Scalar(8000)),
                        new Attribute("slots", Value.Ranges.of(1, 3)),
                        new Attribute("tags", Value.Items.of("a", "b")),
                        new Attribute("temp", new Value.Scalar(-5500)),
                        Attribute.text("note", "8"),
                        Attribute.text("url", "http://x:80/"));
        assertThat(Attribute.parseAll("")).isEmpty();
    }

    @Test
    void what_is_no_attribute_is_refused_at_its_place() {
        assertThatThrownBy(() -> Attribute.parseAll("rack"))
                .isInstanceOfSatisfying(
                        ResourceSyntaxException.class,
                        e -> assertThat(e.offset()).isEqualTo(4));
        assertThatThrownBy(() -> Attribute.parseAll("a:b;:c"))
                .isInstanceOfSatisfying(
                        ResourceSyntaxException.class,
                        e -> assertThat(e.offset()).isEqualTo(4));
        assertThatThrownBy(() -> Attribute.parseAll("a:[1-"))
                .isInstanceOfSatisfying(
                        ResourceSyntaxException.class,
                        e -> assertThat(e.offset()).isEqualTo(5));
        assertThatThrownBy(() -> Attribute.parseAll("\"\":b")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Attribute.parseAll("a:1e30")).hasMessageContaining("or text in quotes");
    }
}
