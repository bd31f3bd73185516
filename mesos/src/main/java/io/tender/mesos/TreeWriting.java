package io.tender.mesos;

import io.tender.mesos.protobuf.EnumType;
import io.tender.mesos.protobuf.FieldType;
import io.tender.mesos.protobuf.MessageType;
import io.tender.mesos.protobuf.ProtoField;
import io.tender.mesos.protobuf.ScalarType;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes a tree as JSON in the way of Mesos: in the order of the fields, and with the defaults of fields that have one.
 *
 * <p>A member that the message does not have is refused, as it is when the same tree is written as protobuf: a slip of the
 * pen must not reach half of the clients.
 */
final class TreeWriting {
    private static final JsonFactory FACTORY = new JsonFactory();

    private final JsonGenerator out;

    private TreeWriting(JsonGenerator out) {
        this.out = out;
    }

    static byte[] write(MessageType type, ObjectNode tree) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
            new TreeWriting(out).message(type, tree);
        }
        return bytes.toByteArray();
    }

    private void message(MessageType type, JsonNode tree) {
        out.writeStartObject();
        int known = 0;
        List<ProtoField> fields = type.fields();
        // Most messages have a few fields of many: once those were met, the others need not be looked for.
        for (int i = 0; i < fields.size() && (known < tree.size() || i <= type.lastAlwaysWritten()); i++) {
            ProtoField field = fields.get(i);
            JsonNode value = tree.get(field.name());
            if (value != null) {
                known++;
                out.writeName(field.name());
                field(field, value);
            } else if (field.label() == ProtoField.Label.REQUIRED) {
                throw new IllegalArgumentException("Got a " + type.shortName() + " without " + field.name()
                        + ", expected a value since it is required");
            } else if (field.defaultText().isPresent() && !field.deprecated()) {
                out.writeName(field.name());
                standard(field.type(), field.defaultText().get());
            }
        }
        if (known < tree.size()) {
            List<String> unknown = new ArrayList<>(tree.propertyNames());
            unknown.removeIf(name -> type.field(name).isPresent());
            throw new IllegalArgumentException(
                    "Got the members " + unknown + " in a " + type.shortName() + ", expected its fields alone");
        }
        out.writeEndObject();
    }

    private void field(ProtoField field, JsonNode value) {
        switch (field.label()) {
            case OPTIONAL, REQUIRED -> value(field.type(), value);
            case REPEATED -> {
                out.writeStartArray();
                for (JsonNode element : value) {
                    value(field.type(), element);
                }
                out.writeEndArray();
            }
            case MAP -> {
                out.writeStartObject();
                for (Map.Entry<String, JsonNode> entry : value.properties()) {
                    out.writeName(entry.getKey());
                    value(field.type(), entry.getValue());
                }
                out.writeEndObject();
            }
        }
    }

    private void value(FieldType type, JsonNode value) {
        switch (type) {
            case MessageType message -> message(message, value);
            case EnumType constants -> out.writeString(value.stringValue());
            case ScalarType scalar -> {
                switch (scalar) {
                    case BOOL -> out.writeBoolean(value.booleanValue());
                    case INT32, UINT32, INT64 -> out.writeNumber(value.longValue());
                    case UINT64 -> out.writeNumber(value.bigIntegerValue());
                    case DOUBLE -> real(value.numberValue().doubleValue());
                    case STRING, BYTES -> out.writeString(value.stringValue());
                }
            }
        }
    }

    /** In plain digits where Java would write an exponent, which some readers of time stamps do not expect. */
    private void real(double number) {
        double size = Math.abs(number);
        if (size >= 1e7 && size < 1e15) {
            BigDecimal plain = BigDecimal.valueOf(number);
            out.writeNumber(plain.setScale(Math.max(1, plain.scale())).toPlainString());
        } else {
            out.writeNumber(number);
        }
    }

    private void standard(FieldType type, String text) {
        switch (type) {
            case ScalarType.BOOL -> out.writeBoolean(Boolean.parseBoolean(text));
            case ScalarType.DOUBLE -> out.writeNumber(Double.parseDouble(text));
            case ScalarType.INT32, ScalarType.UINT32, ScalarType.INT64, ScalarType.UINT64 ->
                out.writeNumber(Long.parseLong(text));
            case ScalarType.STRING, ScalarType.BYTES -> out.writeString(text);
            case EnumType constants -> out.writeString(text);
            case MessageType message -> throw new IllegalStateException("A message has no default: " + message);
        }
    }
}
