package io.tender.mesos;

import io.tender.mesos.protobuf.MessageType;
import io.tender.mesos.protobuf.ProtobufException;
import io.tender.mesos.protobuf.ProtobufReading;
import io.tender.mesos.protobuf.ProtobufWriting;
import tools.jackson.databind.node.ObjectNode;

/** The two forms in which a message travels. */
public enum Media {
    JSON("application/json") {
        @Override
        public ObjectNode read(MessageType type, byte[] bytes) {
            try {
                return TreeReading.read(type, bytes);
            } catch (MesosJsonException e) {
                throw new UnreadableMessage(
                        e.isMalformed()
                                ? "Failed to parse body into JSON"
                                : "Failed to convert JSON into " + type.shortName() + " protobuf",
                        e);
            } catch (ProtobufException e) {
                throw new UnreadableMessage("Failed to convert JSON into " + type.shortName() + " protobuf", e);
            }
        }

        @Override
        public byte[] write(MessageType type, ObjectNode tree) {
            return TreeWriting.write(type, tree);
        }
    },

    PROTOBUF("application/x-protobuf") {
        @Override
        public ObjectNode read(MessageType type, byte[] bytes) {
            try {
                return ProtobufReading.read(type, bytes);
            } catch (ProtobufException e) {
                throw new UnreadableMessage("Failed to parse body into " + type.shortName() + " protobuf", e);
            }
        }

        @Override
        public byte[] write(MessageType type, ObjectNode tree) {
            return ProtobufWriting.write(type, tree);
        }
    };

    private final String contentType;

    Media(String contentType) {
        this.contentType = contentType;
    }

    /** As the header has it. */
    public String contentType() {
        return contentType;
    }

    /**
     * Reads a message into its tree.
     *
     * @throws UnreadableMessage if the bytes are no such message
     */
    public abstract ObjectNode read(MessageType type, byte[] bytes);

    /** Writes a tree; one that is no such message is a mistake of the caller. */
    public abstract byte[] write(MessageType type, ObjectNode tree);
}
