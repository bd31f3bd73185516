package io.tender.extender.client;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.OptionalLong;

/** As much of a body as is held in memory at once; mostly all of it. */
final class Beginning {
    private static final int FIRST = 16 << 10;

    private byte[] bytes;
    private int length;
    private boolean all;

    /** @param bytes room to begin with, which need not be enough */
    private Beginning(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * @param announced how long the body is said to be, which saves copying when it is true
     * @param spare room that may be used
     */
    static Beginning of(InputStream in, OptionalLong announced, int most, byte[] spare) throws IOException {
        // One more than announced, so that the end is seen without growing.
        int wanted = (int) Math.min(most, Math.max(FIRST, announced.orElse(0) + 1));
        Beginning beginning = new Beginning(spare.length >= wanted ? spare : new byte[wanted]);
        beginning.fill(in, most);
        return beginning;
    }

    private void fill(InputStream in, int most) throws IOException {
        int count = in.read(bytes, 0, bytes.length);
        while (count >= 0) {
            length += count;
            if (length == bytes.length) {
                if (length >= most) {
                    return;
                }
                bytes = Arrays.copyOf(bytes, (int) Math.min(most, 2L * length));
            }
            count = in.read(bytes, length, bytes.length - length);
        }
        all = true;
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    /** Whether the body ends here. */
    boolean isAll() {
        return all;
    }

    /** The whole body again, from its first byte. */
    InputStream followedBy(InputStream rest) {
        InputStream held = new ByteArrayInputStream(bytes, 0, length);
        return all ? held : new SequenceInputStream(held, rest);
    }
}
