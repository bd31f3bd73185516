package io.tender.cli.demo.simulated;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.cli.demo.OfferSetFlags;
import io.tender.core.offers.NativeOfferSet;
import io.tender.core.services.Ordering;
import io.tender.extender.aurora.HttpOfferSet;
import io.tender.extender.aurora.HttpOfferSetSettings;
import io.tender.extender.client.ClientSurroundings;
import io.tender.model.service.HostOffer;
import io.tender.spi.AllocatorHost;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import io.tender.spi.offers.OfferSetSetup;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Has offers ordered by a service over HTTP, and counts how that goes.
 *
 * <p>The demo waits for the answer while its own clock stands still, so the order of events does not depend on how fast
 * the service is.
 */
final class Orders implements AutoCloseable {

    /** As many answers as the median is taken of. */
    private static final int TIMES_KEPT = 10_000;

    private final String by;
    private final Optional<HttpOfferSetSettings> settings;
    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final FailureNote failures = new FailureNote();
    private final long[] nanos = new long[TIMES_KEPT];
    private Optional<String> trouble;
    private long asked;
    private long answered;
    private long fellBack;

    private Orders(String by, Optional<HttpOfferSetSettings> settings, Optional<String> trouble) {
        this.by = by;
        this.settings = settings;
        this.trouble = trouble;
    }

    /** @param patience how long an answer may take before the native order serves instead */
    static Orders from(String url, Duration patience) {
        HttpOfferSetSettings settings = HttpOfferSetSettings.parse(OfferSetFlags.of(url, patience));
        return new Orders(settings.endpoint().toString(), Optional.of(settings), Optional.empty());
    }

    /** Nobody can be asked, for that reason: the native order serves from the beginning. */
    static Orders none(String why) {
        return new Orders("native order", Optional.empty(), Optional.of(why));
    }

    OfferSet offerSet(OfferSetSetup setup) {
        if (settings.isEmpty()) {
            return new NativeOfferSet(setup.nativeOrder());
        }
        return new HttpOfferSet(
                settings.get(), setup, ClientSurroundings.system(registry).withRecorder(failures));
    }

    Ordering asking(AllocatorHost host) {
        return (set, query, answer) -> {
            List<HostOffer> order = ask(set, query);
            host.enqueue(() -> answer.ordered(order));
        };
    }

    private List<HostOffer> ask(OfferSet set, OfferQuery query) {
        double before = fallbacks();
        long start = System.nanoTime();
        List<HostOffer> order = Ordering.answerOf(set, query);
        long took = System.nanoTime() - start;
        asked++;
        if (fallbacks() > before) {
            fellBack++;
            trouble = trouble.or(() -> Optional.of(gone()));
        } else {
            nanos[(int) (answered++ % TIMES_KEPT)] = took;
        }
        return order;
    }

    private double fallbacks() {
        return registry.get("http_offer_set_fallbacks").counter().count();
    }

    private String gone() {
        return "The offer-set service at " + by + " gives no order, so offers are tried in native order until it does. "
                + failures.last();
    }

    /** What is wrong, from the moment something is. */
    Optional<String> trouble() {
        return trouble;
    }

    OrderSummary summary() {
        return new OrderSummary(by, asked, answered, fellBack, medianMillis(), trouble);
    }

    private double medianMillis() {
        int kept = (int) Math.min(answered, TIMES_KEPT);
        long[] sorted = Arrays.copyOf(nanos, kept);
        Arrays.sort(sorted);
        return kept == 0 ? 0 : sorted[kept / 2] / 1e6;
    }

    /** The set is closed by the scheduler that uses it. */
    @Override
    public void close() {
        registry.close();
    }
}
