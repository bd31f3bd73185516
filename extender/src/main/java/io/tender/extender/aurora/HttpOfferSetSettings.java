package io.tender.extender.aurora;

import io.tender.extender.client.BreakerSettings;
import io.tender.extender.client.Endpoint;
import io.tender.extender.client.ExtenderSettings;
import io.tender.extender.client.HttpVersion;
import io.tender.extender.client.SizeLimits;
import io.tender.extender.client.TlsSettings;
import io.tender.extender.offers.ClientFlags;
import io.tender.extender.offers.SettingsReader;
import io.tender.extender.offers.TrialFlags;
import io.tender.extender.shadow.ShadowSettings;
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
 * @param shadowOf the service that decides while this one is on trial; empty for the native order
 * @param trial whether the service decides, and how it is tried out if it does not
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
        Optional<Path> headersFile,
        Optional<Path> recordingFile,
        Optional<Endpoint> shadowOf,
        ShadowSettings trial) {
    /** What the extender is called in metrics, recordings and errors. */
    static final String EXTENDER = "http-offer-set";

    /** The same for a service that decides while the other is on trial. */
    static final String DECIDING = "http-offer-set-deciding";

    private static final String PREFIX = "http_offer_set_";
    private static final String TIMEOUT = PREFIX + "timeout";
    private static final String TIMEOUT_MS = PREFIX + "timeout_ms";
    private static final String ENDPOINT = PREFIX + "endpoint";
    private static final String DEFAULT_ENDPOINT = "http://localhost:9090/v1/offerset";
    private static final Duration DEFAULT_TIMEOUT = Duration.ofMillis(100);
    private static final Duration SHORTEST = Duration.ofMillis(1);
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
        in.throwProblems("the HTTP offer set");
        return settings;
    }

    /** The names of all settings. */
    public static SortedSet<String> names() {
        SettingsReader all = new SettingsReader(Map.of());
        read(all);
        return all.known();
    }

    private static HttpOfferSetSettings read(SettingsReader in) {
        Optional<Endpoint> given = endpoint(in);
        Endpoint endpoint = given.orElseGet(() -> Endpoint.parse(DEFAULT_ENDPOINT));
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
        ClientFlags client = ClientFlags.read(in, PREFIX);
        // Of an address that cannot be used nothing more is said.
        given.ifPresent(address -> client.checkScheme(in, ENDPOINT, address));
        TrialFlags trial = TrialFlags.read(in, PREFIX, timeout);
        return new HttpOfferSetSettings(
                endpoint,
                timeout,
                retries,
                Math.max(0, starting),
                filter,
                stats,
                compat,
                empty,
                client.httpVersion(),
                client.breaker(),
                client.limits(),
                client.tls(),
                client.tokenFile(),
                client.headersFile(),
                client.recordingFile(),
                trial.shadowOf(),
                trial.trial());
    }

    /** The settings of the service that decides meanwhile: the same but for where it listens. */
    HttpOfferSetSettings deciding(Endpoint decider) {
        return new HttpOfferSetSettings(
                decider,
                timeout,
                maxRetries,
                maxStartingTasks,
                filterStarting,
                statInterval,
                compat,
                emptyAnswer,
                httpVersion,
                breaker,
                limits,
                tls,
                tokenFile,
                headersFile,
                Optional.empty(),
                Optional.empty(),
                trial);
    }

    private static Optional<Endpoint> endpoint(SettingsReader in) {
        String text = in.text(ENDPOINT).orElse(DEFAULT_ENDPOINT);
        try {
            return Optional.of(Endpoint.parse(text));
        } catch (IllegalArgumentException wrong) {
            in.problem(ENDPOINT, wrong);
            return Optional.empty();
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

    /** The same as the client understands it. */
    public ExtenderSettings client() {
        return client(EXTENDER);
    }

    ExtenderSettings client(String name) {
        return new ClientFlags(httpVersion, breaker, limits, tls, tokenFile, headersFile, recordingFile)
                .client(name, endpoint, timeout, maxRetries);
    }
}
