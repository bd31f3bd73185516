package io.tender.extender.offers;

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
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/** How the client of an offer set is set up, whatever the service: settings that have the same names behind a prefix. */
public record ClientFlags(
        HttpVersion httpVersion,
        BreakerSettings breaker,
        SizeLimits limits,
        TlsSettings tls,
        Optional<Path> tokenFile,
        Optional<Path> headersFile,
        Optional<Path> recordingFile) {

    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration HOUR = Duration.ofHours(1);
    /** Longer than the usual pause between two attempts of a scheduler that has something to place. */
    private static final Duration IDLE = Duration.ofSeconds(30);

    public static ClientFlags read(SettingsReader in, String prefix) {
        HttpVersion http = in.read(prefix + "http_version", HttpVersion.HTTP_1_1, "1.1 or 2", text -> switch (text) {
            case "1.1" -> Optional.of(HttpVersion.HTTP_1_1);
            case "2" -> Optional.of(HttpVersion.HTTP_2);
            default -> Optional.empty();
        });
        SizeLimits limits = SizeLimits.USUAL
                .withRequestBytes(in.number(prefix + "max_request_bytes", SizeLimits.USUAL.requestBytes(), 1, 1 << 30))
                .withAnswerBytes(in.number(prefix + "max_answer_bytes", SizeLimits.USUAL.answerBytes(), 1, 1 << 30));
        return new ClientFlags(
                http,
                breaker(in, prefix),
                limits,
                tls(in, prefix),
                in.text(prefix + "token_file").map(Path::of),
                in.text(prefix + "headers_file").map(Path::of),
                in.text(prefix + "recording_file").map(Path::of));
    }

    private static BreakerSettings breaker(SettingsReader in, String prefix) {
        BreakerSettings usual = BreakerSettings.USUAL;
        boolean enabled = in.truth(prefix + "breaker_enabled", usual.enabled());
        int window = in.count(prefix + "breaker_window", usual.window(), 1, 1_000);
        int fewest = in.count(prefix + "breaker_min_calls", Math.min(usual.fewestCalls(), window), 1, window);
        int percent = in.count(prefix + "breaker_failure_percent", usual.failurePercent(), 1, 100);
        Duration open = in.duration(prefix + "breaker_open_time", usual.firstOpen(), SHORTEST, HOUR);
        Duration longest = usual.longestOpen().compareTo(open) < 0 ? open : usual.longestOpen();
        Duration most = in.duration(prefix + "breaker_max_open_time", longest, open, Duration.ofHours(24));
        return new BreakerSettings(enabled, window, fewest, percent, open, most, usual.probes());
    }

    private static TlsSettings tls(SettingsReader in, String prefix) {
        String certificateName = prefix + "client_certificate_file";
        String keyName = prefix + "client_key_file";
        Optional<Path> certificate = in.text(certificateName).map(Path::of);
        Optional<Path> key = in.text(keyName).map(Path::of);
        if (certificate.isPresent() != key.isPresent()) {
            in.problem(certificate.isPresent() ? keyName : certificateName, "nothing", "both files or neither");
        }
        Optional<TlsSettings.Identity> identity = certificate.isPresent() && key.isPresent()
                ? Optional.of(new TlsSettings.Identity.Pem(certificate.get(), key.get()))
                : Optional.empty();
        TlsSettings tls = withTexts(
                in,
                prefix,
                new TlsSettings(
                        in.text(prefix + "ca_file").map(Path::of),
                        identity,
                        in.truth(prefix + "check_host_name", true)));
        return in.read(prefix + "server_name", tls, TlsSettings.SERVER_NAME, name -> {
            try {
                return Optional.of(tls.forServer(name));
            } catch (IllegalArgumentException noName) {
                return Optional.empty();
            }
        });
    }

    /** As kube-scheduler has them: PEM once more in Base64, going before files. */
    private static TlsSettings withTexts(SettingsReader in, String prefix, TlsSettings files) {
        Optional<String> authorities = data(in, prefix + "ca_data");
        Optional<String> certificate = data(in, prefix + "client_certificate_data");
        Optional<String> key = data(in, prefix + "client_key_data");
        if (certificate.isPresent() != key.isPresent()) {
            in.problem(
                    prefix + (certificate.isPresent() ? "client_key_data" : "client_certificate_data"),
                    "nothing",
                    "both texts or neither");
        }
        TlsSettings tls = authorities.map(files::trustingText).orElse(files);
        return certificate.isPresent() && key.isPresent()
                ? tls.as(new TlsSettings.Identity.PemText(certificate.get(), Secret.of(key.get())))
                : tls;
    }

    private static Optional<String> data(SettingsReader in, String name) {
        Optional<String> text = in.text(name).filter(given -> !given.isEmpty());
        try {
            return text.map(given -> new String(Base64.getMimeDecoder().decode(given), StandardCharsets.US_ASCII));
        } catch (IllegalArgumentException noBase64) {
            // It may be a key: it is not shown.
            in.problem(name, "a text that is no Base64", "PEM, encoded in Base64 once more");
            return Optional.empty();
        }
    }

    /** Notes it if there are settings for TLS and none is spoken. */
    public void checkScheme(SettingsReader in, String name, Endpoint endpoint) {
        if (!endpoint.tls() && !tls.equals(TlsSettings.USUAL)) {
            in.problem(name, endpoint.toString(), "an https address, since there are settings for TLS");
        }
    }

    /**
     * The same as the client understands it.
     *
     * @throws IllegalArgumentException when the headers of the file cannot be used
     */
    public ExtenderSettings client(String name, Endpoint endpoint, Duration timeout, int retries) {
        // Pauses that let several repetitions fit into the timeout, however short it is.
        long pause = Math.clamp(timeout.toMillis() / 50, 1, 20);
        return new ExtenderSettings(
                new ExtenderName(name),
                endpoint,
                timeout,
                new RetrySettings(retries, Duration.ofMillis(pause), Duration.ofMillis(500)),
                breaker,
                BulkheadSettings.USUAL,
                limits,
                IDLE,
                httpVersion,
                tls,
                tokenFile,
                headersFile.map(HeadersFile::read).orElse(Map.of()),
                recordingFile.map(RecordingSettings::into));
    }
}
