package io.tender.mesos.protobuf;

import java.math.BigInteger;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Turns protobuf bytes into a tree.
 *
 * <p>As any protobuf reader does: unknown fields are skipped, and so are known ones of another wire type and constants that
 * the enum does not have; of a value given twice the last counts, and messages given twice become one. Other than most, it
 * refuses strings that are not UTF-8, because a tree could not hold them.
 */
public final class ProtobufReading {
    /** How deep messages may stand in messages. */
    public static final int DEEPEST = 100;

    /** How many values a message may have in all: two bytes can be one, and it takes fifty times as much in memory. */
    public static final int MOST_VALUES = 1_000_000;

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Base64.Encoder BASE64 = Base64.getEncoder();

    private final WireInput in;
    private final FieldPath path;
    private int values;

    private ProtobufReading(WireInput in, FieldPath path) {
        this.in = in;
        this.path = path;
    }

    /** Reads a message that fills the bytes; what is malformed or lacks a required field is refused. */
    public static ObjectNode read(MessageType type, byte[] bytes) {
        ObjectNode tree = NODES.objectNode();
        new ProtobufReading(new WireInput(bytes), new FieldPath(type)).message(type, bytes.length, tree, 0);
        RequiredFields.check(type, tree);
        return tree;
    }

    private void message(MessageType type, int end, ObjectNode into, int depth) {
        if (depth > DEEPEST) {
            throw in.broken(in.at(), path, "more than " + DEEPEST + " levels", "fewer");
        }
        while (in.at() < end) {
            int tag = in.tag(end, path);
            ProtoField field = type.numbered(WireInput.number(tag));
            if (field == null || !takes(field, WireInput.kind(tag))) {
                in.skip(tag, end, path, depth);
            } else {
                path.push(field);
                field(type, field, WireInput.kind(tag), end, into, depth);
                path.pop();
            }
        }
    }

    private static boolean takes(ProtoField field, int kind) {
        return kind == kindOf(field.type()) || (kind == WireInput.LENGTH && isPackable(field));
    }

    private static boolean isPackable(ProtoField field) {
        return field.label() == ProtoField.Label.REPEATED && kindOf(field.type()) != WireInput.LENGTH;
    }

    static int kindOf(FieldType type) {
        return switch (type) {
            case MessageType message -> WireInput.LENGTH;
            case EnumType constants -> WireInput.VARINT;
            case ScalarType scalar ->
                switch (scalar) {
                    case BOOL, INT32, UINT32, INT64, UINT64 -> WireInput.VARINT;
                    case DOUBLE -> WireInput.FIXED64;
                    case STRING, BYTES -> WireInput.LENGTH;
                };
        };
    }

    private void field(MessageType owner, ProtoField field, int kind, int end, ObjectNode into, int depth) {
        switch (field.label()) {
            case REPEATED -> {
                ArrayNode array = into.withArrayProperty(field.name());
                repeated(field, kind, end, array, depth);
                if (array.isEmpty()) {
                    into.remove(field.name());
                }
            }
            case MAP -> entry(field, in.endOfLength(end, path), into.withObjectProperty(field.name()), depth);
            case OPTIONAL, REQUIRED -> {
                JsonNode value = value(field.type(), end, into.get(field.name()), depth);
                if (value != null) {
                    field.oneof().ifPresent(group -> clear(owner, group, into, field));
                    into.set(field.name(), value);
                }
            }
        }
    }

    private static void clear(MessageType owner, String group, ObjectNode into, ProtoField kept) {
        for (ProtoField other : owner.fields()) {
            if (!other.equals(kept) && other.oneof().equals(Optional.of(group))) {
                into.remove(other.name());
            }
        }
    }

    private void repeated(ProtoField field, int kind, int end, ArrayNode into, int depth) {
        boolean packed = kind == WireInput.LENGTH && isPackable(field);
        int stop = packed ? in.endOfLength(end, path) : end;
        do {
            if (packed && in.at() == stop) {
                return;
            }
            path.push(into.size());
            JsonNode value = value(field.type(), stop, null, depth);
            path.pop();
            if (value != null) {
                into.add(value);
            }
        } while (packed);
    }

    private void entry(ProtoField field, int end, ObjectNode into, int depth) {
        String key = "";
        JsonNode value = null;
        while (in.at() < end) {
            int tag = in.tag(end, path);
            if (WireInput.number(tag) == 1 && WireInput.kind(tag) == WireInput.LENGTH) {
                key = in.stringTo(in.endOfLength(end, path), path);
            } else if (WireInput.number(tag) == 2 && WireInput.kind(tag) == kindOf(field.type())) {
                value = value(field.type(), end, value, depth);
            } else {
                in.skip(tag, end, path, depth);
            }
        }
        into.set(key, value == null ? nothing(field.type()) : value);
    }

    /** What an entry without a value holds. */
    private static JsonNode nothing(FieldType type) {
        return type instanceof MessageType ? NODES.objectNode() : NODES.stringNode("");
    }

    /** Null for a constant that the enum does not have. */
    private @Nullable JsonNode value(FieldType type, int end, @Nullable JsonNode before, int depth) {
        if (++values > MOST_VALUES) {
            throw in.broken(in.at(), path, "more than " + MOST_VALUES + " values", "fewer");
        }
        return switch (type) {
            case MessageType message -> {
                ObjectNode inner = before instanceof ObjectNode object ? object : NODES.objectNode();
                message(message, in.endOfLength(end, path), inner, depth + 1);
                yield inner;
            }
            case EnumType constants ->
                constants
                        .constant((int) in.varint(end, path))
                        .map(NODES::stringNode)
                        .orElse(null);
            case ScalarType scalar -> scalar(scalar, end);
        };
    }

    private JsonNode scalar(ScalarType type, int end) {
        return switch (type) {
            case BOOL -> NODES.booleanNode(in.varint(end, path) != 0);
            case INT32 -> NODES.numberNode((int) in.varint(end, path));
            case UINT32 -> NODES.numberNode(in.varint(end, path) & 0xffff_ffffL);
            case INT64 -> NODES.numberNode(in.varint(end, path));
            case UINT64 -> unsigned(in.varint(end, path));
            case DOUBLE -> NODES.numberNode(in.fixed64(end, path));
            case STRING -> NODES.stringNode(in.stringTo(in.endOfLength(end, path), path));
            case BYTES -> NODES.stringNode(BASE64.encodeToString(in.bytesTo(in.endOfLength(end, path))));
        };
    }

    private static JsonNode unsigned(long bits) {
        return bits >= 0 ? NODES.numberNode(bits) : NODES.numberNode(new BigInteger(Long.toUnsignedString(bits)));
    }
}
