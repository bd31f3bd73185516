package io.tender.extender.kube;

import io.tender.extender.client.Endpoint;
import io.tender.extender.client.ExtenderSettings;
import io.tender.extender.offers.ClientFlags;
import io.tender.extender.offers.SettingsReader;
import io.tender.extender.offers.TrialFlags;
import io.tender.extender.shadow.ShadowSettings;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.regex.Pattern;

/**
 * How an offer set asks an extender of kube-scheduler, under the names that kube-scheduler's settings have;
 * docs/offersets.md describes them all.
 *
 * @param timeout over all calls of an attempt together
 * @param managed the resources it looks after; none stands for all tasks
 * @param shadowOf the extender that decides while this one is on trial; empty for the native order
 * @param trial whether the extender decides, and how it is tried out if it does not
 * @param ignorable whether an extender that does not filter is passed over; else nothing is placed until it does
 */
public record KubeOfferSetSettings(
        Endpoint prefix,
        Optional<Endpoint> filter,
        Optional<Endpoint> prioritize,
        KubeMode mode,
        Duration timeout,
        int retries,
        List<String> managed,
        boolean ignorable,
        ClientFlags client,
        Optional<Deciding> shadowOf,
        ShadowSettings trial) {

    /** What the extender is called in metrics, recordings and errors. */
    static final String EXTENDER = "kube-offer-set";

    /** The same for one that decides while the other is on trial. */
    static final String DECIDING = "kube-offer-set-deciding";

    private static final String PREFIX = "kube_offer_set_";
    private static final String URL = PREFIX + "url_prefix";
    private static final String DEFAULT_URL = "http://localhost:8888";
    private static final Pattern TRAILING_SLASHES = Pattern.compile("/+$");

    /**
     * Reads settings by name.
     *
     * @throws IllegalArgumentException that lists everything that is wrong
     */
    public static KubeOfferSetSettings parse(Map<String, String> given) {
        SettingsReader in = new SettingsReader(given);
        KubeOfferSetSettings settings = read(in);
        in.refuseUnknown();
        in.throwProblems("the offer set of kube-scheduler's extenders");
        return settings;
    }

    /** The names of all settings. */
    public static SortedSet<String> names() {
        SettingsReader all = new SettingsReader(Map.of());
        read(all);
        return all.known();
    }

    private static KubeOfferSetSettings read(SettingsReader in) {
        Endpoint prefix = endpoint(in);
        Optional<Endpoint> filter = verb(in, prefix, "filter_verb");
        Optional<Endpoint> prioritize = verb(in, prefix, "prioritize_verb");
        if (filter.isEmpty() && prioritize.isEmpty()) {
            in.problem(PREFIX + "filter_verb", "nothing", "it, or " + PREFIX + "prioritize_verb, or both");
        }
        boolean names = in.truth(PREFIX + "node_cache_capable", false);
        boolean tolerant = in.read(PREFIX + "compat", false, "strict or kube", text -> switch (text) {
            case "strict" -> Optional.of(false);
            case "kube" -> Optional.of(true);
            default -> Optional.empty();
        });
        Duration timeout =
                in.duration(PREFIX + "http_timeout", Duration.ofSeconds(5), Duration.ofMillis(1), Duration.ofHours(1));
        int retries = in.count(PREFIX + "max_retries", tolerant ? 0 : 2, 0, 100);
        List<String> managed = in.text(PREFIX + "managed_resources").stream()
                .flatMap(text -> Arrays.stream(text.split(",", -1)))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
        boolean ignorable = in.truth(PREFIX + "ignorable", true);
        if (in.text(PREFIX + "bind_verb").filter(text -> !text.isEmpty()).isPresent()) {
            in.problem(
                    PREFIX + "bind_verb",
                    "a verb",
                    "none: services are started by the master on what it offered, and an order binds nothing");
        }
        ClientFlags client = ClientFlags.read(in, PREFIX);
        client.checkScheme(in, URL, prefix);
        TrialFlags trial = TrialFlags.read(in, PREFIX, timeout);
        return new KubeOfferSetSettings(
                prefix,
                filter,
                prioritize,
                new KubeMode(names, tolerant),
                timeout,
                retries,
                managed,
                ignorable,
                client,
                trial.shadowOf()
                        .map(other -> new Deciding(
                                other, verb(in, other, "filter_verb"), verb(in, other, "prioritize_verb"))),
                trial.trial());
    }

    /** An extender elsewhere, with the same verbs. */
    public record Deciding(Endpoint prefix, Optional<Endpoint> filter, Optional<Endpoint> prioritize) {}

    /** The settings of the extender that decides meanwhile: the same but for where it listens. */
    KubeOfferSetSettings deciding(Deciding other) {
        ClientFlags flags = new ClientFlags(
                client.httpVersion(),
                client.breaker(),
                client.limits(),
                client.tls(),
                client.tokenFile(),
                client.headersFile(),
                Optional.empty());
        return new KubeOfferSetSettings(
                other.prefix(),
                other.filter(),
                other.prioritize(),
                mode,
                timeout,
                retries,
                managed,
                ignorable,
                flags,
                Optional.empty(),
                trial);
    }

    private static Endpoint endpoint(SettingsReader in) {
        String text = in.text(URL).orElse(DEFAULT_URL);
        try {
            return Endpoint.parse(TRAILING_SLASHES.matcher(text).replaceAll(""));
        } catch (IllegalArgumentException wrong) {
            in.problem(URL, wrong);
            return Endpoint.parse(DEFAULT_URL);
        }
    }

    private static Optional<Endpoint> verb(SettingsReader in, Endpoint prefix, String name) {
        Optional<String> path = in.text(PREFIX + name).filter(text -> !text.isEmpty());
        try {
            return path.map(prefix::resolve);
        } catch (IllegalArgumentException wrong) {
            in.problem(PREFIX + name, wrong);
            return Optional.empty();
        }
    }

    /** The same as the client understands it. */
    ExtenderSettings extender(String name) {
        return client.client(name, prefix, timeout, retries);
    }
}
