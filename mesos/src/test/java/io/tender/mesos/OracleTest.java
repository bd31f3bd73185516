package io.tender.mesos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UninitializedMessageException;
import com.google.protobuf.UnknownFieldSet;
import io.tender.mesos.protobuf.MessageType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Our bytes and trees against what the classes of Mesos make of them. */
class OracleTest {
    private static final List<MessageType> ROOTS = List.of(
            MesosSchema.SCHEDULER_CALL,
            MesosSchema.SCHEDULER_EVENT,
            MesosSchema.SCHEDULER_RESPONSE,
            MesosSchema.OPERATOR_CALL,
            MesosSchema.OPERATOR_RESPONSE,
            MesosSchema.OPERATOR_EVENT);

    @Test
    void every_message_survives_with_every_field_set() throws Exception {
        for (String name : new TreeSet<>(MesosSchema.tables().names())) {
            MessageType type = MesosSchema.message(name);
            checkRoundTrip(type, MesosClasses.random(MesosClasses.of(type), new SplittableRandom(7), 1));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 2026})
    void random_messages_survive(long seed) throws Exception {
        RandomGenerator chance = new SplittableRandom(seed);
        for (int i = 0; i < 150; i++) {
            MessageType type = ROOTS.get(i % ROOTS.size());
            checkRoundTrip(type, MesosClasses.random(MesosClasses.of(type), chance, 0.4));
        }
    }

    private static void checkRoundTrip(MessageType type, DynamicMessage message) throws Exception {
        ObjectNode tree = Media.PROTOBUF.read(type, message.toByteArray());
        byte[] bytes = Media.PROTOBUF.write(type, tree);
        assertThat(DynamicMessage.parseFrom(message.getDescriptorForType(), bytes))
                .as(type.name())
                .isEqualTo(message);
        byte[] json = Media.JSON.write(type, tree);
        ObjectNode again = Media.JSON.read(type, json);
        // JSON says defaults aloud, so it can say more than the tree did, and never less or something else.
        assertThat(Media.JSON.write(type, again)).as(type.name()).isEqualTo(json);
        assertThat(keepOnly(again, tree)).as(type.name()).isEqualTo(tree);
    }

    private static ObjectNode keepOnly(ObjectNode tree, ObjectNode pattern) {
        ObjectNode kept = tree.objectNode();
        pattern.properties().forEach(entry -> {
            var there = tree.get(entry.getKey());
            if (entry.getValue() instanceof ObjectNode inner) {
                kept.set(entry.getKey(), keepOnly((ObjectNode) there, inner));
            } else if (entry.getValue().isArray()) {
                var array = kept.putArray(entry.getKey());
                assertThat(there.size()).isEqualTo(entry.getValue().size());
                for (int i = 0; i < there.size(); i++) {
                    array.add(
                            entry.getValue().get(i) instanceof ObjectNode inner
                                    ? keepOnly((ObjectNode) there.get(i), inner)
                                    : there.get(i));
                }
            } else {
                kept.set(entry.getKey(), there);
            }
        });
        return kept;
    }

    /** Bits turned over, bytes cut, doubled and put elsewhere: both readers agree on what is a message, and on which. */
    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void mutated_bytes_are_read_as_mesos_reads_them_or_refused(long seed) {
        RandomGenerator chance = new SplittableRandom(seed);
        int accepted = 0;
        int refused = 0;
        for (int i = 0; i < 1500; i++) {
            MessageType type = ROOTS.get(i % ROOTS.size());
            Descriptor theirs = MesosClasses.of(type);
            byte[] bytes = mutated(MesosClasses.random(theirs, chance, 0.15).toByteArray(), chance);
            ObjectNode tree;
            try {
                tree = Media.PROTOBUF.read(type, bytes);
            } catch (UnreadableMessage e) {
                assertThat(e).hasMessageStartingWith("Failed to parse body into " + type.shortName() + " protobuf: ");
                refused++;
                if (!e.getMessage().contains("UTF-8")) {
                    assertThatThrownBy(() -> DynamicMessage.parseFrom(theirs, bytes))
                            .as(e.getMessage())
                            .isInstanceOfAny(InvalidProtocolBufferException.class, UninitializedMessageException.class);
                }
                continue;
            }
            accepted++;
            byte[] ours = Media.PROTOBUF.write(type, tree);
            assertThat(parsed(theirs, ours)).isEqualTo(parsed(theirs, bytes));
        }
        assertThat(accepted).isGreaterThan(20);
        assertThat(refused).isGreaterThan(20);
    }

    private static DynamicMessage parsed(Descriptor type, byte[] bytes) {
        try {
            return withoutUnknown(DynamicMessage.parseFrom(type, bytes));
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError("Mesos does not read what we read", e);
        }
    }

    private static DynamicMessage withoutUnknown(DynamicMessage message) {
        DynamicMessage.Builder builder = message.toBuilder().setUnknownFields(UnknownFieldSet.getDefaultInstance());
        message.getAllFields().forEach((field, value) -> {
            if (field.isRepeated()) {
                List<Object> values = new ArrayList<>();
                ((List<?>) value).forEach(one -> values.add(one instanceof DynamicMessage m ? withoutUnknown(m) : one));
                builder.setField(field, values);
            } else if (value instanceof DynamicMessage inner) {
                builder.setField(field, withoutUnknown(inner));
            }
        });
        return builder.build();
    }

    @Test
    void random_bytes_are_read_or_refused_with_a_message() {
        RandomGenerator chance = new SplittableRandom(99);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[chance.nextInt(60)];
            chance.nextBytes(bytes);
            for (Media media : Media.values()) {
                try {
                    media.read(ROOTS.get(i % ROOTS.size()), bytes);
                } catch (UnreadableMessage e) {
                    assertThat(e.getMessage())
                            .startsWith("Failed to ")
                            .contains("got:")
                            .contains("expected:");
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {21, 22})
    void mutated_json_is_read_or_refused_with_a_message(long seed) {
        RandomGenerator chance = new SplittableRandom(seed);
        for (int i = 0; i < 1000; i++) {
            MessageType type = ROOTS.get(i % ROOTS.size());
            DynamicMessage message = MesosClasses.random(MesosClasses.of(type), chance, 0.15);
            byte[] json = Media.JSON.write(type, Media.PROTOBUF.read(type, message.toByteArray()));
            try {
                ObjectNode tree = Media.JSON.read(type, mutated(json, chance));
                Media.PROTOBUF.write(type, tree);
            } catch (UnreadableMessage e) {
                assertThat(e.getMessage())
                        .startsWith("Failed to ")
                        .contains("got:")
                        .contains("expected:");
            }
        }
    }

    private static byte[] mutated(byte[] original, RandomGenerator chance) {
        byte[] bytes = original.clone();
        int changes = chance.nextInt(4);
        for (int i = 0; i < changes && bytes.length > 0; i++) {
            int at = chance.nextInt(bytes.length);
            switch (chance.nextInt(4)) {
                case 0 -> bytes[at] ^= (byte) (1 << chance.nextInt(8));
                case 1 -> bytes[at] = (byte) chance.nextInt();
                case 2 -> bytes = Arrays.copyOf(bytes, at);
                default -> {
                    byte[] longer = Arrays.copyOf(bytes, bytes.length + at);
                    System.arraycopy(bytes, 0, longer, bytes.length, at);
                    bytes = longer;
                }
            }
        }
        return bytes;
    }
}
