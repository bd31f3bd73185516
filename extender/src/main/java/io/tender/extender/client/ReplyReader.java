package io.tender.extender.client;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamConstraintsException;

/** Reads an answer as far as it deserves: status, headers, and the body through caps, checks and the dialect's reader. */
final class ReplyReader {
    static final int ERROR_BODY = 1024;
    private static final int LONGEST_LOCATION = 300;
    private static final int DRAINED_AT_ONCE = 8192;
    /** How much is read of a body nobody wants any more, to keep its connection. */
    private static final int MOST_DRAINED = 64 << 10;

    private static final byte[] NO_ROOM = {};

    private static final Pattern CHARSET =
            Pattern.compile("charset\\s*=\\s*\"?([^\\s\";,]+)", Pattern.CASE_INSENSITIVE);
    private static final Pattern QUOTING = Pattern.compile("['\"(]");
    private static final Set<String> UTF_8 = Set.of("utf-8", "utf8", "us-ascii");

    private final JsonParsers parsers;
    private final long cap;
    /** Room of the last answer, since fresh memory costs more than what is done with it; for one call at a time. */
    private final AtomicReference<byte[]> spare = new AtomicReference<>(NO_ROOM);

    ReplyReader(SizeLimits limits) {
        this.parsers = new JsonParsers(limits);
        this.cap = limits.answerBytes();
    }

    /** What was read. */
    record Read<T>(T value, long bytes) {}

    /** @param received told how many bytes of the body came, however it ends */
    <T> Read<T> read(
            Reply reply,
            Call<T> call,
            Flight flight,
            FailureFinder failures,
            Optional<Capture> capture,
            LongConsumer received)
            throws CallFailed {
        Progress progress = new Progress(reply.announced());
        try {
            if (reply.status() != 200) {
                throw new CallFailed(refusal(reply, flight, failures, capture, progress));
            }
            T value = answer(reply, call, flight, failures, capture, progress);
            if (flight.isOver()) {
                throw new CallFailed(failures.late());
            }
            return new Read<>(value, progress.bytes());
        } catch (IOException broken) {
            throw new CallFailed(failures.of(broken, progress.bytes(), progress.announced));
        } finally {
            received.accept(progress.bytes());
            reply.abandon();
        }
    }

    /** How far reading came, for messages about what went wrong. */
    private static final class Progress {
        private final OptionalLong announced;
        private Optional<CappedStream> body = Optional.empty();

        Progress(OptionalLong announced) {
            this.announced = announced;
        }

        long bytes() {
            return body.map(CappedStream::count).orElse(0L);
        }
    }

    private <T> T answer(
            Reply reply,
            Call<T> call,
            Flight flight,
            FailureFinder failures,
            Optional<Capture> capture,
            Progress progress)
            throws IOException, CallFailed {
        if (reply.announced().orElse(0) > cap) {
            throw new TooMuch("a body of " + reply.announced().getAsLong() + " bytes");
        }
        checkCharset(reply, failures);
        CappedStream wire = new CappedStream(reply.body(), cap, "on the wire", flight);
        progress.body = Optional.of(wire);
        boolean zipped = isZipped(reply, failures);
        try (InputStream plain = zipped ? unzipped(wire) : wire) {
            CappedStream body = zipped ? new CappedStream(plain, cap, "after decompression", flight) : wire;
            progress.body = Optional.of(body);
            InputStream heard = capture.isPresent() ? capture.get().listening(body) : body;
            T value = call.reader().wantsBody()
                    ? read(heard, call, failures, reply.announced())
                    : drained(heard, call.reader().read(parsers.parser(InputStream.nullInputStream(), Set.of())));
            if (drain(heard, call.tolerances().contains(JsonTolerance.TRAILING_CONTENT) ? MOST_DRAINED : 1)
                    && drain(wire, MOST_DRAINED)) {
                reply.finished();
            }
            return value;
        }
    }

    private static void checkCharset(Reply reply, FailureFinder failures) throws CallFailed {
        Matcher charset = CHARSET.matcher(reply.header("Content-Type"));
        if (charset.find() && !UTF_8.contains(charset.group(1).toLowerCase(Locale.ROOT))) {
            throw new CallFailed(failures.malformed(
                    OptionalLong.empty(), "a body in charset '" + charset.group(1) + "' instead of UTF-8"));
        }
    }

    private static boolean isZipped(Reply reply, FailureFinder failures) throws CallFailed {
        String coding = reply.headers("Content-Encoding").strip().toLowerCase(Locale.ROOT);
        return switch (coding) {
            case "", "identity" -> false;
            case "gzip", "x-gzip" -> true;
            default ->
                throw new CallFailed(failures.malformed(
                        OptionalLong.empty(), "a body with Content-Encoding '" + coding + "' instead of gzip"));
        };
    }

    private static InputStream unzipped(InputStream wire) throws IOException {
        try {
            return new Gunzip(wire);
        } catch (EOFException empty) {
            throw new ZipException("the body ends within the header");
        }
    }

    private <T> T read(InputStream in, Call<T> call, FailureFinder failures, OptionalLong announced)
            throws IOException, CallFailed {
        int most = call.reader().glanceBytes();
        if (most == 0) {
            return parsed(in, call, failures);
        }
        Beginning beginning = beginning(in, announced, most);
        Optional<T> value =
                beginning.isAll() ? call.reader().glance(beginning.bytes(), beginning.length()) : Optional.empty();
        T read = value.isPresent() ? value.get() : parsed(beginning.followedBy(in), call, failures);
        spare.set(beginning.bytes());
        return read;
    }

    private Beginning beginning(InputStream in, OptionalLong announced, int most) throws IOException {
        try {
            return Beginning.of(in, announced, most, spare.getAndSet(NO_ROOM));
        } catch (EOFException end) {
            throw gzipEnd(end);
        }
    }

    private <T> T parsed(InputStream in, Call<T> call, FailureFinder failures) throws IOException, CallFailed {
        JsonParser json = parsers.parser(new Utf8Stream(in), call.tolerances());
        try {
            T value = call.reader().read(json);
            // A reader may stop when it knows enough; the rest must still be JSON.
            while (!json.streamReadContext().inRoot()) {
                json.nextToken();
            }
            if (!call.tolerances().contains(JsonTolerance.TRAILING_CONTENT) && json.nextToken() != null) {
                throw new CallFailed(failures.malformed(position(json), "something more behind the answer"));
            }
            return value;
        } catch (JacksonIOException wrapped) {
            throw gzipEnd(Objects.requireNonNull(wrapped.getCause()));
        } catch (JacksonException notJson) {
            throw new CallFailed(failures.malformed(position(notJson, json), "no JSON: " + reason(notJson)));
        } catch (ErrorAnswer told) {
            throw new CallFailed(failures.errorAnswer(String.valueOf(told.getMessage())));
        } catch (MalformedAnswer wrong) {
            throw new CallFailed(failures.malformed(position(json), String.valueOf(wrong.getMessage())));
        } catch (IllegalArgumentException | ArithmeticException rejected) {
            throw new CallFailed(
                    failures.malformed(position(json), "a value that cannot be: " + rejected.getMessage()));
        } finally {
            release(json);
        }
    }

    /** What the parser says, without what it quotes: that may be the beginning of a secret, which is not found then. */
    private static String reason(JacksonException notJson) {
        String said = String.valueOf(notJson.getOriginalMessage());
        if (notJson instanceof StreamConstraintsException || said.startsWith("Unexpected character ('")) {
            return said;
        }
        Matcher quoting = QUOTING.matcher(said);
        return quoting.find() ? said.substring(0, quoting.start()).strip() : said;
    }

    /** Gives the parser's buffers back; its source stays open. */
    private static void release(JsonParser json) {
        json.close();
    }

    /** The unpacking stream reports a body that is cut off as an end of file. */
    private static IOException gzipEnd(IOException cause) {
        return cause instanceof EOFException ? new ZipException("the body ends too early") : cause;
    }

    private static OptionalLong position(JacksonException thrown, JsonParser json) {
        return thrown.getLocation() == null || thrown.getLocation().getByteOffset() < 0
                ? position(json)
                : OptionalLong.of(thrown.getLocation().getByteOffset());
    }

    private static OptionalLong position(JsonParser json) {
        long offset = json.currentLocation().getByteOffset();
        return offset < 0 ? OptionalLong.empty() : OptionalLong.of(offset);
    }

    private static <T> T drained(InputStream in, T value) throws IOException {
        byte[] buffer = new byte[DRAINED_AT_ONCE];
        try {
            int count = in.read(buffer);
            while (count >= 0) {
                // The caps and the deadline end this.
                count = in.read(buffer);
            }
        } catch (EOFException end) {
            throw gzipEnd(end);
        }
        return value;
    }

    /** Reads on to the end, if that is near; false when it is not. */
    private static boolean drain(InputStream in, int most) throws IOException {
        // Nearly always the end is reached already, which one byte shows as well as many.
        int first = in.read();
        if (first < 0 || most == 1) {
            return first < 0;
        }
        byte[] buffer = new byte[DRAINED_AT_ONCE];
        int total = 1;
        int count = in.read(buffer);
        while (count >= 0 && total < most) {
            total += count;
            count = in.read(buffer);
        }
        return count < 0;
    }

    private static ExtenderFailure refusal(
            Reply reply, Flight flight, FailureFinder failures, Optional<Capture> capture, Progress progress) {
        int status = reply.status();
        if (status >= 300 && status < 400 && status != 304) {
            return new ExtenderFailure.Redirected(
                    failures.target(),
                    status,
                    failures.shown(withoutQuery(reply.header("Location")), LONGEST_LOCATION));
        }
        return new ExtenderFailure.Status(
                failures.target(),
                status,
                failures.shown(beginning(reply, flight, failures, capture, progress), ERROR_BODY));
    }

    private static String withoutQuery(String location) {
        int question = location.indexOf('?');
        return question < 0 ? location : location.substring(0, question) + "?…";
    }

    /**
     * What there is of an error's body; that it cannot be read is no worse than the error. A little more is read than is
     * shown, so that no secret is cut in two.
     */
    private static String beginning(
            Reply reply, Flight flight, FailureFinder failures, Optional<Capture> capture, Progress progress) {
        capture.ifPresent(heard -> heard.limit(ERROR_BODY));
        int most = ERROR_BODY + failures.secrets().longest();
        ByteArrayOutputStream start = new ByteArrayOutputStream();
        try {
            CappedStream wire = new CappedStream(reply.body(), MOST_DRAINED + most, "of an error", flight);
            progress.body = Optional.of(wire);
            boolean zipped =
                    reply.headers("Content-Encoding").toLowerCase(Locale.ROOT).contains("gzip");
            try (InputStream plain = zipped ? new Gunzip(wire) : wire) {
                InputStream in = capture.isPresent() ? capture.get().listening(plain) : plain;
                byte[] buffer = new byte[ERROR_BODY];
                int count = in.read(buffer);
                while (count >= 0 && start.size() < most) {
                    start.write(buffer, 0, Math.min(count, most - start.size()));
                    count = in.read(buffer);
                }
                if (count < 0 && (!zipped || wire.read() < 0)) {
                    reply.finished();
                }
            }
        } catch (IOException incomplete) {
            // What is there is told all the same.
            return start.toString(StandardCharsets.UTF_8);
        }
        return start.toString(StandardCharsets.UTF_8);
    }
}
