package io.tender.mesos.protobuf;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Gathers what files declare, then finds the types that fields name. */
final class ProtoLinking {
    /** A field whose type is still a word. */
    record Draft(
            String name,
            int number,
            ProtoField.Label label,
            String type,
            Optional<String> oneof,
            Optional<String> defaultText,
            boolean deprecated) {}

    private final Map<String, FieldType> types = new LinkedHashMap<>();
    private final Map<MessageType, List<Draft>> drafts = new LinkedHashMap<>();

    void declare(MessageType message, List<Draft> fields) {
        declare((FieldType) message);
        drafts.put(message, List.copyOf(fields));
    }

    void declare(FieldType type) {
        if (types.put(type.name(), type) != null) {
            throw new IllegalArgumentException("Got two types '" + type.name() + "', expected each name once");
        }
    }

    ProtoSchema schema() {
        Map<String, MessageType> messages = new LinkedHashMap<>();
        drafts.forEach((message, fields) -> {
            List<ProtoField> linked = new ArrayList<>();
            for (Draft draft : fields) {
                linked.add(new ProtoField(
                        draft.name(),
                        draft.number(),
                        draft.label(),
                        type(draft.type(), message.name()),
                        draft.oneof(),
                        draft.defaultText(),
                        draft.deprecated()));
            }
            message.define(linked);
            messages.put(message.name(), message);
        });
        messages.values().forEach(MessageType::findRequired);
        return new ProtoSchema(messages);
    }

    /** Looks in the message itself first, then in whatever encloses it, outwards. */
    private FieldType type(String word, String within) {
        Optional<ScalarType> scalar = ScalarType.named(word);
        if (scalar.isPresent()) {
            return scalar.get();
        }
        String scope = within;
        while (!scope.isEmpty()) {
            FieldType found = types.get(scope + "." + word);
            if (found != null) {
                return found;
            }
            scope = scope.substring(0, Math.max(0, scope.lastIndexOf('.')));
        }
        FieldType found = types.get(word);
        if (found == null) {
            throw new IllegalArgumentException("Got the type '" + word + "' in " + within
                    + ", expected a simple type or one that the files declare");
        }
        return found;
    }
}
