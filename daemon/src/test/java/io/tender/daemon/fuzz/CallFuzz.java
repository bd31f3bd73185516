package io.tender.daemon.fuzz;

import io.tender.mesos.Media;
import io.tender.mesos.MesosSchema;
import io.tender.mesos.protobuf.EnumType;
import io.tender.mesos.protobuf.MessageType;
import io.tender.mesos.protobuf.ProtoField;
import io.tender.mesos.protobuf.ScalarType;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Calls of the scheduler and operator APIs, of every kind in the schema and with every field of it. */
final class CallFuzz {
    private static final int DEEPEST = 6;

    private final Dice dice;
    private final Words words;
    private final TreeFuzz spoiling;

    CallFuzz(Dice dice, Words words) {
        this.dice = dice;
        this.words = words;
        this.spoiling = new TreeFuzz(dice);
    }

    HttpMessage scheduler() {
        HttpMessage call = message("/api/v1/scheduler", MesosSchema.SCHEDULER_CALL);
        List<String> headers = new ArrayList<>(call.headers());
        if (!call.what().contains(" SUBSCRIBE") || dice.chance(5)) {
            headers.add("Mesos-Stream-Id: " + (dice.chance(97) ? words.streamId() : dice.one(List.of("", "1", "x y"))));
        }
        return call.with("POST", call.target(), headers);
    }

    HttpMessage operator() {
        return message("/api/v1", MesosSchema.OPERATOR_CALL);
    }

    private HttpMessage message(String target, MessageType type) {
        ObjectNode tree = (ObjectNode) tree(type, 0);
        String kind = tree.path("type").asString("");
        StringBuilder what = new StringBuilder(target).append(' ').append(kind);
        int wrongs = dice.chance(25) ? 0 : 1 + dice.below(3);
        for (int i = 0; i < wrongs; i++) {
            what.append(", ").append(spoiling.spoil(tree));
        }
        Optional<byte[]> binary = dice.chance(35) ? protobuf(type, tree) : Optional.empty();
        Media media = binary.isPresent() ? Media.PROTOBUF : Media.JSON;
        byte[] body =
                binary.map(this::scrambled).orElseGet(() -> spoiling.text(tree).getBytes(StandardCharsets.UTF_8));
        return HttpMessage.of(
                what.toString(),
                "POST",
                target,
                List.of("Content-Type: " + media.contentType(), "Accept: " + Media.JSON.contentType()),
                body);
    }

    private static Optional<byte[]> protobuf(MessageType type, ObjectNode tree) {
        try {
            return Optional.of(Media.PROTOBUF.write(type, tree));
        } catch (RuntimeException impossible) {
            return Optional.empty(); // a tree that was made wrong has no such form
        }
    }

    /** The bytes, half of the time with some of them wrong. */
    private byte[] scrambled(byte[] bytes) {
        if (bytes.length == 0 || dice.chance(50)) {
            return bytes;
        }
        byte[] changed = bytes.clone();
        switch (dice.below(7)) {
            case 0 -> {
                return Arrays.copyOf(bytes, dice.below(bytes.length));
            }
            case 1 -> changed[dice.below(bytes.length)] ^= (byte) (1 << dice.below(8));
            case 2 -> changed[dice.below(bytes.length)] = (byte) 0xff;
            case 3 -> {
                return joined(bytes, dice.bytes(40));
            }
            case 4 -> { // a number that goes on for ever
                byte[] endless = new byte[15];
                Arrays.fill(endless, (byte) 0xff);
                return joined(bytes, joined(new byte[] {8}, endless));
            }
            case 5 -> { // a field nobody knows, and one that claims to be far longer than the message
                return joined(bytes, new byte[] {(byte) 0xfa, 0x7f, 2, 1, 2, 0x12, (byte) 0xff, (byte) 0xff, 0x7f});
            }
            default -> { // groups, opened and never closed
                return joined(bytes, new byte[] {0x0b, 0x0b, 0x0b, 0x13});
            }
        }
        return changed;
    }

    private static byte[] joined(byte[] first, byte[] second) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(first);
        all.writeBytes(second);
        return all.toByteArray();
    }

    // What the schema allows

    private JsonNode tree(MessageType type, int depth) {
        ObjectNode tree = JsonNodeFactory.instance.objectNode();
        if (type.shortName().endsWith("ID") && type.field("value").isPresent()) {
            return tree.put("value", words.id(dice, type.shortName()));
        }
        Optional<String> kind = kind(type);
        kind.ifPresent(chosen -> tree.put("type", chosen));
        for (ProtoField field : type.fields()) {
            boolean ofKind = kind.filter(chosen -> field.name().equals(chosen.toLowerCase(Locale.ROOT)))
                    .isPresent();
            if (!tree.has(field.name()) && (ofKind || wanted(type, field, kind, depth))) {
                add(tree, field, depth);
            }
        }
        return tree;
    }

    /** In many messages a type says which of the other fields counts. */
    private Optional<String> kind(MessageType type) {
        return type.field("type")
                .filter(field -> field.type() instanceof EnumType)
                .map(field -> dice.one(List.copyOf(((EnumType) field.type()).constants())));
    }

    private boolean wanted(MessageType type, ProtoField field, Optional<String> kind, int depth) {
        if (field.label() == ProtoField.Label.REQUIRED) {
            return true;
        }
        boolean ofAnotherKind = kind.isPresent()
                && type.field("type")
                        .filter(one -> ((EnumType) one.type())
                                .number(field.name().toUpperCase(Locale.ROOT))
                                .isPresent())
                        .isPresent();
        boolean small = !(field.type() instanceof MessageType inner)
                || inner.shortName().endsWith("ID");
        return !ofAnotherKind && depth < DEEPEST && dice.chance(small ? 60 - 8 * depth : 45 - 8 * depth);
    }

    private void add(ObjectNode tree, ProtoField field, int depth) {
        switch (field.label()) {
            case OPTIONAL, REQUIRED -> tree.set(field.name(), value(field, depth));
            case REPEATED -> {
                ArrayNode values = tree.putArray(field.name());
                for (int left = dice.below(3) + (depth < 3 ? 1 : 0); left > 0; left--) {
                    values.add(value(field, depth));
                }
            }
            case MAP ->
                tree.putObject(field.name()).set(dice.one(List.of("cpus", "mem", "other")), value(field, depth));
        }
    }

    private JsonNode value(ProtoField field, int depth) {
        JsonNodeFactory json = JsonNodeFactory.instance;
        return switch (field.type()) {
            case MessageType message -> depth > 12 ? json.objectNode() : tree(message, depth + 1);
            case EnumType constants -> json.stringNode(dice.one(List.copyOf(constants.constants())));
            case ScalarType scalar ->
                switch (scalar) {
                    case BOOL -> json.booleanNode(dice.chance(50));
                    case DOUBLE -> json.numberNode(dice.one(List.of(0.0, 0.1, 0.5, 1.0, 5.0, 64.0)));
                    case INT32, UINT32, INT64, UINT64 ->
                        json.numberNode(dice.one(List.of(0, 1, 2, 1_000, 31_000, 1_000_000_000)));
                    case STRING -> json.stringNode(words.text(dice, field.name()));
                    case BYTES -> json.stringNode("AAAAAAAAAAAAAAAAAAAAAA==");
                };
        };
    }
}
