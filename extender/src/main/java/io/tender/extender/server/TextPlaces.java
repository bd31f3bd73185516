package io.tender.extender.server;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Where in what was sent about an agent its texts lie: those that nobody reads, such as the time of the last heartbeat, and
 * the values of labels and annotations. What differs in these alone need not be read again, whatever they are now: to find
 * that out takes little longer than to compare, and a small part of reading.
 */
final class TextPlaces {
    /** With more differences than these it is faster to read the agent, and then to compare with what it is now. */
    private static final int MOST_DIFFERENCES = 24;

    /** Where each begins behind its quote, and the place of the quote that ends it; in ascending order. */
    private final int[] bounds;
    /** Whose value each is; null if nobody reads it. */
    private final @Nullable Key[] keys;

    /** A label or an annotation. */
    private record Key(boolean annotation, String name) {}

    private TextPlaces(int[] bounds, @Nullable Key[] keys) {
        this.bounds = bounds;
        this.keys = keys;
    }

    /**
     * The agent where the cursor is, if it is a known one again and differs from it in such texts alone; the cursor is then
     * behind it. It points into the request: to copy what is likely to differ again soon takes longer than to compare it.
     */
    Optional<Agent> again(Agent known, Cursor cursor) {
        Document raw = known.raw();
        byte[] bytes = cursor.bytes();
        int from = cursor.at();
        int moved = from;
        int passed = 0;
        int next = 0;
        @Nullable TreeMap<String, String> labels = null;
        @Nullable TreeMap<String, String> annotations = null;
        for (int differences = 0; ; differences++) {
            int same = raw.mismatch(passed, bytes, passed + moved, cursor.end());
            if (same < 0) {
                break;
            }
            int differs = passed + same;
            while (next < keys.length && bounds[2 * next + 1] < differs) {
                next++;
            }
            if (next == keys.length || bounds[2 * next] > differs || differences == MOST_DIFFERENCES) {
                return Optional.empty();
            }
            int begin = bounds[2 * next] + moved;
            int quote = PlainJson.quote(bytes, differs + moved, cursor.end());
            if (quote < 0) {
                return Optional.empty();
            }
            Key key = keys[next];
            if (key != null) {
                String text = new String(bytes, begin, quote - begin, StandardCharsets.ISO_8859_1);
                if (key.annotation) {
                    annotations = annotations == null ? new TreeMap<>(known.annotations()) : annotations;
                    annotations.put(key.name, text);
                } else {
                    labels = labels == null ? new TreeMap<>(known.labels()) : labels;
                    labels.put(key.name, text);
                }
            }
            passed = bounds[2 * next + 1];
            moved = quote - passed;
        }
        if (passed == 0) {
            cursor.pass(raw.length());
            return Optional.of(known);
        }
        cursor.pass(raw.length() + moved - from);
        SortedMap<String, String> itsLabels = labels == null ? known.labels() : labels;
        SortedMap<String, String> itsAnnotations = annotations == null ? known.annotations() : annotations;
        return Optional.of(known.told(itsLabels, itsAnnotations, Document.part(bytes, from, cursor.at())));
    }

    /** Told of texts by whoever goes through an agent, from its beginning to its end. */
    static final class Notes implements PlainJson.Unread {
        private final boolean taken;
        private int[] bounds = new int[0];
        private @Nullable Key[] keys = new Key[0];
        private int size;
        private int labels;
        private int annotations;
        private boolean spoilt;

        private Notes(boolean taken) {
            this.taken = taken;
        }

        Notes() {
            this(true);
        }

        /** For whoever has no use for them. */
        static Notes none() {
            return new Notes(false);
        }

        @Override
        public void text(int from, int to) {
            if (taken) {
                add(from, to, null);
            }
        }

        /** A label or an annotation, which ends at a quote if it is plain, and otherwise is only counted. */
        void read(boolean annotation, String name, int from, int quote) {
            if (annotation) {
                annotations++;
            } else {
                labels++;
            }
            if (taken && quote >= 0) {
                add(from, quote, new Key(annotation, name));
            }
        }

        /** Something was read of which we were told that nobody does. */
        void spoil() {
            spoilt = true;
        }

        private void add(int from, int to, @Nullable Key key) {
            if (size == keys.length) {
                keys = Arrays.copyOf(keys, Math.max(32, 2 * size));
                bounds = Arrays.copyOf(bounds, 2 * keys.length);
            }
            bounds[2 * size] = from;
            bounds[2 * size + 1] = to;
            keys[size++] = key;
        }

        /**
         * What was told since the last time, counted from where the agent begins. Nothing if labels were read that do not
         * count, because others came behind them, or if there are tasks, which point into the bytes of its last version.
         */
        Optional<TextPlaces> of(Agent read) {
            boolean sound = !spoilt
                    && labels == read.labels().size()
                    && annotations == read.annotations().size()
                    && read.tasks().isEmpty();
            Optional<TextPlaces> places = Optional.empty();
            if (sound) {
                int[] counted = Arrays.copyOf(bounds, 2 * size);
                for (int i = 0; i < counted.length; i++) {
                    counted[i] -= read.raw().from();
                }
                places = Optional.of(new TextPlaces(counted, Arrays.copyOf(keys, size)));
            }
            size = 0;
            labels = 0;
            annotations = 0;
            spoilt = false;
            return places;
        }
    }
}
