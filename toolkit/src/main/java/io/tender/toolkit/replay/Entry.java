package io.tender.toolkit.replay;

import io.tender.extender.client.RecordedExchange;

/** One line of a recording. */
public sealed interface Entry {
    Place place();

    /** An exchange. */
    record Recorded(Place place, RecordedExchange exchange) implements Entry {}

    /** What the recorder has to say about what is missing. */
    record Note(Place place, String text) implements Entry {}

    /** A line that cannot be read. */
    record Broken(Place place, String why) implements Entry {}

    /**
     * Where it stands.
     *
     * @param line counted from 1
     * @param offset of its first byte in the file
     */
    record Place(String file, long line, long offset) {
        @Override
        public String toString() {
            return file + ":" + line;
        }
    }
}
