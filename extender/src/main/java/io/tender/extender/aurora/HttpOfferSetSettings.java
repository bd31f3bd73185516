package io.tender.extender.aurora;

import io.tender.extender.client.BreakerSettings;
import io.tender.extender.client.BulkheadSettings;
import io.tender.extender.client.Endpoint;
import io.tender.extender.client.ExtenderName;
import io.tender.extender.client.ExtenderSettings;
import io.tender.extender.client.HttpVersion;
import io.tender.extender.client.RecordingSettings;
import io.tender.extender.client.RetrySettings;
import io.tender.extender.client.SizeLimits;
import io.tender.extender.client.TlsSettings;
import io.tender.model.FlagDuration;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;

/**
 * How an offer set asks its service, under the names of Aurora's flags where Aurora has the same; docs/offersets.md
 * describes them all.
 *
 * @param timeout over a whole call: connecting, sending, waiting, reading, repeating
 * @param maxRetries repetitions within the timeout when the connection fails
 * @param maxStartingTasks a machine on which so many tasks are starting is not offered to the service; 0 for any number
 * @param filterStarting whether such machines are left out rather than tried last
 * @param statInterval how long the metrics of an interval are collected
 */
public record HttpOfferSetSettings(
        Endpoint endpoint,
        Duration timeout,
        int maxRetries,
        int maxStartingTasks,
        boolean filterStarting,
        Duration statInterval,
        Compat compat,
        EmptyAnswer emptyAnswer,
        HttpVersion httpVersion,
        BreakerSettings breaker,
        SizeLimits limits,
        TlsSettings tls,
        Optional<Path> tokenFile,
        Optional<Path> recordingFile) {

    /** What the extender is called in metrics, recordings and errors. */
    static final String EXTENDER = "http-offer-set";

    private static final String PREFIX = "http_offer_set_";
    private static final String TIMEOUT = PREFIX + "timeout";
    private static final String TIMEOUT_MS = PREFIX + "timeout_ms";
    private static final String ENDPOINT = PREFIX + "endpoint";
    private static final String DEFAULT_ENDPOINT = "http://localhost:9090/v1/offerset";
    private static final Duration DEFAULT_TIMEOUT = Duration.ofMillis(100);
    private static final Duration SHORTEST = Duration.ofMillis(1);
    /** Longer than the usual pause between two attempts of a scheduler that has something to place. */
    private static final Duration IDLE = Duration.ofSeconds(30);

    private static final Duration HOUR = Duration.ofHours(1);

    /**
     * Reads settings by name.
     *
     * @throws IllegalArgumentException that lists everything that is wrong
     */
    public static HttpOfferSetSettings parse(Map<String, String> given) {
        SettingsReader in = new SettingsReader(given);
        HttpOfferSetSettings settings = read(in);
        in.refuseUnknown();
        in.throwProblems();
        return settings;
    }

    /** The names of all settings. */
    public static SortedSet<String> names() {
        SettingsReader all = new SettingsReader(Map.of());
        read(all);
        return all.known();
    }

    private static HttpOfferSetSettings read(SettingsReader in) {
        Endpoint endpoint = endpoint(in);
        Duration timeout = timeout(in);
        int retries = in.count(PREFIX + "max_retries", 10, 0, 100);
        int starting = in.count(PREFIX + "max_starting_tasks_per_slave", 0, Integer.MIN_VALUE, Integer.MAX_VALUE);
        boolean filter = in.truth(PREFIX + "filter_enabled", false);
        // Counts of starting tasks are current whenever they are asked for, so there is nothing to fetch: checked only.
        in.duration(PREFIX + "task_fetch_interval", Duration.ofSeconds(1), SHORTEST, Duration.ofDays(1));
        Duration stats = in.duration("sla_stat_refresh_interval", Duration.ofMinutes(1), SHORTEST, Duration.ofDays(1));
        Compat compat = in.choice(PREFIX + "compat", Compat.NONE, Compat.values());
        EmptyAnswer usual = compat.isAurora() ? EmptyAnswer.FILTER : EmptyAnswer.FALL_BACK;
        EmptyAnswer empty = in.choice(PREFIX + "empty_answer", usual, EmptyAnswer.values());
        HttpVersion http = in.read(PREFIX + "http_version", HttpVersion.HTTP_1_1, "1.1 or 2", text -> switch (text) {
            case "1.1" -> Optional.of(HttpVersion.HTTP_1_1);
            case "2" -> Optional.of(HttpVersion.HTTP_2);
            default -> Optional.empty();
        });
        BreakerSettings breaker = breaker(in);
        SizeLimits limits = SizeLimits.USUAL
                .withRequestBytes(in.number(PREFIX + "max_request_bytes", SizeLimits.USUAL.requestBytes(), 1, 1 << 30))
                .withAnswerBytes(in.number(PREFIX + "max_answer_bytes", SizeLimits.USUAL.answerBytes(), 1, 1 << 30));
        TlsSettings tls = tls(in);
        if (!endpoint.tls() && !tls.equals(TlsSettings.USUAL)) {
            in.problem(ENDPOINT, endpoint.toString(), "an https address, since there are settings for TLS");
        }
        Optional<Path> token = in.text(PREFIX + "token_file").map(Path::of);
        Optional<Path> recording = in.text(PREFIX + "recording_file").map(Path::of);
        return new HttpOfferSetSettings(
                endpoint,
                timeout,
                retries,
                Math.max(0, starting),
                filter,
                stats,
                compat,
                empty,
                http,
                breaker,
                limits,
                tls,
                token,
                recording);
    }

    private static Endpoint endpoint(SettingsReader in) {
        String text = in.text(ENDPOINT).orElse(DEFAULT_ENDPOINT);
        try {
            return Endpoint.parse(text);
        } catch (IllegalArgumentException wrong) {
            in.problem(ENDPOINT, wrong);
            return Endpoint.parse(DEFAULT_ENDPOINT);
        }
    }

    /** Two names for one thing: the older has no unit. */
    private static Duration timeout(SettingsReader in) {
        Optional<Duration> older = in.read(
                TIMEOUT_MS,
                Optional.empty(),
                "a whole number of milliseconds, without a unit",
                text -> FlagDuration.parse(text + "ms").map(Optional::of));
        Optional<Duration> newer = in.read(
                TIMEOUT,
                Optional.empty(),
                FlagDuration.EXPECTED,
                text -> FlagDuration.parse(text).map(Optional::of));
        older.ifPresent(value -> checkTimeout(in, TIMEOUT_MS, value));
        newer.ifPresent(value -> checkTimeout(in, TIMEOUT, value));
        if (older.isPresent() && newer.isPresent() && !older.equals(newer)) {
            in.problem(
                    TIMEOUT,
                    FlagDuration.print(newer.get()) + " beside " + TIMEOUT_MS + " of "
                            + FlagDuration.print(older.get()),
                    "one of the two, or twice the same");
        }
        return newer.or(() -> older).orElse(DEFAULT_TIMEOUT);
    }

    private static void checkTimeout(SettingsReader in, String name, Duration value) {
        if (value.isZero()) {
            in.problem(
                    name,
                    "0, which means no limit in Aurora",
                    "1ms to 1hrs: no decision waits without a deadline here");
        } else if (value.compareTo(SHORTEST) < 0 || value.compareTo(HOUR) > 0) {
            in.problem(name, FlagDuration.print(value), "1ms to 1hrs");
        }
    }

    private static BreakerSettings breaker(SettingsReader in) {
        BreakerSettings usual = BreakerSettings.USUAL;
        boolean enabled = in.truth(PREFIX + "breaker_enabled", usual.enabled());
        int window = in.count(PREFIX + "breaker_window", usual.window(), 1, 1_000);
        int fewest = in.count(PREFIX + "breaker_min_calls", Math.min(usual.fewestCalls(), window), 1, window);
        int percent = in.count(PREFIX + "breaker_failure_percent", usual.failurePercent(), 1, 100);
        Duration open = in.duration(PREFIX + "breaker_open_time", usual.firstOpen(), SHORTEST, HOUR);
        Duration longest = usual.longestOpen().compareTo(open) < 0 ? open : usual.longestOpen();
        Duration most = in.duration(PREFIX + "breaker_max_open_time", longest, open, Duration.ofHours(24));
        return new BreakerSettings(enabled, window, fewest, percent, open, most, usual.probes());
    }

    private static TlsSettings tls(SettingsReader in) {
        String certificateName = PREFIX + "client_certificate_file";
        String keyName = PREFIX + "client_key_file";
        Optional<Path> certificate = in.text(certificateName).map(Path::of);
        Optional<Path> key = in.text(keyName).map(Path::of);
        if (certificate.isPresent() != key.isPresent()) {
            in.problem(certificate.isPresent() ? keyName : certificateName, "nothing", "both files or neither");
        }
        Optional<TlsSettings.Identity> identity = certificate.isPresent() && key.isPresent()
                ? Optional.of(new TlsSettings.Identity.Pem(certificate.get(), key.get()))
                : Optional.empty();
        return new TlsSettings(
                in.text(PREFIX + "ca_file").map(Path::of), identity, in.truth(PREFIX + "check_host_name", true));
    }

    /** The same as the client understands it. */
    public ExtenderSettings client() {
        // Pauses that let several repetitions fit into the timeout, however short it is.
        long pause = Math.clamp(timeout.toMillis() / 50, 1, 20);
        return new ExtenderSettings(
                new ExtenderName(EXTENDER),
                endpoint,
                timeout,
                new RetrySettings(maxRetries, Duration.ofMillis(pause), Duration.ofMillis(500)),
                breaker,
                BulkheadSettings.USUAL,
                limits,
                IDLE,
                httpVersion,
                tls,
                tokenFile,
                Map.of(),
                recordingFile.map(RecordingSettings::into));
    }
}
