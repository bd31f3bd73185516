package io.tender.extender.client;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** One exchange as one line of JSON, in the form that docs/recording.md describes. */
final class ExchangeLine {
    /** The form's version; a reader refuses what it does not know. */
    static final int VERSION = 1;

    private static final JsonFactory JSON = new JsonFactory();
    private static final int LONGEST_CHARACTER = 4;

    private ExchangeLine() {}

    /** With the line's end. */
    static byte[] of(Exchange exchange) {
        ByteArrayOutputStream line = new ByteArrayOutputStream(512);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), line)) {
            json.writeStartObject();
            json.writeNumberProperty("v", VERSION);
            json.writeStringProperty("time", exchange.started().toString());
            json.writeStringProperty("extender", exchange.target().extender().value());
            json.writeStringProperty("verb", exchange.target().verb().value());
            json.writeStringProperty("method", exchange.target().method().name());
            json.writeStringProperty("url", exchange.target().endpoint().toString());
            headers(json, exchange);
            body(json, "request", exchange.request());
            if (exchange.status().isPresent()) {
                json.writeNumberProperty("status", exchange.status().getAsInt());
                body(json, "answer", exchange.answer());
            }
            json.writeNumberProperty(
                    "latencyMicros",
                    TimeUnit.NANOSECONDS.toMicros(exchange.latency().toNanos()));
            json.writeNumberProperty("attempts", exchange.attempts());
            json.writeStringProperty("outcome", exchange.outcome());
            if (!exchange.failure().isEmpty()) {
                json.writeStringProperty("failure", exchange.failure());
            }
            json.writeEndObject();
        }
        line.write('\n');
        return line.toByteArray();
    }

    private static void headers(JsonGenerator json, Exchange exchange) {
        json.writeName("headers");
        json.writeStartObject();
        json.writeStringProperty("content-type", exchange.contentType());
        json.writeStringProperty("traceparent", exchange.trace().header());
        exchange.idempotencyKey().ifPresent(key -> json.writeStringProperty("idempotency-key", key));
        json.writeEndObject();
    }

    private static void body(JsonGenerator json, String name, Exchange.Body body) {
        json.writeName(name);
        json.writeStartObject();
        json.writeNumberProperty("length", body.length());
        if (body.truncated()) {
            json.writeBooleanProperty("truncated", true);
        }
        Optional<String> text = text(body);
        if (text.isPresent()) {
            json.writeStringProperty("text", text.get());
        } else {
            json.writeStringProperty("base64", Base64.getEncoder().encodeToString(body.bytes()));
        }
        json.writeEndObject();
    }

    /** A body that was cut within a character ends before it. */
    private static Optional<String> text(Exchange.Body body) {
        int most = body.truncated() ? LONGEST_CHARACTER : 1;
        for (int left = 0; left < most && left <= body.bytes().length; left++) {
            try {
                ByteBuffer bytes = ByteBuffer.wrap(body.bytes(), 0, body.bytes().length - left);
                return Optional.of(
                        StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
            } catch (CharacterCodingException notYet) {
                if (left == most - 1) {
                    return Optional.empty();
                }
            }
        }
        return Optional.empty();
    }
}
