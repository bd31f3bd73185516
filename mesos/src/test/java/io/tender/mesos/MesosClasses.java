package io.tender.mesos;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import io.tender.mesos.protobuf.MessageType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** The messages as Mesos itself publishes them, which know better than we do. */
final class MesosClasses {
    /** Values beyond this depth are left out unless they must be there, lest messages in messages never end. */
    private static final int DEEP = 7;

    private static final List<String> TEXTS = List.of("", "a", "agent-1", "größer", "日本語", "\ud83d\ude80", "a\nb\"c\\");

    private static final Map<String, Descriptor> TYPES = types();

    private MesosClasses() {}

    static Map<String, Descriptor> all() {
        return TYPES;
    }

    static Descriptor of(MessageType type) {
        return TYPES.get(type.name());
    }

    private static Map<String, Descriptor> types() {
        Map<String, Descriptor> types = new HashMap<>();
        for (FileDescriptor file : List.of(
                org.apache.mesos.v1.Protos.getDescriptor(),
                org.apache.mesos.v1.scheduler.Protos.getDescriptor(),
                org.apache.mesos.v1.master.Protos.getDescriptor(),
                org.apache.mesos.v1.maintenance.Protos.getDescriptor(),
                org.apache.mesos.v1.quota.Protos.getDescriptor(),
                org.apache.mesos.v1.allocator.Protos.getDescriptor(),
                com.google.protobuf.DurationProto.getDescriptor())) {
            file.getMessageTypes().forEach(type -> add(type, types));
        }
        return types;
    }

    private static void add(Descriptor type, Map<String, Descriptor> into) {
        into.put(type.getFullName(), type);
        type.getNestedTypes().forEach(nested -> add(nested, into));
    }

    /** A message with about that share of its fields set; 1 sets them all, as deep as is sensible. */
    static DynamicMessage random(Descriptor type, RandomGenerator chance, double share) {
        return random(type, chance, share, 0);
    }

    private static DynamicMessage random(Descriptor type, RandomGenerator chance, double share, int depth) {
        DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
        for (FieldDescriptor field : type.getFields()) {
            boolean leaf = field.getJavaType() != FieldDescriptor.JavaType.MESSAGE;
            boolean wanted = chance.nextDouble() < (leaf ? share : share / Math.max(1, depth - 2));
            boolean needed = field.isRequired() || type.getOptions().getMapEntry();
            if (!needed && (!wanted || (!leaf && depth > DEEP))) {
                continue;
            }
            if (field.isRepeated()) {
                int count = 1 + chance.nextInt(field.isMapField() ? 1 : 2);
                for (int i = 0; i < count; i++) {
                    message.addRepeatedField(field, value(field, chance, share, depth));
                }
            } else {
                message.setField(field, value(field, chance, share, depth));
            }
        }
        return message.build();
    }

    private static Object value(FieldDescriptor field, RandomGenerator chance, double share, int depth) {
        return switch (field.getJavaType()) {
            case BOOLEAN -> chance.nextBoolean();
            case INT -> chance.nextInt() >> chance.nextInt(32);
            case LONG -> chance.nextLong() >> chance.nextInt(64);
            case FLOAT -> chance.nextFloat();
            case DOUBLE -> (chance.nextInt(2_000_000) - 1_000_000) / 1000.0;
            case STRING -> TEXTS.get(chance.nextInt(TEXTS.size()));
            case BYTE_STRING -> {
                byte[] bytes = new byte[chance.nextInt(20)];
                chance.nextBytes(bytes);
                yield ByteString.copyFrom(bytes);
            }
            case ENUM -> {
                List<EnumValueDescriptor> constants = field.getEnumType().getValues();
                yield constants.get(chance.nextInt(constants.size()));
            }
            case MESSAGE -> random(field.getMessageType(), chance, share, depth + 1);
        };
    }
}
