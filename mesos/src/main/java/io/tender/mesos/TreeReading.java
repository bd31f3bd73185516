package io.tender.mesos;

import io.tender.mesos.protobuf.EnumType;
import io.tender.mesos.protobuf.FieldType;
import io.tender.mesos.protobuf.MessageType;
import io.tender.mesos.protobuf.ProtoField;
import io.tender.mesos.protobuf.ProtobufReading;
import io.tender.mesos.protobuf.RequiredFields;
import io.tender.mesos.protobuf.ScalarType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads JSON as a message, into the same tree that the protobuf form of the message gives.
 *
 * <p>As Mesos does: unknown members are ignored, {@code null} is a member not given, a single value may stand for an array of
 * one. A constant nobody knows becomes {@code UNKNOWN} if the enum has it, so that a newer client gets an answer to the rest
 * of its message; otherwise it is refused. Whole numbers may be strings, since some clients cannot hold 64 bits otherwise.
 */
final class TreeReading {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,20}");

    /** Above it no whole number of 64 bits lies, and writing one out would take long. */
    private static final double LARGEST = 0x1p64;

    private final JsonReading in;
    private int values;

    private TreeReading(JsonReading in) {
        this.in = in;
    }

    static ObjectNode read(MessageType type, byte[] json) {
        ObjectNode tree = JsonReading.read(json, in -> new TreeReading(in).message(type));
        RequiredFields.check(type, tree);
        return tree;
    }

    private ObjectNode message(MessageType type) {
        ObjectNode tree = NODES.objectNode();
        in.entries("an object, the message " + type.shortName(), name -> {
            Optional<ProtoField> field = type.field(name);
            if (field.isEmpty() || isNull()) {
                in.skip();
            } else {
                field.get().oneof().ifPresent(group -> checkAlone(type, group, tree));
                JsonNode value = field(field.get());
                // Nothing at all and no values are the same in protobuf.
                if (!isEmpty(field.get(), value)) {
                    tree.set(name, value);
                }
            }
        });
        return tree;
    }

    private static boolean isEmpty(ProtoField field, JsonNode value) {
        boolean several = field.label() == ProtoField.Label.REPEATED || field.label() == ProtoField.Label.MAP;
        return several && value.isEmpty();
    }

    private boolean isNull() {
        return in.token("a value") == JsonToken.VALUE_NULL;
    }

    private void checkAlone(MessageType type, String group, ObjectNode tree) {
        for (ProtoField other : type.fields()) {
            if (other.oneof().equals(Optional.of(group)) && tree.has(other.name())) {
                throw in.error("nothing, since " + other.name() + " is given and excludes it");
            }
        }
    }

    private JsonNode field(ProtoField field) {
        return switch (field.label()) {
            case OPTIONAL, REQUIRED -> value(field.type());
            case REPEATED -> repeated(field.type());
            case MAP -> {
                ObjectNode entries = NODES.objectNode();
                in.entries("an object, one member per entry", key -> entries.set(key, value(field.type())));
                yield entries;
            }
        };
    }

    private ArrayNode repeated(FieldType type) {
        ArrayNode elements = NODES.arrayNode();
        if (in.token("an array") == JsonToken.START_ARRAY) {
            in.array("an array", () -> {
                if (!isNull()) {
                    elements.add(value(type));
                }
            });
        } else {
            elements.add(value(type));
        }
        return elements;
    }

    private JsonNode value(FieldType type) {
        if (++values > ProtobufReading.MOST_VALUES) {
            throw in.error("at most " + ProtobufReading.MOST_VALUES + " values");
        }
        return switch (type) {
            case MessageType message -> message(message);
            case EnumType constants -> constant(constants);
            case ScalarType scalar ->
                switch (scalar) {
                    case BOOL -> bool();
                    case INT32 -> NODES.numberNode(whole(scalar).intValue());
                    case UINT32, INT64 -> NODES.numberNode(whole(scalar).longValue());
                    case UINT64 -> unsigned(whole(scalar));
                    case DOUBLE -> NODES.numberNode(real());
                    case STRING -> NODES.stringNode(in.string(scalar.expected()));
                    case BYTES -> NODES.stringNode(bytes());
                };
        };
    }

    private JsonNode constant(EnumType type) {
        String expected = "one of " + String.join(", ", type.constants());
        String name = in.string(expected);
        if (type.number(name).isPresent()) {
            return NODES.stringNode(name);
        }
        if (type.hasUnknown()) {
            return NODES.stringNode(EnumType.UNKNOWN);
        }
        throw in.error(expected);
    }

    private JsonNode bool() {
        return switch (in.token(ScalarType.BOOL.expected())) {
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            default -> throw in.error(ScalarType.BOOL.expected());
        };
    }

    private BigInteger whole(ScalarType type) {
        BigInteger number = switch (in.token(type.expected())) {
            case VALUE_NUMBER_INT -> in.whole();
            case VALUE_NUMBER_FLOAT -> wholeOf(in.real(), type);
            case VALUE_STRING -> wholeOf(in.string(type.expected()), type);
            default -> throw in.error(type.expected());
        };
        if (!type.holds(number)) {
            throw in.error(type.expected());
        }
        return number;
    }

    private BigInteger wholeOf(double number, ScalarType type) {
        if (number != Math.rint(number) || Math.abs(number) > LARGEST) {
            throw in.error(type.expected());
        }
        return new BigDecimal(number).toBigInteger();
    }

    private BigInteger wholeOf(String digits, ScalarType type) {
        if (!WHOLE.matcher(digits).matches()) {
            throw in.error(type.expected());
        }
        return new BigInteger(digits);
    }

    private static JsonNode unsigned(BigInteger number) {
        return number.bitLength() < Long.SIZE ? NODES.numberNode(number.longValue()) : NODES.numberNode(number);
    }

    /** Numbers that JSON has no sign for are strings, as protobuf's own JSON has them. */
    private double real() {
        JsonToken token = in.token(ScalarType.DOUBLE.expected());
        if (token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT) {
            return in.real();
        }
        return switch (in.string(ScalarType.DOUBLE.expected())) {
            case "NaN" -> Double.NaN;
            case "Infinity" -> Double.POSITIVE_INFINITY;
            case "-Infinity" -> Double.NEGATIVE_INFINITY;
            default -> throw in.error(ScalarType.DOUBLE.expected());
        };
    }

    private String bytes() {
        try {
            byte[] bytes = Base64.getDecoder().decode(in.string(ScalarType.BYTES.expected()));
            return Base64.getEncoder().encodeToString(bytes);
        } catch (IllegalArgumentException e) {
            throw in.error(ScalarType.BYTES.expected());
        }
    }
}
