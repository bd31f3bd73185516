package io.tender.testkit.offers;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.extender.aurora.HttpOfferSet;
import io.tender.extender.aurora.HttpOfferSetSettings;
import io.tender.extender.client.ClientSurroundings;
import io.tender.model.AgentId;
import io.tender.model.Resources;
import io.tender.model.service.HostOffer;
import io.tender.model.service.JobKey;
import io.tender.model.service.OfferId;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskGroupKey;
import io.tender.spi.Chance;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSetSetup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/** An HTTP offer set with offers, its metrics, and a clock that can be moved ahead between calls. */
final class HttpSetBench implements AutoCloseable {
    static final TaskConfig CONFIG =
            TaskConfig.of(new JobKey("test", "dev", "job-1"), ResourceBundle.of(1_000, 512, 1_024));

    final SimpleMeterRegistry registry;
    final HttpOfferSet set;
    private final Map<String, Integer> starting = new TreeMap<>();
    private final AtomicLong ahead = new AtomicLong();
    private final List<HostOffer> candidates = new ArrayList<>();

    /** @param settings beyond the endpoint, name and value in turns; calls may take 5 seconds unless said otherwise */
    HttpSetBench(String endpoint, String... settings) {
        this(new SimpleMeterRegistry(), endpoint, settings);
    }

    HttpSetBench(SimpleMeterRegistry registry, String endpoint, String... settings) {
        this.registry = registry;
        TreeMap<String, String> given = new TreeMap<>();
        given.put("http_offer_set_endpoint", endpoint);
        given.put("http_offer_set_timeout", "5secs");
        for (int i = 0; i < settings.length; i += 2) {
            given.put(settings[i], settings[i + 1]);
        }
        OfferSetSetup setup = new OfferSetSetup(
                given,
                Chance.seeded(1),
                Comparator.comparing(HostOffer::id),
                agent -> starting.getOrDefault(agent.value(), 0));
        set = new HttpOfferSet(
                HttpOfferSetSettings.parse(given),
                setup,
                ClientSurroundings.system(registry).withTicker(() -> System.nanoTime() + ahead.get()));
    }

    static HostOffer offer(String id, String host) {
        return HostOffer.of(
                new OfferId(id), new AgentId("agent-" + id), host, Resources.parse("cpus:4;mem:1024;disk:2048"));
    }

    /** Offers named by id and host, such as {@code A:ha}; held, and candidates in this order. */
    HttpSetBench holding(String... idsAndHosts) {
        for (String each : idsAndHosts) {
            HostOffer offer = offer(each.substring(0, each.indexOf(':')), each.substring(each.indexOf(':') + 1));
            set.add(offer);
            candidates.add(offer);
        }
        return this;
    }

    HttpSetBench starting(String offer, int tasks) {
        starting.put("agent-" + offer, tasks);
        return this;
    }

    OfferQuery query() {
        return OfferQuery.of(1, new TaskGroupKey(CONFIG), CONFIG.request(), 1, candidates);
    }

    /** The ids in the order the set gives them, with blanks between. */
    String order() {
        return String.join(
                " ",
                set.getOrdered(set.prepared(query())).stream()
                        .map(offer -> offer.id().value())
                        .toList());
    }

    double counter(String name) {
        return registry.get("http_offer_set_" + name).counter().count();
    }

    double gauge(String name) {
        return registry.get("http_offer_set_" + name).gauge().value();
    }

    void advance(Duration time) {
        ahead.addAndGet(time.toNanos());
    }

    @Override
    public void close() {
        set.close();
    }
}
