package io.tender.daemon.work;

import io.tender.model.batch.Queue;

/** A Queue of {@code scheduling.volcano.sh/v1beta1}. */
public record QueueDocument(Queue queue) implements Document {
    static final String KIND = "Queue";

    @Override
    public DocumentId id() {
        return id(queue.name());
    }

    public static DocumentId id(String name) {
        return new DocumentId(KIND, name);
    }
}
