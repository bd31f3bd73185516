package io.tender.extender.server;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Where in what was sent about an agent its texts lie: its name, the values of labels and annotations, and those that nobody
 * reads, such as the time of the last heartbeat. What differs in these alone need not be read again, whatever they are now, be
 * it the same agent later or another one of its kind: to find that out takes little longer than to compare, and a small part of
 * reading.
 */
final class TextPlaces {
    /** With more differences than these it is faster to read the agent, and then to compare with what it is now. */
    private static final int MOST_DIFFERENCES = 24;

    /** Whose text it is, other than one of the labels, which are counted from 0, and of the annotations behind them. */
    private static final int NOBODYS = -1;

    private static final int NAME = -2;

    private final Agent agent;
    /** Where each begins behind its quote, and the place of the quote that ends it; in ascending order. */
    private final int[] bounds;

    private final int[] owners;
    private final SortedTexts labels;
    private final SortedTexts annotations;

    private TextPlaces(Agent agent, int[] bounds, int[] owners, SortedTexts labels, SortedTexts annotations) {
        this.agent = agent;
        this.bounds = bounds;
        this.owners = owners;
        this.labels = labels;
        this.annotations = annotations;
    }

    Agent agent() {
        return agent;
    }

    /** The same, of the agent in memory of its own. */
    TextPlaces kept() {
        return new TextPlaces(agent.kept(), bounds, owners, labels, annotations);
    }

    /** The agent where the cursor is, if it is this one again and differs in such texts alone; see {@link #like}. */
    Optional<Agent> again(Cursor cursor) {
        return told(cursor, false);
    }

    /**
     * The agent where the cursor is, if it differs from this one in such texts alone; the cursor is then behind it. It points
     * into the request: to copy what is likely to differ again soon takes longer than to compare it.
     */
    Optional<Agent> like(Cursor cursor) {
        return told(cursor, true);
    }

    private Optional<Agent> told(Cursor cursor, boolean another) {
        Document raw = agent.raw();
        byte[] bytes = cursor.bytes();
        int from = cursor.at();
        int moved = from;
        int passed = 0;
        int next = 0;
        String name = agent.name();
        String @Nullable [] values = null;
        String @Nullable [] notes = null;
        for (int differences = 0; ; differences++) {
            int same = raw.mismatch(passed, bytes, passed + moved, cursor.end());
            if (same < 0) {
                break;
            }
            int differs = passed + same;
            while (next < owners.length && bounds[2 * next + 1] < differs) {
                next++;
            }
            if (next == owners.length || bounds[2 * next] > differs || differences == MOST_DIFFERENCES) {
                return Optional.empty();
            }
            int begin = bounds[2 * next] + moved;
            int quote = PlainJson.quote(bytes, differs + moved, cursor.end());
            int owner = owners[next];
            if (quote < 0 || (owner == NAME && (!another || quote == begin))) {
                return Optional.empty();
            }
            if (owner != NOBODYS) {
                String text = new String(bytes, begin, quote - begin, StandardCharsets.ISO_8859_1);
                if (owner == NAME) {
                    name = text;
                } else if (owner < labels.size()) {
                    values = values == null ? labels.valuesCopied() : values;
                    values[owner] = text;
                } else {
                    notes = notes == null ? annotations.valuesCopied() : notes;
                    notes[owner - labels.size()] = text;
                }
            }
            passed = bounds[2 * next + 1];
            moved = quote - passed;
        }
        if (passed == 0 && !another) {
            cursor.pass(raw.length());
            return Optional.of(agent);
        }
        cursor.pass(raw.length() + moved - from);
        return Optional.of(agent.told(
                name,
                values == null ? agent.labels() : labels.with(values),
                notes == null ? agent.annotations() : annotations.with(notes),
                Document.part(bytes, from, cursor.at())));
    }

    /** Told of texts by whoever goes through an agent, from its beginning to its end. */
    static final class Notes implements PlainJson.Unread {
        private static final Notes NONE = new Notes(false);

        private final boolean taken;
        private int[] bounds = new int[0];
        private int[] owners = new int[0];
        /** Whose value it is, if it is a label or an annotation. */
        private @Nullable String[] keys = new String[0];

        private int size;
        private int names;
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
            return NONE;
        }

        @Override
        public void text(int from, int to) {
            add(from, to, NOBODYS, null);
        }

        /** The agent's name. */
        void name(int from, int quote) {
            names += taken ? 1 : 0;
            add(from, quote, NAME, null);
        }

        /** A label or an annotation, which ends at a quote if it is plain, and otherwise is only counted. */
        void read(boolean annotation, String name, int from, int quote) {
            if (!taken) {
                return;
            }
            if (annotation) {
                annotations++;
            } else {
                labels++;
            }
            add(from, quote, annotation ? 1 : 0, name);
        }

        /** Something was read of which we were told that nobody does. */
        void spoil() {
            spoilt |= taken;
        }

        private void add(int from, int to, int owner, @Nullable String key) {
            if (!taken || to < 0) {
                return;
            }
            if (size == owners.length) {
                owners = Arrays.copyOf(owners, Math.max(32, 2 * size));
                keys = Arrays.copyOf(keys, owners.length);
                bounds = Arrays.copyOf(bounds, 2 * owners.length);
            }
            bounds[2 * size] = from;
            bounds[2 * size + 1] = to;
            owners[size] = owner;
            keys[size++] = key;
        }

        /**
         * What was told since the last time, counted from where the agent begins. Nothing if names or labels were read that do
         * not count, because others came behind them, or if there are tasks, which point into the bytes of its last version.
         */
        Optional<TextPlaces> of(Agent read) {
            boolean sound = !spoilt
                    && labels == read.labels().size()
                    && annotations == read.annotations().size()
                    && read.tasks().isEmpty();
            Optional<TextPlaces> places = sound ? Optional.of(places(read)) : Optional.empty();
            size = 0;
            names = 0;
            labels = 0;
            annotations = 0;
            spoilt = false;
            return places;
        }

        private TextPlaces places(Agent read) {
            SortedTexts itsLabels = sorted(read.labels());
            SortedTexts itsAnnotations = sorted(read.annotations());
            int[] counted = new int[2 * size];
            int[] whose = new int[size];
            int places = 0;
            for (int i = 0; i < size; i++) {
                String key = keys[i];
                if (owners[i] == NAME && names > 1) {
                    continue; // whether it counts depends on where it stands
                }
                counted[2 * places] = bounds[2 * i] - read.raw().from();
                counted[2 * places + 1] = bounds[2 * i + 1] - read.raw().from();
                whose[places++] = key == null
                        ? owners[i]
                        : owners[i] == 0 ? itsLabels.indexOf(key) : itsLabels.size() + itsAnnotations.indexOf(key);
            }
            return new TextPlaces(
                    read, Arrays.copyOf(counted, 2 * places), Arrays.copyOf(whose, places), itsLabels, itsAnnotations);
        }

        private static SortedTexts sorted(SortedMap<String, String> texts) {
            return texts instanceof SortedTexts ours ? ours : SortedTexts.of(texts);
        }
    }
}
