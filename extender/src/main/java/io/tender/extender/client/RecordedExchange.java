package io.tender.extender.client;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One exchange as a recording has it, see docs/recording.md. Whoever recorded it may have seen anything, so all names are
 * text here.
 *
 * @param time when it began
 * @param url without its query
 * @param headers of the request, those that may be recorded; names in lower case
 * @param status of the last answer, if there was one
 * @param answer if there was one
 * @param outcome {@code ok} or a failure's label
 * @param failure the failure's message; empty when all went well
 */
public record RecordedExchange(
        Instant time,
        String extender,
        String verb,
        String method,
        String url,
        SortedMap<String, String> headers,
        RecordedBody request,
        OptionalInt status,
        Optional<RecordedBody> answer,
        Duration latency,
        int attempts,
        String outcome,
        String failure) {
    public RecordedExchange {
        headers = new TreeMap<>(headers);
    }
}
