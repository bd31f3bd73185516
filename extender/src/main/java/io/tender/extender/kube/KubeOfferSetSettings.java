package io.tender.extender.kube;

import io.tender.extender.client.Endpoint;
import io.tender.extender.client.ExtenderSettings;
import io.tender.extender.offers.ClientFlags;
import io.tender.extender.offers.SettingsReader;
import io.tender.extender.offers.TrialFlags;
import io.tender.extender.shadow.Mode;
import io.tender.extender.shadow.ShadowSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How an offer set asks an extender of kube-scheduler, under the names that kube-scheduler's settings have;
 * docs/offersets.md describes them all.
 *
 * @param timeout over all calls of an attempt together
 * @param weight by which its scores are multiplied before those of all extenders are added up
 * @param managed the resources it looks after; none stands for all tasks
 * @param shadowOf the extender that decides while this one is on trial; empty for the native order
 * @param trial whether the extender decides, and how it is tried out if it does not
 * @param ignorable whether an extender that does not filter is passed over; else nothing is placed until it does
 * @param others further extenders, which have none of their own
 */
public record KubeOfferSetSettings(
        Endpoint prefix,
        Optional<Endpoint> filter,
        Optional<Endpoint> prioritize,
        Optional<Endpoint> preempt,
        Optional<Endpoint> bind,
        KubeMode mode,
        Duration timeout,
        int retries,
        int weight,
        List<String> managed,
        boolean ignorable,
        ClientFlags client,
        Optional<Deciding> shadowOf,
        ShadowSettings trial,
        List<KubeOfferSetSettings> others) {

    /** What the extender is called in metrics, recordings and errors. */
    static final String EXTENDER = "kube-offer-set";

    /** The same for one that decides while the other is on trial. */
    static final String DECIDING = "kube-offer-set-deciding";

    /** What the names of its settings begin with. */
    public static final String PREFIX = "kube_offer_set_";

    /** All that a service can ask for, so all that an extender can manage of it. */
    public static final List<String> RESOURCES = ServiceObjects.NAMES;

    private static final String URL = "url_prefix";
    /** More than anybody has been seen to have; each is asked in turn, and each attempt waits for all of them. */
    private static final int MOST_EXTENDERS = 9;

    private static final String DEFAULT_URL = "http://localhost:8888";
    private static final Pattern TRAILING_SLASHES = Pattern.compile("/+$");

    /**
     * Reads settings by name.
     *
     * @throws IllegalArgumentException that lists everything that is wrong
     */
    public static KubeOfferSetSettings parse(Map<String, String> given) {
        SettingsReader in = new SettingsReader(given);
        List<KubeOfferSetSettings> others = new ArrayList<>();
        KubeOfferSetSettings first = read(in, PREFIX);
        for (int number = 2; number <= MOST_EXTENDERS; number++) {
            String prefix = prefix(number);
            if (given.keySet().stream().anyMatch(name -> name.startsWith(prefix))) {
                others.add(read(in, prefix));
            }
        }
        if (given.keySet().stream().anyMatch(name -> name.startsWith(prefix(MOST_EXTENDERS + 1)))) {
            in.problem(prefix(MOST_EXTENDERS + 1) + URL, "another extender", "at most " + MOST_EXTENDERS + " of them");
        }
        KubeOfferSetSettings settings = first.beside(others);
        settings.checkTogether(in);
        in.refuseUnknown();
        in.throwProblems("the offer set of kube-scheduler's extenders");
        return settings;
    }

    /** What the names of the settings of one extender begin with: the first, the second and so on. */
    public static String prefix(int number) {
        return number == 1 ? PREFIX : PREFIX + number + "_";
    }

    /** The name of a setting of the first extender without what they all begin with. */
    public static String withoutPrefix(String name) {
        return name.substring(PREFIX.length());
    }

    /** The names of all settings. */
    public static SortedSet<String> names() {
        SettingsReader all = new SettingsReader(Map.of());
        read(all, PREFIX);
        return all.known();
    }

    private List<KubeOfferSetSettings> all() {
        return Stream.concat(Stream.of(this), others.stream()).toList();
    }

    private void checkTogether(SettingsReader in) {
        if (others.isEmpty()) {
            return;
        }
        if (all().stream().anyMatch(one -> one.trial().mode() != Mode.DECIDE)) {
            in.problem(PREFIX + "mode", "one on trial among several extenders", "decide, or no other extender");
        }
        if (all().stream().filter(one -> one.bind().isPresent()).count() > 1) {
            in.problem(PREFIX + "bind_verb", "a bind_verb of two extenders", "one that binds, as with kube-scheduler");
        }
        Set<String> managers = new HashSet<>();
        for (KubeOfferSetSettings one : all()) {
            for (String name : one.managed()) {
                if (!managers.add(name)) {
                    in.problem(PREFIX + "managed_resources", "'" + name + "' of two extenders", "each resource once");
                }
            }
        }
    }

    private static KubeOfferSetSettings read(SettingsReader in, String names) {
        Endpoint prefix = endpoint(in, names);
        Optional<Endpoint> filter = verb(in, prefix, names + "filter_verb");
        Optional<Endpoint> prioritize = verb(in, prefix, names + "prioritize_verb");
        Optional<Endpoint> preempt = verb(in, prefix, names + "preempt_verb");
        Optional<Endpoint> bind = verb(in, prefix, names + "bind_verb");
        boolean asked = filter.isPresent() || prioritize.isPresent() || preempt.isPresent();
        if (!asked && bind.isEmpty()) {
            in.problem(
                    names + "filter_verb",
                    "nothing",
                    "it, " + names + "prioritize_verb, " + names + "preempt_verb or " + names + "bind_verb");
        }
        boolean byName = in.truth(names + "node_cache_capable", false);
        boolean tolerant = in.read(names + "compat", false, "strict or kube", text -> switch (text) {
            case "strict" -> Optional.of(false);
            case "kube" -> Optional.of(true);
            default -> Optional.empty();
        });
        Duration timeout =
                in.duration(names + "http_timeout", Duration.ofSeconds(5), Duration.ofMillis(1), Duration.ofHours(1));
        int retries = in.count(names + "max_retries", tolerant ? 0 : 2, 0, 100);
        List<String> managed = in.text(names + "managed_resources").stream()
                .flatMap(text -> Arrays.stream(text.split(",", -1)))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
        for (String name : managed) {
            if (!ServiceObjects.NAMES.contains(name)) {
                in.problem(
                        names + "managed_resources",
                        "'" + name + "'",
                        "of " + String.join(", ", ServiceObjects.NAMES)
                                + ": services ask for nothing else, so the extender would never be asked");
            }
        }
        int weight = in.count(names + "weight", 1, 1, 1_000_000);
        boolean ignorable = in.truth(names + "ignorable", false);
        if (in.truth(names + "ignored_by_scheduler", false)) {
            in.problem(
                    names + "ignored_by_scheduler",
                    "true",
                    "false: the master gives out what it has of every resource, and nobody can leave that to an extender");
        }
        ClientFlags client = ClientFlags.read(in, names);
        client.checkScheme(in, names + URL, prefix);
        TrialFlags trial = TrialFlags.read(in, names, timeout);
        if (trial.trial().mode() == Mode.SHADOW && !asked && bind.isPresent()) {
            in.problem(names + "mode", "shadow with nothing but a bind_verb", "another verb: a shadow never binds");
        }
        return new KubeOfferSetSettings(
                prefix,
                filter,
                prioritize,
                preempt,
                bind,
                new KubeMode(byName, tolerant),
                timeout,
                retries,
                weight,
                managed,
                ignorable,
                client,
                trial.shadowOf()
                        .map(other -> new Deciding(
                                other,
                                verb(in, other, names + "filter_verb"),
                                verb(in, other, names + "prioritize_verb"),
                                verb(in, other, names + "preempt_verb"),
                                verb(in, other, names + "bind_verb"))),
                trial.trial(),
                List.of());
    }

    /** An extender elsewhere, with the same verbs. */
    public record Deciding(
            Endpoint prefix,
            Optional<Endpoint> filter,
            Optional<Endpoint> prioritize,
            Optional<Endpoint> preempt,
            Optional<Endpoint> bind) {}

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
                other.preempt(),
                other.bind(),
                mode,
                timeout,
                retries,
                weight,
                managed,
                ignorable,
                flags,
                Optional.empty(),
                trial,
                List.of());
    }

    /** How long an attempt may wait for all extenders together, since one filters what another has left. */
    public Duration allTimeouts() {
        return others.stream().map(KubeOfferSetSettings::timeout).reduce(timeout, Duration::plus);
    }

    private KubeOfferSetSettings beside(List<KubeOfferSetSettings> more) {
        return new KubeOfferSetSettings(
                prefix,
                filter,
                prioritize,
                preempt,
                bind,
                mode,
                timeout,
                retries,
                weight,
                managed,
                ignorable,
                client,
                shadowOf,
                trial,
                List.copyOf(more));
    }

    private static Endpoint endpoint(SettingsReader in, String names) {
        String text = in.text(names + URL).orElse(DEFAULT_URL);
        try {
            return Endpoint.parse(TRAILING_SLASHES.matcher(text).replaceAll(""));
        } catch (IllegalArgumentException wrong) {
            in.problem(names + URL, wrong);
            return Endpoint.parse(DEFAULT_URL);
        }
    }

    private static Optional<Endpoint> verb(SettingsReader in, Endpoint prefix, String name) {
        Optional<String> path = in.text(name).filter(text -> !text.isEmpty());
        try {
            return path.map(prefix::resolve);
        } catch (IllegalArgumentException wrong) {
            in.problem(name, wrong);
            return Optional.empty();
        }
    }

    /** The same as the client understands it. */
    ExtenderSettings extender(String name) {
        return client.client(name, prefix, timeout, retries);
    }
}
