package io.tender.extender.client;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** One exchange of the client as a line of its recording. */
final class ExchangeLine {
    private ExchangeLine() {}

    /** With the line's end. */
    static RecordingLine of(Exchange exchange) {
        SortedMap<String, String> headers = new TreeMap<>();
        headers.put("content-type", exchange.contentType());
        headers.put("traceparent", exchange.trace().header());
        exchange.idempotencyKey().ifPresent(key -> headers.put("idempotency-key", key));
        return RecordingLine.of(new RecordedExchange(
                exchange.started(),
                exchange.target().extender().value(),
                exchange.target().verb().value(),
                exchange.target().method().name(),
                exchange.target().endpoint().toString(),
                headers,
                body(exchange.request()),
                exchange.status(),
                exchange.status().isPresent() ? Optional.of(body(exchange.answer())) : Optional.empty(),
                exchange.latency(),
                exchange.attempts(),
                exchange.outcome(),
                exchange.failure()));
    }

    private static RecordedBody body(Exchange.Body body) {
        return RecordedBody.of(body.bytes(), body.length(), "");
    }
}
