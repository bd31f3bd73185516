package io.tender.mesos.protobuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The wire format, byte by byte. */
class ProtobufTest {
    private static final MessageType TYPE = ProtoSchema.parse(List.of("""
                    message M {
                      enum E { ONE = 1; TWO = 2; }
                      optional int32 number = 1;
                      repeated uint32 numbers = 2;
                      optional M inner = 3;
                      optional string text = 4;
                      optional E constant = 5;
                      map<string, string> map = 6;
                      oneof choice { string left = 7; string right = 8; }
                      optional double real = 9;
                      optional Need need = 10;
                    }
                    message Need { required bytes data = 1; required bool flag = 2; }
                    """)).message("M");

    private static String read(String hex) {
        return ProtobufReading.read(TYPE, HexFormat.of().parseHex(hex.replace(" ", "")))
                .toString()
                .replace('"', '\'');
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                | {}",
                "08 96 01                          | {'number':150}",
                "08 ff ff ff ff ff ff ff ff ff 01  | {'number':-1}",
                "08 01 08 02                       | {'number':2}",
                "10 01 10 02                       | {'numbers':[1,2]}",
                "12 03 01 02 03                    | {'numbers':[1,2,3]}",
                "12 00                             | {}",
                "1a 02 08 01 1a 02 10 02           | {'inner':{'number':1,'numbers':[2]}}",
                "22 02 c3 a4                       | {'text':'ä'}",
                "28 02                             | {'constant':'TWO'}",
                "28 07                             | {}",
                "32 06 0a 01 61 12 01 62           | {'map':{'a':'b'}}",
                "32 00                             | {'map':{'':''}}",
                "3a 01 61 42 01 62                 | {'right':'b'}",
                "49 00 00 00 00 00 00 f8 3f        | {'real':1.5}",
                "52 02 10 01 52 03 0a 01 61        | {'need':{'flag':true,'data':'YQ=='}}",
                "08 01 f8 07 05 fa 07 01 61 fd 07 00 00 00 00 fb 07 08 01 fc 07 | {'number':1}",
                "0a 01 61                          | {}"
            })
    void bytes_mean_what_they_mean_everywhere(String hex, String tree) {
        assertThat(read(hex)).isEqualTo(tree);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "08                          | Byte 1, in M.number, is no protobuf.",
                "08 ff ff ff ff ff ff ff ff ff ff 01 | Byte 1, in M.number, is no protobuf.",
                "00                          | Byte 0, in M, is no protobuf.",
                "0c                          | Byte 1, in M, is no protobuf.",
                "0f                          | Byte 1, in M, is no protobuf.",
                "22 05 61                    | Byte 1, in M.text, is no protobuf.",
                "22 ff ff ff ff 0f           | Byte 1, in M.text, is no protobuf.",
                "22 ff ff ff ff ff ff ff ff ff 01 | Byte 1, in M.text, is no protobuf.",
                "22 01 ff                    | Byte 2, in M.text, is no protobuf.",
                "49 00                       | Byte 1, in M.real, is no protobuf.",
                "12 02 01 80                 | Byte 3, in M.numbers[1], is no protobuf.",
                "1a 03 08 01                 | Byte 1, in M.inner, is no protobuf.",
                "fb 07 08 01                 | Byte 4, in M, is no protobuf.",
                "fb 07 08 01 f4 07           | Byte 6, in M, is no protobuf.",
                "52 02 10 01                 | M.need.data is missing.",
                "1a 02 52 00                 | M.inner.need.data is missing."
            })
    void broken_bytes_are_told_with_their_place(String hex, String message) {
        assertThatThrownBy(() -> read(hex))
                .isInstanceOf(ProtobufException.class)
                .hasMessageStartingWith(message)
                .hasMessageContaining("got:")
                .hasMessageContaining("expected:");
    }

    @Test
    void messages_in_messages_end_somewhere() {
        WireOutput out = new WireOutput();
        for (int i = 0; i < 5_000; i++) {
            out.varint(out.length());
            out.tag(3, WireInput.LENGTH);
        }
        byte[] deep = out.toBytes();
        assertThatThrownBy(() -> ProtobufReading.read(TYPE, deep)).hasMessageContaining("more than 100 levels");
        byte[] groups = new byte[200_000];
        Arrays.fill(groups, (byte) 0x7b);
        assertThatThrownBy(() -> ProtobufReading.read(TYPE, groups)).hasMessageContaining("more than 100 levels");
    }

    @Test
    void many_values_are_too_many() {
        byte[] bytes = new byte[2 * ProtobufReading.MOST_VALUES + 2];
        for (int i = 0; i < bytes.length; i += 2) {
            bytes[i] = 0x10;
        }
        assertThatThrownBy(() -> ProtobufReading.read(TYPE, bytes)).hasMessageContaining("more than 1000000 values");
    }

    @Test
    void a_tree_that_is_no_message_is_refused() {
        ObjectNode nodes = JsonNodeFactory.instance.objectNode();
        assertRefused(nodes.deepCopy().put("number", "a"), "M.number");
        assertRefused(nodes.deepCopy().put("number", 1L << 40), "M.number");
        assertRefused(nodes.deepCopy().put("numbers", 1), "M.numbers");
        assertRefused(nodes.deepCopy().put("inner", 1), "M.inner");
        assertRefused(nodes.deepCopy().put("constant", "THREE"), "M.constant");
        assertRefused(nodes.deepCopy().put("map", 1), "M.map");
        assertRefused(nodes.deepCopy().putNull("text"), "M.text");
        assertRefused(nodes.deepCopy().put("colour", 1), "colour");
        ObjectNode need = nodes.deepCopy();
        need.putObject("need").put("flag", true).put("data", "*");
        assertRefused(need, "M.need.data");
    }

    private static void assertRefused(ObjectNode tree, String where) {
        assertThatThrownBy(() -> ProtobufWriting.write(TYPE, tree))
                .isInstanceOf(ProtobufException.class)
                .hasMessageContaining(where);
    }
}
