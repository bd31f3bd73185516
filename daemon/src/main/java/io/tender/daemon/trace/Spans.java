package io.tender.daemon.trace;

import io.tender.extender.client.TraceParent;
import java.time.Instant;
import java.util.Optional;

/** Makes the spans of traces. Safe to be used from many threads; it never waits, and what is too much is dropped. */
public interface Spans extends AutoCloseable {

    /** What a span is about. */
    enum Kind {
        /** Answering somebody. */
        SERVER,
        /** Asking somebody. */
        CLIENT,
        /** What happens within. */
        INTERNAL
    }

    /** Nobody follows anything. */
    Spans NONE = new Spans() {
        @Override
        public boolean isOn() {
            return false;
        }

        @Override
        public Span begin(
                String name, Kind kind, Instant at, Optional<TraceParent> parent, Optional<TraceParent> link) {
            throw new IllegalStateException("Nobody follows anything: ask isOn first");
        }

        @Override
        public void close() {}
    };

    /** Whether spans go anywhere; if not, none is to be begun. */
    boolean isOn();

    /**
     * Begins a span.
     *
     * @param at when it began
     * @param parent the step it is part of; empty to begin a trace
     * @param link a step of another trace that it continues
     */
    Span begin(String name, Kind kind, Instant at, Optional<TraceParent> parent, Optional<TraceParent> link);

    /** Sends what waits, as far as a short time allows. */
    @Override
    void close();
}
