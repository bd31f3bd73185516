package io.tender.extender.client;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Base64;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** A line of a recording, in the form that docs/recording.md describes; with the line's end. */
public final class RecordingLine {
    /** The form's version; a reader refuses what it does not know. */
    public static final int VERSION = 1;

    private static final JsonFactory JSON = new JsonFactory();

    /** Writes the line. */
    @FunctionalInterface
    private interface Form {
        void writeTo(JsonGenerator json, LineBuffer out) throws IOException;
    }

    private final Form form;

    private RecordingLine(Form form) {
        this.form = form;
    }

    public static RecordingLine of(RecordedExchange exchange) {
        return new RecordingLine((json, out) -> exchange(json, out, exchange));
    }

    /** For what is missing from the recording, and why. */
    public static RecordingLine note(Instant time, String text) {
        return new RecordingLine((json, out) -> note(json, time, text));
    }

    void writeTo(LineBuffer out) throws IOException {
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            form.writeTo(json, out);
        }
        out.write('\n');
    }

    public byte[] bytes() throws IOException {
        LineBuffer out = new LineBuffer();
        writeTo(out);
        return out.toByteArray();
    }

    private static void exchange(JsonGenerator json, LineBuffer out, RecordedExchange exchange) throws IOException {
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
        body(json, out, "request", exchange.request());
        if (exchange.status().isPresent()) {
            json.writeNumberProperty("status", exchange.status().getAsInt());
        }
        if (exchange.answer().isPresent()) {
            body(json, out, "answer", exchange.answer().get());
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

    private static void note(JsonGenerator json, Instant time, String text) {
        json.writeStartObject();
        json.writeNumberProperty("v", VERSION);
        json.writeStringProperty("time", time.toString());
        json.writeStringProperty("note", text);
        json.writeEndObject();
    }

    private static void body(JsonGenerator json, LineBuffer out, String name, RecordedBody body) throws IOException {
        json.writeName(name);
        json.writeStartObject();
        json.writeNumberProperty("length", body.length());
        if (body.truncated()) {
            json.writeBooleanProperty("truncated", true);
        }
        if (!body.coding().isEmpty()) {
            json.writeStringProperty("coding", body.coding());
        }
        OptionalInt text = body.text();
        json.writeName(text.isPresent() ? "text" : "base64");
        json.writeRawValue("\"");
        // What follows goes past the generator, which would want all of the body as one string.
        json.flush();
        if (text.isPresent()) {
            text(out, body, text.getAsInt());
        } else {
            base64(out, body);
        }
        json.writeRaw('"');
        json.writeEndObject();
    }

    private static void text(LineBuffer out, RecordedBody body, int length) {
        int left = length;
        for (ByteBuffer piece : body.pieces()) {
            int count = Math.min(left, piece.remaining());
            out.writeEscaped(piece.array(), piece.arrayOffset() + piece.position(), count);
            left -= count;
        }
    }

    private static void base64(LineBuffer out, RecordedBody body) throws IOException {
        try (OutputStream encoded = Base64.getEncoder().wrap(out)) {
            for (ByteBuffer piece : body.pieces()) {
                encoded.write(piece.array(), piece.arrayOffset() + piece.position(), piece.remaining());
            }
        }
    }
}
