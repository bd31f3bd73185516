package io.tender.mesos.protobuf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes in the wire format of protobuf, read from front to back and never beyond their end. */
final class WireInput {
    static final int VARINT = 0;
    static final int FIXED64 = 1;
    static final int LENGTH = 2;
    static final int START_GROUP = 3;
    static final int END_GROUP = 4;
    static final int FIXED32 = 5;

    /** The bits of a tag that tell the kind. */
    static final int KINDS = 3;

    private static final int LONGEST_VARINT = 10;

    private final byte[] bytes;
    private final ByteBuffer view;
    private int at;

    WireInput(byte[] bytes) {
        this.bytes = bytes;
        this.view = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    static int number(int tag) {
        return tag >>> KINDS;
    }

    static int kind(int tag) {
        return tag & ((1 << KINDS) - 1);
    }

    int at() {
        return at;
    }

    /** The number and kind of the next field. */
    int tag(int end, FieldPath path) {
        int start = at;
        int tag = (int) varint(end, path);
        if (number(tag) == 0) {
            throw broken(start, path, "a field of number 0", "a number of 1 or more");
        }
        return tag;
    }

    long varint(int end, FieldPath path) {
        long value = 0;
        int start = at;
        for (int i = 0; i < LONGEST_VARINT; i++) {
            if (at == end) {
                throw broken(start, path, "the end of the bytes within a number", "the rest of the number");
            }
            byte next = bytes[at++];
            value |= (long) (next & 0x7f) << (7 * i);
            if (next >= 0) {
                return value;
            }
        }
        throw broken(start, path, "a number of more than " + LONGEST_VARINT + " bytes", "at most that many");
    }

    double fixed64(int end, FieldPath path) {
        need(Double.BYTES, end, path);
        double value = view.getDouble(at);
        at += Double.BYTES;
        return value;
    }

    /** Reads a length and gives the place where what it measures ends. */
    int endOfLength(int end, FieldPath path) {
        int start = at;
        long length = varint(end, path);
        if (length < 0 || length > end - at) {
            throw broken(
                    start,
                    path,
                    "a length of " + Long.toUnsignedString(length),
                    "at most the " + (end - at) + " bytes that follow");
        }
        return at + (int) length;
    }

    byte[] bytesTo(int end) {
        byte[] copy = Arrays.copyOfRange(bytes, at, end);
        at = end;
        return copy;
    }

    String stringTo(int end, FieldPath path) {
        int start = at;
        at = end;
        for (int i = start; i < end; i++) {
            if (bytes[i] < 0) {
                return decoded(start, end, path);
            }
        }
        return new String(bytes, start, end - start, StandardCharsets.US_ASCII);
    }

    private String decoded(int start, int end, FieldPath path) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes, start, end - start))
                    .toString();
        } catch (CharacterCodingException e) {
            throw broken(start, path, "bytes that are no UTF-8", "a string in UTF-8");
        }
    }

    /** Passes over a field that nobody asked for. */
    void skip(int tag, int end, FieldPath path, int depth) {
        switch (kind(tag)) {
            case VARINT -> varint(end, path);
            case FIXED64 -> skip(Long.BYTES, end, path);
            case FIXED32 -> skip(Integer.BYTES, end, path);
            case LENGTH -> at = endOfLength(end, path);
            case START_GROUP -> skipGroup(number(tag), end, path, depth);
            default ->
                throw broken(
                        at, path, "a field of kind " + kind(tag), "a kind from 0 to 3, or 5, where a field begins");
        }
    }

    private void skip(int length, int end, FieldPath path) {
        need(length, end, path);
        at += length;
    }

    private void skipGroup(int number, int end, FieldPath path, int depth) {
        if (depth >= ProtobufReading.DEEPEST) {
            throw broken(at, path, "more than " + ProtobufReading.DEEPEST + " levels", "fewer");
        }
        while (true) {
            int tag = tag(end, path);
            if (kind(tag) == END_GROUP) {
                if (number(tag) != number) {
                    throw broken(at, path, "the end of group " + number(tag), "the end of group " + number);
                }
                return;
            }
            skip(tag, end, path, depth + 1);
        }
    }

    private void need(int length, int end, FieldPath path) {
        if (end - at < length) {
            throw broken(at, path, "the end of the bytes", length + " bytes of a value");
        }
    }

    ProtobufException broken(int where, FieldPath path, String got, String expected) {
        return new ProtobufException("Byte " + where + ", in " + path + ", is no protobuf.", got, expected);
    }
}
