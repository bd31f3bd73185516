package io.tender.mesos.protobuf;

import java.util.Optional;

/**
 * A field of a message.
 *
 * @param type of one value; of the values, for a map
 * @param oneof the group of which at most one field is set
 * @param defaultText what an absent field stands for, as the table spells it
 * @param deprecated kept for older peers
 */
public record ProtoField(
        String name,
        int number,
        Label label,
        FieldType type,
        Optional<String> oneof,
        Optional<String> defaultText,
        boolean deprecated) {

    /** How many values a field has. */
    public enum Label {
        OPTIONAL,
        REQUIRED,
        REPEATED,
        /** Any number of values, each under a string of its own. */
        MAP
    }
}
