package io.tender.daemon.trace;

import io.tender.extender.client.TraceParent;
import java.time.Instant;

/** A step of a trace, from its beginning to its end. One that is never ended is never seen. */
public interface Span {
    TraceParent context();

    Span with(String key, String value);

    Span with(String key, long value);

    /** Something happened within it. */
    Span event(String name, Instant at);

    /** It did not go well. */
    Span failed(String why);

    /** @param at now, or a moment that has passed */
    void end(Instant at);
}
