package io.tender.mesos;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import io.tender.mesos.protobuf.EnumType;
import io.tender.mesos.protobuf.FieldType;
import io.tender.mesos.protobuf.MessageType;
import io.tender.mesos.protobuf.ProtoField;
import io.tender.mesos.protobuf.ScalarType;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Our tables against those that Mesos publishes, field by field. */
class MesosSchemaTest {
    @Test
    void every_message_has_the_fields_that_mesos_gives_it() {
        assertThat(MesosSchema.tables().names()).hasSizeGreaterThan(200);
        for (String name : MesosSchema.tables().names()) {
            MessageType ours = MesosSchema.message(name);
            Descriptor theirs = MesosClasses.of(ours);
            assertThat(theirs).as(name).isNotNull();
            Map<String, String> expected = new TreeMap<>();
            theirs.getFields().forEach(field -> expected.put(field.getName(), describe(field)));
            Map<String, String> got = new TreeMap<>();
            ours.fields().forEach(field -> got.put(field.name(), describe(field)));
            assertThat(got).as(name).isEqualTo(expected);
        }
    }

    private static String describe(ProtoField field) {
        return field.number() + " "
                + field.label() + " "
                + describe(field.type()) + " oneof "
                + field.oneof().orElse("-") + " default "
                + field.defaultText().orElse("-") + (field.deprecated() ? " deprecated" : "");
    }

    private static String describe(FieldType type) {
        return switch (type) {
            case ScalarType scalar -> scalar.name().toLowerCase(Locale.ROOT);
            case MessageType message -> message.name();
            case EnumType constants -> {
                Map<String, Integer> numbers = new TreeMap<>();
                constants
                        .constants()
                        .forEach(
                                name -> numbers.put(name, constants.number(name).orElseThrow()));
                yield constants.name() + numbers;
            }
        };
    }

    private static String describe(FieldDescriptor field) {
        String label = field.isMapField()
                ? "MAP"
                : field.isRepeated() ? "REPEATED" : field.isRequired() ? "REQUIRED" : "OPTIONAL";
        FieldDescriptor value = field.isMapField() ? field.getMessageType().findFieldByNumber(2) : field;
        if (field.isMapField()) {
            assertThat(field.getMessageType().findFieldByNumber(1).getType()).isEqualTo(FieldDescriptor.Type.STRING);
        }
        return field.getNumber() + " " + label + " " + type(value) + " oneof "
                + Optional.ofNullable(field.getRealContainingOneof())
                        .map(oneof -> oneof.getName())
                        .orElse("-")
                + " default " + standard(field) + (field.getOptions().getDeprecated() ? " deprecated" : "");
    }

    private static String type(FieldDescriptor field) {
        return switch (field.getJavaType()) {
            case MESSAGE -> field.getMessageType().getFullName();
            case ENUM -> {
                Map<String, Integer> numbers = new TreeMap<>();
                for (EnumValueDescriptor value : field.getEnumType().getValues()) {
                    numbers.put(value.getName(), value.getNumber());
                }
                yield field.getEnumType().getFullName() + numbers;
            }
            default -> field.getType().name().toLowerCase(Locale.ROOT);
        };
    }

    private static String standard(FieldDescriptor field) {
        if (!field.hasDefaultValue()) {
            return "-";
        }
        return field.getDefaultValue() instanceof EnumValueDescriptor constant
                ? constant.getName()
                : field.getDefaultValue().toString();
    }
}
