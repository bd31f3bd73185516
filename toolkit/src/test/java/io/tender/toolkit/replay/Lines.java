package io.tender.toolkit.replay;

import io.tender.extender.client.RecordedBody;
import io.tender.extender.client.RecordedExchange;
import io.tender.extender.client.RecordingLine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/** Writes recordings as a recorder would. */
record Lines(Path file) {
    Lines asked(String path, String request, String answer) throws IOException {
        return asked(path, RecordedBody.of(bytes(request), bytes(request).length, ""), 200, answer);
    }

    Lines asked(String path, RecordedBody request, int status, String answer) throws IOException {
        return asked(
                path,
                request,
                OptionalInt.of(status),
                Optional.of(RecordedBody.of(bytes(answer), bytes(answer).length, "")),
                status == 200 ? "ok" : "status",
                "");
    }

    Lines unanswered(String path, String request, String outcome, String failure) throws IOException {
        RecordedBody whole = RecordedBody.of(bytes(request), bytes(request).length, "");
        return asked(path, whole, OptionalInt.empty(), Optional.empty(), outcome, failure);
    }

    private Lines asked(
            String path,
            RecordedBody request,
            OptionalInt status,
            Optional<RecordedBody> answer,
            String outcome,
            String failure)
            throws IOException {
        String verb = path.substring(path.lastIndexOf('/') + 1);
        return line(new String(
                RecordingLine.of(new RecordedExchange(
                                Instant.EPOCH,
                                "gpu",
                                verb.isEmpty() ? "/" : verb,
                                "POST",
                                "http://gpu:8080" + path,
                                new TreeMap<>(Map.of("content-type", "application/json")),
                                request,
                                status,
                                answer,
                                Duration.ofMillis(2),
                                1,
                                outcome,
                                failure))
                        .bytes(),
                StandardCharsets.UTF_8));
    }

    Lines line(String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        return this;
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
