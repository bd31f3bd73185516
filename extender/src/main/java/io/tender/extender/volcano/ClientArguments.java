package io.tender.extender.volcano;

import io.tender.extender.client.BreakerSettings;
import io.tender.extender.client.BulkheadSettings;
import io.tender.extender.client.Endpoint;
import io.tender.extender.client.ExtenderName;
import io.tender.extender.client.ExtenderSettings;
import io.tender.extender.client.HttpVersion;
import io.tender.extender.client.RecordingSettings;
import io.tender.extender.client.RetrySettings;
import io.tender.extender.client.Secret;
import io.tender.extender.client.SizeLimits;
import io.tender.extender.client.TlsSettings;
import io.tender.model.batch.GoDuration;
import io.tender.spi.batch.Arguments;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what the arguments of any extender say of its address and of the client that asks there. */
final class ClientArguments {
    static final Duration SHORTEST = Duration.ofMillis(1);
    static final Duration LONGEST = Duration.ofHours(1);
    /** A snapshot of a few thousand nodes with their tasks, in the words of the real program, has that size. */
    private static final long USUAL_REQUEST_BYTES = 128L << 20;

    private static final Pattern TRAILING_SLASHES = Pattern.compile("/+$");

    private static final Pattern PARTS =
            Pattern.compile(".*\\n {2}got: +([^\\n]*)\\n {2}expected: +([^\\n]*)\\n {2}to do: +([^\\n]*)");

    private final Arguments arguments;

    ClientArguments(Arguments arguments) {
        this.arguments = arguments;
    }

    Optional<Endpoint> prefix() {
        String text = arguments.text("extender.urlPrefix", "");
        if (text.isBlank()) {
            arguments.problem(
                    "extender.urlPrefix", "nothing", "the address of the extender, such as http://host:8080/path");
            return Optional.empty();
        }
        try {
            return Optional.of(
                    Endpoint.parse(TRAILING_SLASHES.matcher(text.strip()).replaceAll("")));
        } catch (IllegalArgumentException wrong) {
            problem("extender.urlPrefix", "an address that cannot be used", wrong);
            return Optional.empty();
        }
    }

    /** Empty if the address or something else is wrong. */
    Optional<ExtenderSettings> settings(String name, Optional<Endpoint> endpoint, Duration timeout, int usualRetries) {
        // Read in any case, so that no name counts as unknown and all mistakes are told at once.
        int retries = (int) number("extender.retries", usualRetries, 0, 100);
        BreakerSettings breaker = breaker();
        int inFlight = (int) number("extender.maxInFlight", BulkheadSettings.USUAL.inFlight(), 1, 10_000);
        int queued = (int) number("extender.maxQueued", BulkheadSettings.USUAL.queued(), 0, 100_000);
        SizeLimits limits = SizeLimits.USUAL
                .withAnswerBytes(number("extender.maxResponseBytes", SizeLimits.USUAL.answerBytes(), 1, 1 << 30))
                .withRequestBytes(number("extender.maxRequestBytes", USUAL_REQUEST_BYTES, 1, 1 << 30));
        Object http = arguments.structure("extender.http").orElse("1.1");
        if (!http.equals("1.1") && !http.equals("2")) {
            arguments.problem(
                    "extender.http",
                    http instanceof String ? "'" + http + "'" : http,
                    "\"1.1\" or \"2\", in quotes: they are no numbers");
        }
        TlsSettings tls = tls();
        Optional<Path> token = path("extender.tokenFile");
        Optional<Path> recording = path("extender.recordingFile");
        Map<String, Secret> headers = headers();
        if (endpoint.isEmpty()) {
            return Optional.empty();
        }
        // Pauses that let several repetitions fit into the timeout, however short it is.
        long pause = Math.clamp(timeout.toMillis() / 50, 1, 20);
        try {
            return Optional.of(new ExtenderSettings(
                    new ExtenderName(name),
                    endpoint.get(),
                    timeout,
                    new RetrySettings(retries, Duration.ofMillis(pause), Duration.ofMillis(500)),
                    breaker,
                    new BulkheadSettings(inFlight, queued),
                    limits,
                    Duration.ofSeconds(30),
                    http.equals("2") ? HttpVersion.HTTP_2 : HttpVersion.HTTP_1_1,
                    tls,
                    token,
                    headers,
                    recording.map(RecordingSettings::into)));
        } catch (IllegalArgumentException wrong) {
            problem("extender.urlPrefix", "settings that do not go together", wrong);
            return Optional.empty();
        }
    }

    private BreakerSettings breaker() {
        BreakerSettings usual = BreakerSettings.USUAL;
        boolean enabled = arguments.truth("extender.breaker", usual.enabled());
        int window = (int) number("extender.breaker.window", usual.window(), 1, 1_000);
        int fewest = (int) number("extender.breaker.minCalls", Math.min(usual.fewestCalls(), window), 1, window);
        int percent = (int) number("extender.breaker.failurePercent", usual.failurePercent(), 1, 100);
        Duration open = duration("extender.breaker.openTime", usual.firstOpen(), SHORTEST, LONGEST);
        Duration longest = usual.longestOpen().compareTo(open) < 0 ? open : usual.longestOpen();
        Duration most = duration("extender.breaker.maxOpenTime", longest, open, Duration.ofHours(24));
        return new BreakerSettings(enabled, window, fewest, percent, open, most, usual.probes());
    }

    private TlsSettings tls() {
        Optional<Path> authorities = path("extender.tls.ca");
        Optional<Path> certificate = path("extender.tls.certificate");
        Optional<Path> key = path("extender.tls.key");
        boolean checked = arguments.truth("extender.tls.checkHostName", true);
        if (certificate.isPresent() != key.isPresent()) {
            arguments.problem(
                    certificate.isPresent() ? "extender.tls.key" : "extender.tls.certificate",
                    "nothing",
                    "both extender.tls.certificate and extender.tls.key, or neither");
        }
        Optional<TlsSettings.Identity> identity = certificate.isPresent() && key.isPresent()
                ? Optional.of(new TlsSettings.Identity.Pem(certificate.get(), key.get()))
                : Optional.empty();
        TlsSettings tls = withTexts(new TlsSettings(authorities, identity, checked));
        String server = arguments.text("extender.tls.serverName", "");
        try {
            return server.isEmpty() ? tls : tls.forServer(server);
        } catch (IllegalArgumentException noName) {
            arguments.problem("extender.tls.serverName", "'" + server + "'", TlsSettings.SERVER_NAME);
            return tls;
        }
    }

    /** As kube-scheduler has them: PEM once more in Base64, going before files. */
    private TlsSettings withTexts(TlsSettings files) {
        Optional<String> authorities = data("extender.tls.caData");
        Optional<String> certificate = data("extender.tls.certificateData");
        Optional<String> key = data("extender.tls.keyData");
        if (certificate.isPresent() != key.isPresent()) {
            arguments.problem(
                    certificate.isPresent() ? "extender.tls.keyData" : "extender.tls.certificateData",
                    "nothing",
                    "both extender.tls.certificateData and extender.tls.keyData, or neither");
        }
        TlsSettings tls = authorities.isPresent() ? files.trustingText(authorities.get()) : files;
        return certificate.isPresent() && key.isPresent()
                ? tls.as(new TlsSettings.Identity.PemText(certificate.get(), Secret.of(key.get())))
                : tls;
    }

    private Optional<String> data(String name) {
        String text = arguments.text(name, "");
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new String(Base64.getMimeDecoder().decode(text), StandardCharsets.US_ASCII));
        } catch (IllegalArgumentException noBase64) {
            // It may be a key: it is not shown.
            arguments.problem(name, "a text that is no Base64", "PEM, encoded in Base64 once more");
            return Optional.empty();
        }
    }

    private Map<String, Secret> headers() {
        String prefix = "extender.headers.";
        Map<String, Secret> headers = new TreeMap<>();
        for (String name : arguments.namesUnder(prefix)) {
            Object value = arguments.structure(name).orElse("");
            if (value instanceof String text) {
                headers.put(name.substring(prefix.length()), Secret.of(text));
            } else {
                // The value may be a key that lost its quotes: it is not shown.
                arguments.problem(name, "a value that is no text", "a text in quotes");
            }
        }
        return headers;
    }

    private Optional<Path> path(String name) {
        String text = arguments.text(name, "");
        return text.isEmpty() ? Optional.empty() : Optional.of(Path.of(text));
    }

    Duration duration(String name, Duration usual, Duration least, Duration most) {
        Object written = arguments.structure(name).orElse("");
        if (written.equals("")) {
            return usual;
        }
        // A number has no unit, so it is none, whatever was meant.
        Optional<Duration> value = (written instanceof String text
                        ? GoDuration.parse(text)
                        : Optional.<Duration>empty())
                .filter(given -> given.compareTo(least) >= 0 && given.compareTo(most) <= 0);
        if (value.isEmpty()) {
            arguments.problem(
                    name,
                    written instanceof String text ? "'" + text + "'" : written,
                    GoDuration.EXPECTED + ", from " + least.toMillis() + "ms to " + most.toHours()
                            + "h: nothing waits without a deadline");
        }
        return value.orElse(usual);
    }

    long number(String name, long usual, long least, long most) {
        Optional<Object> given = arguments.structure(name);
        if (given.isEmpty()) {
            return usual;
        }
        if ((given.get() instanceof Integer || given.get() instanceof Long)
                && ((Number) given.get()).longValue() >= least
                && ((Number) given.get()).longValue() <= most) {
            return ((Number) given.get()).longValue();
        }
        arguments.problem(
                name,
                given.get() instanceof String text ? "the text '" + text + "'" : given.get(),
                "a whole number from " + least + " to " + most);
        return usual;
    }

    /** Somebody else's message may have these lines of its own; else all of it is what was expected. */
    void problem(String name, String got, IllegalArgumentException wrong) {
        String message = String.valueOf(wrong.getMessage());
        Matcher parts = PARTS.matcher(message);
        if (parts.matches()) {
            arguments.problem(name, parts.group(1), parts.group(2) + ": " + parts.group(3));
        } else {
            arguments.problem(name, got, message.replaceAll("\\s*\\n\\s*", " "));
        }
    }
}
