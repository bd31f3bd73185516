package io.tender.mesos.protobuf;

import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;

/** The simple types that the messages use. */
public enum ScalarType implements FieldType {
    BOOL("true or false"),
    INT32("a whole number from -2147483648 to 2147483647"),
    UINT32("a whole number from 0 to 4294967295"),
    INT64("a whole number from -9223372036854775808 to 9223372036854775807"),
    UINT64("a whole number from 0 to 18446744073709551615"),
    DOUBLE("a number"),
    STRING("a string"),
    BYTES("bytes as a string in base64");

    private final String expected;

    ScalarType(String expected) {
        this.expected = expected;
    }

    /** The words for a message about something else. */
    public String expected() {
        return expected;
    }

    /** Whether a whole number fits, for the types of whole numbers. */
    public boolean holds(BigInteger number) {
        return switch (this) {
            case INT32 -> number.bitLength() < Integer.SIZE;
            case UINT32 -> number.signum() >= 0 && number.bitLength() <= Integer.SIZE;
            case INT64 -> number.bitLength() < Long.SIZE;
            case UINT64 -> number.signum() >= 0 && number.bitLength() <= Long.SIZE;
            case BOOL, DOUBLE, STRING, BYTES -> false;
        };
    }

    static Optional<ScalarType> named(String name) {
        for (ScalarType type : values()) {
            if (type.name().toLowerCase(Locale.ROOT).equals(name)) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }
}
