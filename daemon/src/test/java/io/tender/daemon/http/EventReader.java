package io.tender.daemon.http;

import io.tender.mesos.Media;
import io.tender.mesos.RecordIoReading;
import io.tender.mesos.protobuf.MessageType;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** Reads a stream of events, on the thread of whoever asks for the next. */
public final class EventReader implements AutoCloseable {
    private static final int LARGEST = 16 << 20;

    private final HttpResponse<InputStream> response;
    private final Media media;
    private final MessageType type;
    private final RecordIoReading reading = new RecordIoReading(LARGEST);
    private final ArrayDeque<JsonNode> read = new ArrayDeque<>();

    EventReader(HttpResponse<InputStream> response, Media media, MessageType type) {
        this.response = response;
        this.media = media;
        this.type = type;
    }

    public int status() {
        return response.statusCode();
    }

    public Optional<String> header(String name) {
        return response.headers().firstValue(name);
    }

    /** The next event; empty at the end of the stream. */
    public Optional<JsonNode> next() {
        byte[] piece = new byte[8192];
        while (read.isEmpty()) {
            try {
                int length = response.body().read(piece);
                if (length < 0) {
                    return Optional.empty();
                }
                reading.feed(piece, 0, length, record -> read.add(media.read(type, record)));
            } catch (IOException broken) {
                return Optional.empty();
            }
        }
        return Optional.of(read.remove());
    }

    /** The next event of that type that is as wanted; those before it are passed over. */
    public JsonNode await(String wanted, Predicate<JsonNode> as) {
        List<String> others = new ArrayList<>();
        for (Optional<JsonNode> event = next(); event.isPresent(); event = next()) {
            if (event.get().path("type").stringValue("").equals(wanted) && as.test(event.get())) {
                return event.get();
            }
            others.add(event.get().toString());
        }
        throw new AssertionError("the stream ended without " + wanted + ", with " + others);
    }

    public JsonNode await(String wanted) {
        return await(wanted, event -> true);
    }

    /** Reads on to the end. */
    public List<JsonNode> rest() {
        List<JsonNode> events = new ArrayList<>();
        for (Optional<JsonNode> event = next(); event.isPresent(); event = next()) {
            events.add(event.get());
        }
        return events;
    }

    @Override
    public void close() {
        try {
            response.body().close();
        } catch (IOException broken) {
            throw new java.io.UncheckedIOException(broken);
        }
    }
}
