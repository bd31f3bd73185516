package io.tender.extender.kube;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.tender.extender.client.BreakerState;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.client.ExtenderFailure;
import io.tender.extender.client.Outcome;
import io.tender.extender.client.SharedMeters;
import io.tender.extender.offers.ServiceWatch;
import io.tender.extender.shadow.ExtenderBoard;
import io.tender.extender.shadow.ExtenderReport;
import io.tender.model.service.HostOffer;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Has an extender of kube-scheduler filter the offers of an attempt, and rank what is left. What it filters out is not tried
 * in that attempt; what it ranks alike, or not at all, stays in native order.
 *
 * <p>If it does not filter, its offers are taken as they are, or none of them if it must not be passed over; if it does not
 * rank, the native order serves. Nothing is locked or held while it is waited for.
 */
public final class KubeOfferSet implements OfferSet, AutoCloseable {
    private final KubeOfferSetSettings settings;
    private final KubeQuestion question;
    private final ServiceWatch watch;
    private final BiConsumer<String, Outcome<?>> listener;
    private final MeterRegistry registry;
    private final Counter fallbacks;
    private final Counter filtered;
    private final Counter clamped;
    private final ExtenderBoard board;
    private final ExtenderBoard.Entry entry;

    /** @throws IllegalArgumentException when a file that the settings name cannot be used */
    public KubeOfferSet(KubeOfferSetSettings settings, ClientSurroundings surroundings) {
        this(settings, surroundings, KubeOfferSetSettings.EXTENDER, (verb, outcome) -> {}, new ExtenderBoard());
    }

    /**
     * @param name what the extender is called in metrics, recordings and errors
     * @param listener told how each call ended
     * @param board where it is put up
     */
    KubeOfferSet(
            KubeOfferSetSettings settings,
            ClientSurroundings surroundings,
            String name,
            BiConsumer<String, Outcome<?>> listener,
            ExtenderBoard board) {
        this.settings = settings;
        this.listener = listener;
        this.question =
                new KubeQuestion(settings, settings.extender(name), surroundings.withoutBreakerLog(), new Counting());
        this.watch = new ServiceWatch(settings.prefix().toString(), surroundings.ticker());
        this.registry = surroundings.registry();
        this.fallbacks = counter("fallbacks", "Questions that brought no answer, so that the native order served");
        this.filtered = counter("filtered", "Offers that the extender filtered out");
        this.clamped = counter("clamped_scores", "Scores that were brought within 0 to 10");
        this.board = board;
        this.entry = ExtenderBoard.deciding(() -> new ExtenderReport(
                name,
                "services",
                settings.prefix().toString(),
                question.breakerState().label(),
                Optional.empty()));
        board.add(entry);
    }

    private Counter counter(String name, String what) {
        // Shared with the set before it, which is closed only once this one is made.
        return SharedMeters.of(registry)
                .hold(
                        registry,
                        any -> Counter.builder("kube_offer_set_" + name)
                                .description(what)
                                .tag("endpoint", settings.prefix().toString())
                                .register(any));
    }

    @Override
    public boolean waits() {
        return true;
    }

    @Override
    public void add(HostOffer offer) {
        question.held().add(offer);
    }

    @Override
    public void remove(HostOffer offer) {
        question.held().remove(offer);
    }

    @Override
    public int size() {
        return question.held().size();
    }

    @Override
    public void clear() {
        question.held().clear();
    }

    @Override
    public Collection<HostOffer> values() {
        return question.held().all();
    }

    @Override
    public List<HostOffer> getOrdered(OfferQuery query) {
        List<HostOffer> candidates = query.candidates();
        if (candidates.isEmpty() || !question.concerns(query)) {
            return candidates;
        }
        return question.order(question.about(query), candidates).offers();
    }

    /** What becomes of the questions. */
    private final class Counting implements KubeQuestion.Ear {
        @Override
        public void called(String verb, Outcome<?> outcome) {
            listener.accept(verb, outcome);
            switch (outcome) {
                case Outcome.Answered<?> answered -> watch.answers();
                case Outcome.Failed<?> failed -> {
                    fallbacks.increment();
                    failed(failed.failure());
                }
            }
        }

        private void failed(ExtenderFailure failure) {
            boolean asked = !(failure instanceof ExtenderFailure.BreakerOpen)
                    && !(failure instanceof ExtenderFailure.BulkheadFull);
            if (asked) {
                watch.fails(failure.headline() + " Got " + failure.got() + "; expected " + failure.expected()
                        + "; to do: " + failure.toDo() + ".");
            }
        }

        @Override
        public void filtered(int offers) {
            filtered.increment(offers);
        }

        @Override
        public void clamped() {
            clamped.increment();
        }
    }

    /** Whether the extender is asked at present. */
    public BreakerState breakerState() {
        return question.breakerState();
    }

    /** Lets go of connections, threads and metrics; from then on it is passed over. */
    @Override
    public void close() {
        board.remove(entry);
        question.close();
        SharedMeters shared = SharedMeters.of(registry);
        List.of(fallbacks, filtered, clamped).forEach(counter -> shared.release(registry, counter));
    }
}
