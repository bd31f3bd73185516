package io.tender.mesos.protobuf;

/** Bytes or a tree that are no message of the kind they should be. */
public final class ProtobufException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    ProtobufException(String problem, String got, String expected) {
        super("""
                %s
                  got:      %s
                  expected: %s""".formatted(problem, got, expected));
    }
}
