package io.tender.extender.server;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Names of members that come again with each of thousands of things, so that each is made once. */
final class FamiliarNames {
    /** Few are told apart in a request; one that takes the place of another is only made again. */
    private static final int PLACES = 128;

    private final @Nullable Familiar[] all = new Familiar[PLACES];

    /** One of them, as it was sent and in small letters, as schedulers written in Go compare names. */
    private static final class Familiar {
        private final byte[] bytes;
        private final String exact;
        private final String small;

        Familiar(byte[] bytes, String exact) {
            this.bytes = bytes;
            this.exact = exact;
            this.small = small(exact);
        }
    }

    /** The name of ASCII between two places. */
    String at(byte[] bytes, int from, int to, boolean small) {
        int length = to - from;
        int place = length == 0
                ? 0
                : (length * 31 + bytes[from] * 7 + bytes[from + length / 2] * 3 + bytes[to - 1]) & (PLACES - 1);
        Familiar known = all[place];
        if (known == null || !Arrays.equals(known.bytes, 0, known.bytes.length, bytes, from, to)) {
            String exact = new String(bytes, from, length, StandardCharsets.ISO_8859_1);
            known = new Familiar(Arrays.copyOfRange(bytes, from, to), exact);
            all[place] = known;
        }
        return small ? known.small : known.exact;
    }

    /** No member that anybody looks for has an empty name. */
    static String small(String name) {
        return name.isEmpty() ? JsonSource.NAMELESS : name.toLowerCase(Locale.ROOT);
    }
}
