package io.tender.mesos.protobuf;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Turns a tree into protobuf bytes; a tree that is no message of its kind is refused, down to a member too many. */
public final class ProtobufWriting {
    private final WireOutput out = new WireOutput();
    private final FieldPath path;

    private ProtobufWriting(MessageType type) {
        this.path = new FieldPath(type);
    }

    public static byte[] write(MessageType type, ObjectNode tree) {
        ProtobufWriting writing = new ProtobufWriting(type);
        writing.message(type, tree);
        return writing.out.toBytes();
    }

    private void message(MessageType type, JsonNode tree) {
        if (!tree.isObject()) {
            throw wrong(tree, "an object");
        }
        int known = 0;
        List<ProtoField> fields = type.fields();
        for (int i = fields.size() - 1; i >= 0; i--) {
            ProtoField field = fields.get(i);
            JsonNode value = tree.get(field.name());
            path.push(field);
            if (value != null) {
                field(field, value);
                known++;
            } else if (field.label() == ProtoField.Label.REQUIRED) {
                throw new ProtobufException(
                        path + " is missing.",
                        "a " + type.shortName() + " without it",
                        "a value, since it is required");
            }
            path.pop();
        }
        if (known < tree.size()) {
            throw tooMany(type, tree);
        }
    }

    private ProtobufException tooMany(MessageType type, JsonNode tree) {
        List<String> unknown = new ArrayList<>(tree.propertyNames());
        unknown.removeIf(name -> type.named(name) != null);
        return new ProtobufException(
                path + " has a member too many.", String.join(", ", unknown), "the fields of " + type.shortName());
    }

    private void field(ProtoField field, JsonNode value) {
        switch (field.label()) {
            case OPTIONAL, REQUIRED -> tagged(field.number(), field.type(), value);
            case REPEATED -> {
                if (!value.isArray()) {
                    throw wrong(value, "an array");
                }
                for (int i = value.size() - 1; i >= 0; i--) {
                    path.push(i);
                    tagged(field.number(), field.type(), value.get(i));
                    path.pop();
                }
            }
            case MAP -> {
                if (!value.isObject()) {
                    throw wrong(value, "an object");
                }
                List<Map.Entry<String, JsonNode>> entries = new ArrayList<>(value.properties());
                for (int i = entries.size() - 1; i >= 0; i--) {
                    entry(field, entries.get(i));
                }
            }
        }
    }

    private void entry(ProtoField field, Map.Entry<String, JsonNode> entry) {
        path.push(entry.getKey());
        int before = out.length();
        tagged(2, field.type(), entry.getValue());
        measured(entry.getKey().getBytes(StandardCharsets.UTF_8));
        out.tag(1, WireInput.LENGTH);
        out.varint(out.length() - before);
        out.tag(field.number(), WireInput.LENGTH);
        path.pop();
    }

    private void tagged(int number, FieldType type, @Nullable JsonNode value) {
        if (value == null || value.isNull()) {
            throw new ProtobufException(path + " is null.", "null", "a value, or no member at all");
        }
        switch (type) {
            case MessageType message -> {
                int before = out.length();
                message(message, value);
                out.varint(out.length() - before);
            }
            case EnumType constants -> {
                String name = value.isString() ? value.stringValue() : "";
                out.varint(constants
                        .number(name)
                        .orElseThrow(() -> wrong(value, "one of " + String.join(", ", constants.constants()))));
            }
            case ScalarType scalar -> scalar(scalar, value);
        }
        out.tag(number, ProtobufReading.kindOf(type));
    }

    private void scalar(ScalarType type, JsonNode value) {
        switch (type) {
            case BOOL -> {
                check(value.isBoolean(), type, value);
                out.varint(value.booleanValue() ? 1 : 0);
            }
            case INT32, UINT32, INT64, UINT64 -> {
                check(value.isIntegralNumber(), type, value);
                BigInteger number = value.bigIntegerValue();
                check(type.holds(number), type, value);
                out.varint(number.longValue());
            }
            case DOUBLE -> {
                check(value.isNumber(), type, value);
                out.fixed64(Double.doubleToRawLongBits(value.numberValue().doubleValue()));
            }
            case STRING -> {
                check(value.isString(), type, value);
                measured(value.stringValue().getBytes(StandardCharsets.UTF_8));
            }
            case BYTES -> {
                check(value.isString(), type, value);
                measured(decoded(value));
            }
        }
    }

    private byte[] decoded(JsonNode value) {
        try {
            return Base64.getDecoder().decode(value.stringValue());
        } catch (IllegalArgumentException e) {
            throw wrong(value, ScalarType.BYTES.expected());
        }
    }

    private void measured(byte[] bytes) {
        out.bytes(bytes);
        out.varint(bytes.length);
    }

    private void check(boolean fits, ScalarType type, JsonNode value) {
        if (!fits) {
            throw wrong(value, type.expected());
        }
    }

    private ProtobufException wrong(JsonNode value, String expected) {
        return new ProtobufException(path + " has a wrong value.", shown(value), expected);
    }

    private static String shown(JsonNode value) {
        String text = value.toString();
        return text.length() <= 40 ? text : text.substring(0, 40) + "...";
    }
}
