package io.tender.extender.client;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * All there is to set about one extender, checked when it is made.
 *
 * @param deadline over a whole call: waiting for its turn, connecting, sending, waiting, reading, repeating
 * @param idle how long an unused connection is kept
 * @param tokenFile holds a bearer token; read again when it changes
 * @param headers sent with every request; their values count as secret
 */
public record ExtenderSettings(
        ExtenderName name,
        Endpoint endpoint,
        Duration deadline,
        RetrySettings retries,
        BreakerSettings breaker,
        BulkheadSettings bulkhead,
        SizeLimits limits,
        Duration idle,
        HttpVersion httpVersion,
        TlsSettings tls,
        Optional<Path> tokenFile,
        Map<String, Secret> headers,
        Optional<RecordingSettings> recording) {

    private static final Pattern HEADER_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}");
    private static final Pattern HEADER_VALUE = Pattern.compile("[\\x20-\\x7e]{0,8000}");

    /** What the client sets itself, or what would change how the message is framed. */
    static final Set<String> OWN_HEADERS = Set.of(
            "accept-encoding",
            "connection",
            "content-encoding",
            "content-length",
            "content-type",
            "expect",
            "host",
            "idempotency-key",
            "te",
            "traceparent",
            "trailer",
            "transfer-encoding",
            "upgrade");

    public ExtenderSettings {
        headers = Map.copyOf(headers);
        SettingsProblems problems = new SettingsProblems("The settings of extender '" + name + "'")
                .within("deadline", deadline, Duration.ofMillis(1), Duration.ofHours(1))
                .within("idle", idle, Duration.ofMillis(1), Duration.ofHours(1))
                .require(
                        endpoint.tls() || tls.equals(TlsSettings.USUAL),
                        "tls",
                        "TLS settings for " + endpoint,
                        "an https endpoint, or no TLS settings");
        new TreeMap<>(headers).forEach((header, value) -> check(header, value, problems));
        problems.require(
                tokenFile.isEmpty() || headers.keySet().stream().noneMatch(h -> h.equalsIgnoreCase("Authorization")),
                "headers",
                "an Authorization header beside a token file",
                "one of the two");
        problems.throwIfAny();
    }

    private static void check(String header, Secret value, SettingsProblems problems) {
        String shown = Printable.of(header, 80);
        problems.require(
                HEADER_NAME.matcher(header).matches(), "headers", "the name '" + shown + "'", "the name of a header");
        problems.require(
                !OWN_HEADERS.contains(header.toLowerCase(Locale.ROOT)),
                "headers",
                "'" + shown + "'",
                "none of those that the client sets itself");
        problems.require(
                HEADER_VALUE.matcher(value.reveal()).matches(),
                "headers",
                "a value of '" + shown + "' that cannot be sent",
                "at most 8000 printable ASCII characters");
    }

    /** The same, and nothing is recorded. */
    public ExtenderSettings withoutRecording() {
        return new ExtenderSettings(
                name,
                endpoint,
                deadline,
                retries,
                breaker,
                bulkhead,
                limits,
                idle,
                httpVersion,
                tls,
                tokenFile,
                headers,
                Optional.empty());
    }

    public static Builder of(String name, String endpoint) {
        return new Builder(new ExtenderName(name), Endpoint.parse(endpoint));
    }

    /** Settings while they are being chosen; all that is not chosen has its documented default. */
    public static final class Builder {
        private final ExtenderName name;
        private final Endpoint endpoint;
        private Duration deadline = Duration.ofSeconds(1);
        private RetrySettings retries = RetrySettings.USUAL;
        private BreakerSettings breaker = BreakerSettings.USUAL;
        private BulkheadSettings bulkhead = BulkheadSettings.USUAL;
        private SizeLimits limits = SizeLimits.USUAL;
        private Duration idle = Duration.ofSeconds(30);
        private HttpVersion httpVersion = HttpVersion.HTTP_1_1;
        private TlsSettings tls = TlsSettings.USUAL;
        private Optional<Path> tokenFile = Optional.empty();
        private final Map<String, Secret> headers = new LinkedHashMap<>();
        private Optional<RecordingSettings> recording = Optional.empty();

        private Builder(ExtenderName name, Endpoint endpoint) {
            this.name = name;
            this.endpoint = endpoint;
        }

        public Builder deadline(Duration value) {
            deadline = value;
            return this;
        }

        public Builder retries(RetrySettings value) {
            retries = value;
            return this;
        }

        public Builder breaker(BreakerSettings value) {
            breaker = value;
            return this;
        }

        public Builder bulkhead(BulkheadSettings value) {
            bulkhead = value;
            return this;
        }

        public Builder limits(SizeLimits value) {
            limits = value;
            return this;
        }

        public Builder idle(Duration value) {
            idle = value;
            return this;
        }

        public Builder httpVersion(HttpVersion value) {
            httpVersion = value;
            return this;
        }

        public Builder tls(TlsSettings value) {
            tls = value;
            return this;
        }

        public Builder tokenFile(Path value) {
            tokenFile = Optional.of(value);
            return this;
        }

        public Builder header(String header, Secret value) {
            headers.put(header, value);
            return this;
        }

        public Builder recording(RecordingSettings value) {
            recording = Optional.of(value);
            return this;
        }

        /** @throws IllegalArgumentException that lists everything that is wrong */
        public ExtenderSettings build() {
            return new ExtenderSettings(
                    name,
                    endpoint,
                    deadline,
                    retries,
                    breaker,
                    bulkhead,
                    limits,
                    idle,
                    httpVersion,
                    tls,
                    tokenFile,
                    headers,
                    recording);
        }
    }
}
