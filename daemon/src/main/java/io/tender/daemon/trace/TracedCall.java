package io.tender.daemon.trace;

import io.tender.extender.client.CallTracer;
import io.tender.extender.client.Target;
import io.tender.extender.client.TraceParent;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * A call of an extender under way, as a trace shows it.
 *
 * @param done given its span when it has ended
 */
record TracedCall(Span span, Consumer<Span> done) implements CallTracer.Step {

    /** @param parent the step it is part of */
    static TracedCall begin(Target target, TraceParent parent, Spans spans, Instant now, Consumer<Span> done) {
        return new TracedCall(
                spans.begin(
                                target.extender() + " " + target.verb(),
                                Spans.Kind.CLIENT,
                                now,
                                Optional.of(parent),
                                Optional.empty())
                        .with("tender.extender", target.extender().toString())
                        .with("tender.verb", target.verb().toString()),
                done);
    }

    @Override
    public TraceParent context() {
        return span.context();
    }

    @Override
    public void ended(String outcome, int attempts, OptionalInt status) {
        span.with("tender.outcome", outcome).with("tender.attempts", attempts);
        status.ifPresent(code -> span.with("http.response.status_code", code));
        if (!outcome.equals("ok")) {
            span.failed(outcome);
        }
        done.accept(span);
    }
}
