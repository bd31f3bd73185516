package io.tender.testkit.scenario;

import io.tender.core.services.ServiceSettings;
import io.tender.extender.aurora.HttpOfferSetFactory;
import io.tender.extender.aurora.HttpOfferSetSettings;
import io.tender.extender.kube.KubeOfferSetFactory;
import io.tender.extender.kube.KubeOfferSetSettings;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which service scheduler a scenario runs on.
 *
 * @param settings of the scheduler and of the offer sets that ask a service, by the names of their flags
 * @param seed where all chance comes from
 * @param strict whether a task that is placed or asked to end without an expectation is a failure
 */
public record ServiceSetup(SortedMap<String, String> settings, long seed, boolean strict) {

    /** Time enough for any answer that is meant to come, however busy the machine is. */
    public static final String USUAL_TIMEOUT = "5secs";

    private static final String ENDPOINT = "http_offer_set_endpoint";
    private static final String TIMEOUT = "http_offer_set_timeout";

    private static final String MODULE = "offer_set_module";

    private static final HttpOfferSetFactory HTTP = new HttpOfferSetFactory();
    private static final KubeOfferSetFactory KUBE = new KubeOfferSetFactory();

    public ServiceSetup {
        settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
    }

    public static ServiceSetup defaults() {
        return new ServiceSetup(new TreeMap<>(), 1, true);
    }

    public ServiceSetup with(String name, String value) {
        TreeMap<String, String> changed = new TreeMap<>(settings);
        changed.put(name, value);
        return new ServiceSetup(changed, seed, strict);
    }

    public ServiceSetup withSeed(long changed) {
        return new ServiceSetup(settings, changed, strict);
    }

    public ServiceSetup withStrict(boolean changed) {
        return new ServiceSetup(settings, seed, changed);
    }

    /** The names of all settings. */
    public static SortedSet<String> names() {
        TreeSet<String> names = new TreeSet<>(ServiceSettings.names());
        names.addAll(HttpOfferSetSettings.names());
        names.addAll(KubeOfferSetSettings.names());
        return names;
    }

    /** The names that {@code offer_set_module} may have in a scenario. */
    public static List<String> offerSets() {
        return List.of("native", HTTP.name(), HTTP.aliases().getFirst(), KUBE.name());
    }

    /** The settings of the scheduler. */
    public ServiceSettings scheduler() {
        return ServiceSettings.parse(part(ServiceSettings.names()));
    }

    /** Whether an offer-set service is asked. */
    public boolean asks() {
        return !settings.getOrDefault(MODULE, "native").equals("native");
    }

    /** Whether that service is an extender of kube-scheduler. */
    public boolean asksKube() {
        return settings.getOrDefault(MODULE, "native").equals(KUBE.name());
    }

    /** The settings of the offer set {@code kube}, for an extender that listens there unless they say otherwise. */
    public KubeOfferSetSettings kube(String endpoint) {
        Map<String, String> own = part(KubeOfferSetSettings.names());
        own.putIfAbsent(KubeOfferSetSettings.PREFIX + "url_prefix", endpoint);
        return KubeOfferSetSettings.parse(own);
    }

    /** The settings of the HTTP offer set, for a service that listens there unless they say otherwise. */
    public HttpOfferSetSettings http(String endpoint) {
        Map<String, String> own = part(HttpOfferSetSettings.names());
        own.putIfAbsent(ENDPOINT, endpoint);
        if (!own.containsKey(TIMEOUT + "_ms")) {
            own.putIfAbsent(TIMEOUT, USUAL_TIMEOUT);
        }
        return HttpOfferSetSettings.parse(own);
    }

    private Map<String, String> part(SortedSet<String> names) {
        TreeMap<String, String> part = new TreeMap<>(settings);
        part.keySet().retainAll(names);
        return part;
    }
}
