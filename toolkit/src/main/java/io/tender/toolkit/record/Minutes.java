package io.tender.toolkit.record;

import io.tender.extender.client.RecordedBody;
import io.tender.extender.client.RecordedExchange;
import io.tender.extender.client.RecordingLine;
import io.tender.extender.client.RecordingWriter;
import io.tender.extender.client.Secret;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Turns what was seen into lines of the recording. Unpacking and hiding are left to the thread that writes them. */
final class Minutes {
    private static final Set<String> RECORDED = Set.of("content-type", "traceparent", "idempotency-key");
    private static final Pattern SECRET = Pattern.compile("authorization|cookie|token|secret|password|key");
    private static final Pattern STATUS = Pattern.compile("[1-9][0-9]{2}");
    private static final int LONGEST_PATH = 2_000;

    private final RecordingWriter writer;
    private final Upstream upstream;
    private final String extender;
    private final InstantSource clock;
    private final int bodyBytes;

    /** @param extender what it is called in the recording */
    Minutes(RecordingWriter writer, Upstream upstream, String extender, InstantSource clock, int bodyBytes) {
        this.writer = writer;
        this.upstream = upstream;
        this.extender = extender;
        this.clock = clock;
        this.bodyBytes = bodyBytes;
    }

    void note(String text) {
        Instant now = clock.instant();
        writer.record(text.length(), () -> RecordingLine.note(now, text));
    }

    /** To be released when it returns: what was kept of their bodies is the writer's from then on. */
    void exchange(Message request, Optional<Message> answer, String outcome, long endNanos) {
        Duration latency = Duration.ofNanos(Math.max(0, endNanos - request.firstNanos()));
        Instant started = clock.instant().minusNanos(Math.max(0, System.nanoTime() - request.firstNanos()));
        Part sent = Part.of(request);
        Optional<Part> heard = answer.map(Part::of);
        long weight =
                sent.kept().memory() + heard.map(part -> part.kept().memory()).orElse(0L);
        Supplier<RecordingLine> line = () -> {
            // As it was asked, since it is to be asked again: it is the extender that may echo what was for it alone.
            RecordedBody asked = body(request, sent, List.of());
            List<Secret> secrets = secrets(request, asked);
            String path = path(request);
            return RecordingLine.of(new RecordedExchange(
                    started,
                    extender,
                    verb(path),
                    request.startLine()[0],
                    upstream.origin() + path,
                    headers(request),
                    asked,
                    answer.map(Minutes::statusOf).orElseGet(OptionalInt::empty),
                    answer.map(message -> body(message, heard.orElseThrow(), secrets)),
                    latency,
                    1,
                    outcome,
                    failure(outcome, answer)));
        };
        writer.record(weight, line, () -> {
            sent.kept().giveBack();
            heard.ifPresent(part -> part.kept().giveBack());
        });
    }

    /**
     * What there is of a body now: its message may go on while this is written down.
     *
     * @param length of what has come
     * @param whole whether all of it has come and was kept
     */
    private record Part(Kept kept, long length, boolean whole) {
        static Part of(Message message) {
            Kept kept = message.kept();
            return new Part(kept, message.length(), message.isComplete() && message.length() == kept.size());
        }
    }

    static int status(Message answer) throws NotHttp {
        int status = statusOr(answer, 0);
        if (status == 0 || !answer.startLine()[0].startsWith("HTTP/1.")) {
            throw new NotHttp("no status line");
        }
        return status;
    }

    static int statusOr(Message answer, int other) {
        String[] line = answer.startLine();
        return line.length > 1 && STATUS.matcher(line[1]).matches() ? Integer.parseInt(line[1]) : other;
    }

    private static OptionalInt statusOf(Message answer) {
        return OptionalInt.of(statusOr(answer, 0));
    }

    /** As the client would call it. */
    static String outcome(int status) {
        return status == 200 ? "ok" : status >= 300 && status < 400 ? "redirect" : "status";
    }

    private static String failure(String outcome, Optional<Message> answer) {
        return switch (outcome) {
            case "ok" -> "";
            case "reset" -> "the connection ended before an answer began";
            case "cut_short" -> "the connection ended within the answer";
            default ->
                "got status " + answer.map(message -> statusOr(message, 0)).orElse(0) + ", expected 200";
        };
    }

    private static SortedMap<String, String> headers(Message request) {
        SortedMap<String, String> headers = new TreeMap<>();
        for (Message.Header header : request.headers()) {
            if (RECORDED.contains(header.name())) {
                headers.putIfAbsent(header.name(), header.value());
            }
        }
        return headers;
    }

    /**
     * What may have been meant for the extender alone, and must not be found in what it echoes. What the question says too is
     * none: it may be part of a node's name, and the answer would be about another one.
     */
    private static List<Secret> secrets(Message request, RecordedBody asked) {
        List<String> headers = request.headers().stream()
                .filter(header -> SECRET.matcher(header.name()).find() && !RECORDED.contains(header.name()))
                .map(Message.Header::value)
                .toList();
        String target = request.startLine()[1];
        int question = target.indexOf('?');
        if (headers.isEmpty() && question < 0) {
            return List.of();
        }
        String said = new String(asked.bytes(), StandardCharsets.UTF_8);
        List<Secret> secrets = new ArrayList<>();
        for (String value : headers) {
            if (!said.contains(value)) {
                secrets.add(Secret.of(value));
            }
        }
        if (question >= 0) {
            for (String pair : target.substring(question + 1).split("&", -1)) {
                if (!said.contains(value(pair))) {
                    secrets.add(Secret.of(pair));
                }
            }
        }
        return secrets;
    }

    /** Of {@code name=value}. */
    private static String value(String pair) {
        String value = pair.substring(pair.indexOf('=') + 1);
        try {
            return URLDecoder.decode(value, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException odd) {
            return value;
        }
    }

    /** Without its query. */
    private static String path(Message request) {
        String target = request.startLine()[1];
        int scheme = target.indexOf("://");
        int slash = scheme < 0 ? 0 : target.indexOf('/', scheme + 3);
        String whole = slash < 0 ? "/" : target.substring(slash);
        int question = whole.indexOf('?');
        String shown = question < 0 ? whole : whole.substring(0, question) + "?…";
        return shown.length() <= LONGEST_PATH ? shown : shown.substring(0, LONGEST_PATH) + "…";
    }

    private static String verb(String path) {
        int question = path.indexOf('?');
        String plain = question < 0 ? path : path.substring(0, question);
        String last = plain.substring(plain.lastIndexOf('/') + 1);
        return last.isEmpty() ? "/" : last;
    }

    private RecordedBody body(Message message, Part part, List<Secret> secrets) {
        String coding = message.header("content-encoding").orElse("").strip();
        boolean plain = Unpacking.isPlain(coding);
        RecordedBody body = RecordedBody.of(part.kept().pieces(), toldLength(part), plain ? "" : coding);
        if (part.whole() && !plain) {
            body = Unpacking.of(body.bytes(), coding, bodyBytes)
                    .map(unpacked -> RecordedBody.of(unpacked, unpacked.length, ""))
                    .orElse(body);
        }
        return secrets.isEmpty() ? body : body.hiding(secrets, upstream.endpoint());
    }

    /** The length that is told: of a body that was still under way at least one byte is missing. */
    private static long toldLength(Part part) {
        return part.whole()
                ? part.length()
                : Math.max(part.length(), part.kept().size() + 1L);
    }
}
