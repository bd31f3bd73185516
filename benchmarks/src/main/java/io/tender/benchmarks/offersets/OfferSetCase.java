package io.tender.benchmarks.offersets;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.benchmarks.measure.Statistics;
import io.tender.benchmarks.workload.WrongOutcome;
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
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One number of offers, measured both ways in turns of a few calls, so that whatever else the machine does meets both and
 * neither finds its caches full of the other's. Before each call ten offers are replaced by others, as a busy cluster does.
 */
final class OfferSetCase {
    private static final int REPLACED = 10;
    private static final int IN_A_ROW = 20;
    private static final Duration WARM_UP = Duration.ofSeconds(4);
    /** Whoever asks for fewer calls only wants to see that it works. */
    static final int FEWEST_TO_WARM = 100;

    private static final TaskConfig CONFIG =
            TaskConfig.of(new JobKey("www", "prod", "hello"), ResourceBundle.of(1_000, 512, 1_024));

    private final int calls;
    private final List<HostOffer> offers = new ArrayList<>();
    private final Random random = new Random(2026);
    private long numbered;

    OfferSetCase(int size, int calls) {
        this.calls = calls;
        for (int i = 0; i < size; i++) {
            offers.add(offer(i));
        }
    }

    private HostOffer offer(int place) {
        String cpus = (1 + random.nextInt(32)) + "." + random.nextInt(10);
        return HostOffer.of(
                new OfferId("offer-" + numbered++),
                new AgentId("agent-" + place),
                "agent-%05d.rack-%02d.example".formatted(place, place % 40),
                Resources.parse("cpus:" + cpus + ";mem:" + (1_024 + random.nextInt(65_536)) + ";disk:204800"));
    }

    private String answer() {
        List<HostOffer> shuffled = new ArrayList<>(offers);
        Collections.shuffle(shuffled, random);
        return shuffled.stream()
                .map(offer -> "\"" + offer.hostname() + "\"")
                .collect(Collectors.joining(",", "{\"error\":\"\",\"hosts\":[", "]}"));
    }

    OfferSetResult measure() throws IOException, InterruptedException {
        String answer = answer();
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (InstantService service = new InstantService(answer);
                HttpOfferSet ours = set(service.endpoint(), registry);
                PlainExchange plain = new PlainExchange(service.endpoint())) {
            offers.forEach(ours::add);
            warmUp(ours, plain);
            double[] ourMs = new double[calls];
            double[] plainMs = new double[calls];
            for (int done = 0; done < calls; done += IN_A_ROW) {
                int end = Math.min(calls, done + IN_A_ROW);
                OfferQuery query = nextQuery(ours);
                List<HostOffer> ordered = List.of();
                for (int call = done; call < end; call++) {
                    query = nextQuery(ours);
                    long start = System.nanoTime();
                    ordered = ours.getOrdered(query);
                    ourMs[call] = (System.nanoTime() - start) / 1e6;
                }
                for (int call = done; call < end; call++) {
                    long start = System.nanoTime();
                    List<HostOffer> expected = plain.getOrdered(query);
                    plainMs[call] = (System.nanoTime() - start) / 1e6;
                    check(ordered, expected, ours);
                }
            }
            long sent = (long) (registry.get("tender.extender.sent").counter().count()
                    / registry.get("tender.extender.call").timer().count());
            return new OfferSetResult(
                    offers.size(), calls, sent, answer.length(), Statistics.of(ourMs), Statistics.of(plainMs));
        }
    }

    /** Only calls, both ways: nothing is measured. */
    void practise() throws IOException, InterruptedException {
        try (InstantService service = new InstantService(answer());
                HttpOfferSet ours = set(service.endpoint(), new SimpleMeterRegistry());
                PlainExchange plain = new PlainExchange(service.endpoint())) {
            offers.forEach(ours::add);
            warmUp(ours, plain);
        }
    }

    /** Until the compiler is done with it, as in a scheduler that has run for a while. */
    private void warmUp(HttpOfferSet ours, PlainExchange plain) throws IOException, InterruptedException {
        long end = System.nanoTime() + WARM_UP.toNanos();
        for (int call = 0; call < calls || (calls >= FEWEST_TO_WARM && System.nanoTime() < end); call++) {
            OfferQuery query = nextQuery(ours);
            check(ours.getOrdered(query), plain.getOrdered(query), ours);
        }
    }

    private void check(List<HostOffer> ordered, List<HostOffer> expected, HttpOfferSet ours) {
        if (!ordered.equals(expected) || ordered.size() != offers.size() || ours.isFailing()) {
            throw new WrongOutcome(
                    offers.size() + " offers ordered by the HTTP offer set and by the plain exchange",
                    "the same " + expected.size() + " offers in the same order",
                    ordered.size() + " offers" + (ours.isFailing() ? ", the service failing" : ""));
        }
    }

    private OfferQuery nextQuery(HttpOfferSet set) {
        replaceSome(set);
        return OfferQuery.of(numbered, new TaskGroupKey(CONFIG), CONFIG.request(), 1, offers);
    }

    private void replaceSome(HttpOfferSet set) {
        for (int i = 0; i < REPLACED; i++) {
            int place = random.nextInt(offers.size());
            set.remove(offers.get(place));
            offers.set(place, offer(place));
            set.add(offers.get(place));
        }
    }

    private static HttpOfferSet set(String endpoint, SimpleMeterRegistry registry) {
        Map<String, String> settings = Map.of("http_offer_set_endpoint", endpoint, "http_offer_set_timeout", "10secs");
        OfferSetSetup setup = new OfferSetSetup(
                new TreeMap<>(settings), Chance.seeded(1), Comparator.comparing(HostOffer::id), agent -> 0);
        return new HttpOfferSet(HttpOfferSetSettings.parse(settings), setup, ClientSurroundings.system(registry));
    }
}
