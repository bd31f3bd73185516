package io.tender.extender.client;

import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** A line of a recording, in the form that docs/recording.md describes; with the line's end. */
public final class RecordingLine {
    /** The form's version; a reader refuses what it does not know. */
    public static final int VERSION = 1;

    private static final JsonFactory JSON = new JsonFactory();

    private RecordingLine() {}

    public static byte[] of(RecordedExchange exchange) {
        ByteArrayOutputStream line = new ByteArrayOutputStream(512);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), line)) {
            json.writeStartObject();
            json.writeNumberProperty("v", VERSION);
            json.writeStringProperty("time", exchange.time().toString());
            json.writeStringProperty("extender", exchange.extender());
            json.writeStringProperty("verb", exchange.verb());
            json.writeStringProperty("method", exchange.method());
            json.writeStringProperty("url", exchange.url());
            json.writeName("headers");
            json.writeStartObject();
            exchange.headers().forEach(json::writeStringProperty);
            json.writeEndObject();
            body(json, "request", exchange.request());
            if (exchange.status().isPresent()) {
                json.writeNumberProperty("status", exchange.status().getAsInt());
            }
            exchange.answer().ifPresent(answer -> body(json, "answer", answer));
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

    /** For what is missing from the recording, and why. */
    public static byte[] note(Instant time, String text) {
        ByteArrayOutputStream line = new ByteArrayOutputStream(128);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), line)) {
            json.writeStartObject();
            json.writeNumberProperty("v", VERSION);
            json.writeStringProperty("time", time.toString());
            json.writeStringProperty("note", text);
            json.writeEndObject();
        }
        line.write('\n');
        return line.toByteArray();
    }

    private static void body(JsonGenerator json, String name, RecordedBody body) {
        json.writeName(name);
        json.writeStartObject();
        json.writeNumberProperty("length", body.length());
        if (body.truncated()) {
            json.writeBooleanProperty("truncated", true);
        }
        if (!body.coding().isEmpty()) {
            json.writeStringProperty("coding", body.coding());
        }
        Optional<String> text = body.text();
        if (text.isPresent()) {
            json.writeStringProperty("text", text.get());
        } else {
            json.writeStringProperty("base64", Base64.getEncoder().encodeToString(body.bytes()));
        }
        json.writeEndObject();
    }
}
