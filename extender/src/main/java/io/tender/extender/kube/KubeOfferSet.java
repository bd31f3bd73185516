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
import io.tender.model.AgentId;
import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskGroupKey;
import io.tender.model.service.TaskId;
import io.tender.spi.offers.BindQuery;
import io.tender.spi.offers.EvictionQuery;
import io.tender.spi.offers.Objection;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has extenders of kube-scheduler filter the offers of an attempt, one after the other, and rank what all of them have left.
 * What is filtered out is not tried in that attempt; what is ranked alike, or not at all, stays in native order.
 *
 * <p>If one does not filter, its offers are taken as they are, or none of them if it must not be passed over; if none
 * ranks, the native order serves. Nothing is locked or held while they are waited for.
 */
public final class KubeOfferSet implements OfferSet, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KubeOfferSet.class);
    /** Attempts whose objections are kept until they are asked for; those of an attempt that placed all it had never are. */
    private static final int MOST_ATTEMPTS = 16;

    private final OfferNodes held = new OfferNodes();
    private final List<Asked> asked = new ArrayList<>();
    private final BiConsumer<String, Outcome<?>> listener;
    private final MeterRegistry registry;
    private final ExtenderBoard board;
    private final Map<Long, Map<OfferId, Objection>> objections = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Map<OfferId, Objection>> eldest) {
            return size() > MOST_ATTEMPTS;
        }
    };

    /** @throws IllegalArgumentException when a file that the settings name cannot be used */
    public KubeOfferSet(KubeOfferSetSettings settings, ClientSurroundings surroundings) {
        this(settings, surroundings, KubeOfferSetSettings.EXTENDER, (verb, outcome) -> {}, new ExtenderBoard());
    }

    /**
     * @param name what the extender is called in metrics, recordings and errors; further ones have a number behind it
     * @param listener told how each call ended
     * @param board where they are put up
     */
    KubeOfferSet(
            KubeOfferSetSettings settings,
            ClientSurroundings surroundings,
            String name,
            BiConsumer<String, Outcome<?>> listener,
            ExtenderBoard board) {
        this.listener = listener;
        this.registry = surroundings.registry();
        this.board = board;
        try {
            asked.add(new Asked(settings, surroundings, name));
            for (KubeOfferSetSettings other : settings.others()) {
                asked.add(new Asked(other, surroundings, name + "-" + (asked.size() + 1)));
            }
        } catch (IllegalArgumentException unusable) {
            close();
            throw unusable;
        }
        // As with kube-scheduler: those that may be passed over come last.
        asked.sort(Comparator.comparing(one -> one.settings.ignorable()));
    }

    @Override
    public boolean waits() {
        return true;
    }

    @Override
    public void add(HostOffer offer) {
        held.add(offer);
    }

    @Override
    public void remove(HostOffer offer) {
        held.remove(offer);
    }

    @Override
    public int size() {
        return held.size();
    }

    @Override
    public void clear() {
        held.clear();
    }

    @Override
    public Collection<HostOffer> values() {
        return held.all();
    }

    @Override
    public List<HostOffer> getOrdered(OfferQuery query) {
        List<HostOffer> left = query.candidates();
        Map<OfferId, Objection> said = new HashMap<>();
        Map<Asked, KubeQuestion.Attempt> attempts = new LinkedHashMap<>();
        for (Asked one : asked) {
            if (!left.isEmpty() && one.question.concerns(query.request())) {
                KubeQuestion.Attempt attempt = one.question.attempt(one.question.about(query));
                attempts.put(one, attempt);
                left = attempt.filtered(left, said);
            }
        }
        keep(query.attempt(), said);
        Map<String, Double> sums = new HashMap<>();
        scores(attempts, left)
                .forEach((one, scores) ->
                        scores.forEach((host, score) -> sums.merge(host, score * one.settings.weight(), Double::sum)));
        return KubeQuestion.ordered(left, sums);
    }

    /** All are asked at once, as with kube-scheduler: none of them changes what another is asked. */
    private static Map<Asked, Map<String, Double>> scores(
            Map<Asked, KubeQuestion.Attempt> attempts, List<HostOffer> offers) {
        Map<Asked, Map<String, Double>> all = new LinkedHashMap<>();
        try (ExecutorService threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("tender-offer-set-scores").factory())) {
            Map<Asked, Future<Map<String, Double>>> asked = new LinkedHashMap<>();
            attempts.forEach((one, attempt) -> asked.put(one, threads.submit(() -> attempt.scores(offers))));
            for (Map.Entry<Asked, Future<Map<String, Double>>> one : asked.entrySet()) {
                all.put(one.getKey(), one.getValue().get());
            }
        } catch (InterruptedException closed) {
            LOG.trace("nothing is ranked any more", closed);
            Thread.currentThread().interrupt();
        } catch (ExecutionException bug) {
            throw new IllegalStateException("Scores could not be asked for", bug.getCause());
        }
        return all;
    }

    /** While one that must be asked has not been heard to its end, nothing of what it looks after is placed. */
    @Override
    public Optional<Objection> unanswered(TaskGroupKey group, ResourceBundle request) {
        return asked.stream()
                .filter(one -> !one.settings.ignorable()
                        && one.settings.filter().isPresent()
                        && one.question.concerns(request))
                .findFirst()
                .map(one -> one.question.kept());
    }

    private void keep(long attempt, Map<OfferId, Objection> said) {
        synchronized (objections) {
            if (said.isEmpty()) {
                objections.remove(attempt);
            } else {
                objections.put(attempt, said);
            }
        }
    }

    @Override
    public Map<OfferId, Objection> objections(long attempt) {
        synchronized (objections) {
            Map<OfferId, Objection> said = objections.remove(attempt);
            return said == null ? Map.of() : said;
        }
    }

    @Override
    public boolean reviewsEvictions() {
        return asked.stream().anyMatch(one -> one.settings.preempt().isPresent());
    }

    /** One after the other, each about what those before it have left; as with kube-scheduler, all machines at once. */
    @Override
    public Map<AgentId, Set<TaskId>> evictable(EvictionQuery query) {
        Evictions left = Evictions.of(query);
        for (Asked one : asked) {
            if (!left.isEmpty() && one.settings.preempt().isPresent() && one.question.concerns(query.request())) {
                left = one.question.preempt(query, left);
            }
        }
        return left.byAgent();
    }

    @Override
    public boolean binds(TaskGroupKey group, ResourceBundle request) {
        return binder(request).isPresent();
    }

    /** There is one at most, and it binds what it looks after. */
    private Optional<Asked> binder(ResourceBundle request) {
        return asked.stream()
                .filter(one -> one.settings.bind().isPresent() && one.question.concerns(request))
                .findFirst();
    }

    @Override
    public Map<TaskId, Objection> bind(BindQuery query) {
        return binder(query.request()).map(one -> one.question.bind(query)).orElse(Map.of());
    }

    /** Whether the first extender is asked at present. */
    public BreakerState breakerState() {
        return asked.getFirst().question.breakerState();
    }

    /** Lets go of connections, threads and metrics; from then on they are passed over. */
    @Override
    public void close() {
        asked.forEach(Asked::close);
    }

    /** One extender, and what becomes of the questions it is asked. */
    private final class Asked implements KubeQuestion.Ear {
        private final KubeOfferSetSettings settings;
        private final KubeQuestion question;
        private final ServiceWatch watch;
        private final Counter fallbacks;
        private final Counter filtered;
        private final Counter clamped;
        private final ExtenderBoard.Entry entry;
        private final AtomicBoolean toldOfScores = new AtomicBoolean();

        Asked(KubeOfferSetSettings settings, ClientSurroundings surroundings, String name) {
            this.settings = settings;
            this.question =
                    new KubeQuestion(settings, settings.extender(name), surroundings.withoutBreakerLog(), this, held);
            this.watch = new ServiceWatch(
                    "The extender at " + settings.prefix(), "it has its say", without(settings), surroundings.ticker());
            this.fallbacks = counter("fallbacks", "Questions that brought no answer, so that the native order served");
            this.filtered = counter("filtered", "Offers that the extender filtered out");
            this.clamped = counter("clamped_scores", "Scores that were brought within 0 to 10");
            this.entry = ExtenderBoard.deciding(() -> new ExtenderReport(
                    name,
                    "services",
                    settings.prefix().toString(),
                    question.breakerState().label(),
                    Optional.empty()));
            board.add(entry);
        }

        private static String without(KubeOfferSetSettings settings) {
            return settings.ignorable()
                    ? "it is passed over"
                    : "what it filters or binds waits, nobody is evicted for it, and its scores do not count";
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
            boolean wasAsked = !(failure instanceof ExtenderFailure.BreakerOpen)
                    && !(failure instanceof ExtenderFailure.BulkheadFull);
            if (wasAsked) {
                watch.fails(failure.headline() + " Got " + failure.got() + "; expected " + failure.expected()
                        + "; to do: " + failure.toDo() + ".");
            }
        }

        @Override
        public void filtered(int offers) {
            filtered.increment(offers);
        }

        @Override
        public void clamped(String score) {
            clamped.increment();
            if (toldOfScores.compareAndSet(false, true)) {
                LOG.warn(
                        "{} scores beyond the range: got {}; expected 0 to 10, and taken as the nearer end; to do: let it score"
                                + " within the range. Further ones are only counted, as kube_offer_set_clamped_scores",
                        settings.prefix(),
                        score);
            }
        }

        void close() {
            board.remove(entry);
            question.close();
            SharedMeters shared = SharedMeters.of(registry);
            List.of(fallbacks, filtered, clamped).forEach(counter -> shared.release(registry, counter));
        }
    }
}
