package io.tender.mesos.protobuf;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Refuses a message in which a required field is missing, at any depth. */
public final class RequiredFields {
    private RequiredFields() {}

    public static void check(MessageType type, ObjectNode tree) {
        check(type, tree, new FieldPath(type));
    }

    private static void check(MessageType type, JsonNode tree, FieldPath path) {
        if (!type.hasRequired()) {
            return;
        }
        for (ProtoField field : type.fields()) {
            JsonNode value = tree.get(field.name());
            path.push(field);
            if (value != null && field.type() instanceof MessageType inner) {
                switch (field.label()) {
                    case OPTIONAL, REQUIRED -> check(inner, value, path);
                    case REPEATED -> elements(inner, value, path);
                    case MAP -> entries(inner, value, path);
                }
            } else if (value == null && field.label() == ProtoField.Label.REQUIRED) {
                throw new ProtobufException(
                        path + " is missing.",
                        "a " + type.shortName() + " without " + field.name(),
                        field.name() + ", which is required");
            }
            path.pop();
        }
    }

    private static void elements(MessageType type, JsonNode array, FieldPath path) {
        for (int i = 0; i < array.size(); i++) {
            path.push(i);
            check(type, array.get(i), path);
            path.pop();
        }
    }

    private static void entries(MessageType type, JsonNode object, FieldPath path) {
        for (Map.Entry<String, JsonNode> entry : object.properties()) {
            path.push(entry.getKey());
            check(type, entry.getValue(), path);
            path.pop();
        }
    }
}
