package io.tender.daemon.work;

/** A PriorityClass of {@code scheduling.k8s.io/v1}. */
public record PriorityClassDocument(PriorityClass priorityClass) implements Document {
    static final String KIND = "PriorityClass";

    @Override
    public DocumentId id() {
        return id(priorityClass.name());
    }

    public static DocumentId id(String name) {
        return new DocumentId(KIND, name);
    }
}
