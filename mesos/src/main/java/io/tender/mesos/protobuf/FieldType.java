package io.tender.mesos.protobuf;

/** What a field holds. */
public sealed interface FieldType permits EnumType, MessageType, ScalarType {
    /** The name as the tables spell it, such as {@code uint64} or {@code mesos.v1.Offer}. */
    String name();
}
