package io.tender.mesos.protobuf;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A kind of message: its name and its fields. */
public final class MessageType implements FieldType {
    private final String name;
    private final String shortName;
    private List<ProtoField> fields = List.of();
    private final Map<String, ProtoField> byName = new HashMap<>();
    private final Map<Integer, ProtoField> byNumber = new HashMap<>();
    private boolean required;
    private int lastWritten = -1;

    MessageType(String packageName, String shortName) {
        this.name = packageName.isEmpty() ? shortName : packageName + "." + shortName;
        this.shortName = shortName;
    }

    /** Sets the fields, once all the types they may have exist: messages refer to each other in circles. */
    void define(List<ProtoField> unsorted) {
        List<ProtoField> sorted = new ArrayList<>(unsorted);
        sorted.sort(Comparator.comparingInt(ProtoField::number));
        fields = List.copyOf(sorted);
        for (ProtoField field : fields) {
            if (field.label() == ProtoField.Label.REQUIRED
                    || (field.defaultText().isPresent() && !field.deprecated())) {
                lastWritten = fields.indexOf(field);
            }
            if (byName.put(field.name(), field) != null || byNumber.put(field.number(), field) != null) {
                throw new IllegalArgumentException("Got two fields of the message " + name + ", the second "
                        + field.name() + " = " + field.number() + "; expected each name and number once");
            }
        }
    }

    /** Notes whether a required field can be missing from it or from anything in it. */
    void findRequired() {
        required = reaches(this, new HashSet<>());
    }

    private static boolean reaches(MessageType type, Set<MessageType> seen) {
        if (!seen.add(type)) {
            return false;
        }
        for (ProtoField field : type.fields) {
            if (field.label() == ProtoField.Label.REQUIRED
                    || (field.type() instanceof MessageType inner && reaches(inner, seen))) {
                return true;
            }
        }
        return false;
    }

    /** The name with its package, such as {@code mesos.v1.scheduler.Call.Subscribe}. */
    @Override
    public String name() {
        return name;
    }

    /** The name within its package, such as {@code Call.Subscribe}. */
    public String shortName() {
        return shortName;
    }

    /** The fields by rising number. */
    public List<ProtoField> fields() {
        return fields;
    }

    /** The place of the last field that is written even if a message has none: it has a default, or it must have one. */
    public int lastAlwaysWritten() {
        return lastWritten;
    }

    public Optional<ProtoField> field(String fieldName) {
        return Optional.ofNullable(byName.get(fieldName));
    }

    @Nullable
    ProtoField numbered(int number) {
        return byNumber.get(number);
    }

    @Nullable
    ProtoField named(String fieldName) {
        return byName.get(fieldName);
    }

    boolean hasRequired() {
        return required;
    }

    @Override
    public String toString() {
        return name;
    }
}
