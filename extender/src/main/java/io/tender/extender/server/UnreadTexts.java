package io.tender.extender.server;

import java.util.Arrays;
import tools.jackson.core.JsonParser;
import tools.jackson.core.util.JsonParserDelegate;

/**
 * Where in what was sent the texts lie that nobody reads, such as the time of a node's last heartbeat. What differs from it
 * in these alone says the same: to find that out takes little longer than to compare, and a small part of reading it.
 */
final class UnreadTexts {
    /** Where each begins behind its quote, and the place of the quote that ends it; in ascending order. */
    private final int[] bounds;

    private UnreadTexts(int[] bounds) {
        this.bounds = bounds;
    }

    /**
     * Whether what begins at a place differs from what is known in nothing but texts that nobody reads, each of them as long
     * as before: heartbeats and versions are, and everything lies where it did.
     */
    boolean hideAll(Document known, byte[] bytes, int at, int end) {
        if (known.length() > end - at) {
            return false;
        }
        int passed = 0;
        int next = 0;
        for (int same = known.mismatch(0, bytes, at); same >= 0; same = known.mismatch(passed, bytes, at + passed)) {
            int differs = passed + same;
            while (next < bounds.length && bounds[next + 1] <= differs) {
                next += 2;
            }
            if (next == bounds.length
                    || bounds[next] > differs
                    || !isPlain(bytes, at + differs, at + bounds[next + 1])) {
                return false;
            }
            passed = bounds[next + 1];
        }
        return true;
    }

    /** Whether nothing is there that has to be looked at more closely: it ends the text, or is no text at all. */
    private static boolean isPlain(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] < ' ' || bytes[i] == '"' || bytes[i] == '\\') {
                return false;
            }
        }
        return true;
    }

    /** Reads as the parser within it does, and notes the texts in what is passed over: whoever reads does not know of it. */
    static final class Noting extends JsonParserDelegate {
        private final byte[] bytes;
        private final int begin;
        private int[] bounds = new int[64];
        private int size;

        /** @param begin where in these bytes the parser began */
        Noting(JsonParser parser, byte[] bytes, int begin) {
            super(parser);
            this.bytes = bytes;
            this.begin = begin;
        }

        @Override
        public JsonParser skipChildren() {
            int from = begin + (int) currentTokenLocation().getByteOffset();
            super.skipChildren();
            finishToken();
            note(from, begin + (int) currentLocation().getByteOffset());
            return this;
        }

        /** What lies there is sound, since the parser has passed over it. */
        private void note(int from, int to) {
            int at = from;
            while (at < to) {
                if (bytes[at++] != '"') {
                    continue;
                }
                int text = at;
                while (bytes[at] != '"') {
                    at += bytes[at] == '\\' ? 2 : 1;
                }
                int quote = at++;
                while (at < to && bytes[at] <= ' ' && bytes[at] >= 0) {
                    at++;
                }
                boolean name = at < to && bytes[at] == ':';
                if (!name && isPlain(bytes, text, quote)) {
                    add(text, quote);
                }
            }
        }

        private void add(int text, int quote) {
            if (size == bounds.length) {
                bounds = Arrays.copyOf(bounds, size * 2);
            }
            bounds[size++] = text;
            bounds[size++] = quote;
        }

        /** Those in one thing that was read, counted from where it begins. */
        UnreadTexts within(Document whole) {
            int[] counted = Arrays.copyOf(bounds, size);
            for (int i = 0; i < size; i++) {
                counted[i] -= whole.from();
            }
            return new UnreadTexts(counted);
        }
    }
}
