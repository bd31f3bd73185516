package io.tender.mesos.protobuf;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The message types of some {@code .proto} files. */
public final class ProtoSchema {
    private final Map<String, MessageType> messages;

    ProtoSchema(Map<String, MessageType> messages) {
        this.messages = new LinkedHashMap<>(messages);
    }

    /** Reads files that may refer to each other, in any order; imports are not needed. */
    public static ProtoSchema parse(List<String> files) {
        ProtoLinking linking = new ProtoLinking();
        for (String file : files) {
            new ProtoParser(file, linking).file();
        }
        return linking.schema();
    }

    /** The type of that full name, such as {@code mesos.v1.scheduler.Call}. */
    public MessageType message(String name) {
        return Optional.ofNullable(messages.get(name))
                .orElseThrow(() -> new IllegalArgumentException("Got the message type '" + name
                        + "', expected one of the " + messages.size() + " in the tables"));
    }

    public Set<String> names() {
        return Set.copyOf(messages.keySet());
    }
}
