package io.tender.mesos.protobuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProtoSchemaTest {
    @Test
    void names_are_found_from_the_inside_out() {
        ProtoSchema schema = ProtoSchema.parse(
                List.of("""
                syntax = "proto2";
                package a.b; // a remark
                message Value { required string text = 1; }
                message Outer {
                  message Value { optional bool flag = 1 [default = true]; }
                  optional Value inner = 2;
                  map<string, other.Thing> things = 1;
                  oneof choice { string left = 3; int64 right = 4; }
                }
                """, "package a.other; message Thing { repeated a.b.Value values = 1 [deprecated = true]; }"));
        MessageType outer = schema.message("a.b.Outer");
        assertThat(outer.fields()).extracting(ProtoField::number).containsExactly(1, 2, 3, 4);
        assertThat(outer.field("inner").orElseThrow().type()).isSameAs(schema.message("a.b.Outer.Value"));
        assertThat(outer.field("things").orElseThrow().label()).isEqualTo(ProtoField.Label.MAP);
        assertThat(outer.field("right").orElseThrow().oneof()).contains("choice");
        ProtoField values = schema.message("a.other.Thing").field("values").orElseThrow();
        assertThat(values.type()).isSameAs(schema.message("a.b.Value"));
        assertThat(values.deprecated()).isTrue();
        assertThat(schema.message("a.b.Outer.Value").field("flag").orElseThrow().defaultText())
                .contains("true");
        assertThatThrownBy(() -> schema.message("a.Nobody")).hasMessageContaining("a.Nobody");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "message",
                "message A { optional string a = 1 }",
                "message A { optional Nobody a = 1; }",
                "message A { optional string a = 1; optional string b = 1; }",
                "message A { optional string a = x; }",
                "message A {} message A {}",
                "message A { map<int32, string> a = 1; }",
                "message A { extensions 5; }",
                "service A {}",
                "syntax = \"proto3\";",
                "message A { § }"
            })
    void a_table_that_is_wrong_is_refused(String text) {
        assertThatThrownBy(() -> ProtoSchema.parse(List.of(text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("xpected");
    }
}
