package io.tender.extender.kube;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.BreakerState;
import io.tender.extender.client.Budget;
import io.tender.extender.client.Call;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.client.Endpoint;
import io.tender.extender.client.ExtenderClient;
import io.tender.extender.client.ExtenderFailure;
import io.tender.extender.client.JsonTolerance;
import io.tender.extender.client.Outcome;
import io.tender.extender.client.RequestBody;
import io.tender.extender.client.Ticker;
import io.tender.extender.client.Verb;
import io.tender.extender.offers.ServiceWatch;
import io.tender.extender.shadow.ExtenderBoard;
import io.tender.extender.shadow.ExtenderReport;
import io.tender.model.batch.ResourceList;
import io.tender.model.service.HostOffer;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Has an extender of kube-scheduler filter the offers of an attempt, and rank what is left. What it filters out is not tried
 * in that attempt; what it ranks alike, or not at all, stays in native order.
 *
 * <p>If it does not filter, its offers are taken as they are, or none of them if it must not be passed over; if it does not
 * rank, the native order serves. Nothing is locked or held while it is waited for.
 */
public final class KubeOfferSet implements OfferSet, AutoCloseable {
    private final KubeOfferSetSettings settings;
    private final OfferNodes held = new OfferNodes();
    private final ExtenderClient client;
    private final Ticker ticker;
    private final ServiceWatch watch;
    private final MeterRegistry registry;
    private final Counter fallbacks;
    private final Counter filtered;
    private final Counter clamped;
    private final ExtenderBoard board;
    private final ExtenderBoard.Entry entry;

    /** @throws IllegalArgumentException when a file that the settings name cannot be used */
    public KubeOfferSet(KubeOfferSetSettings settings, ClientSurroundings surroundings) {
        this(settings, surroundings, new ExtenderBoard());
    }

    /** @param board where it is put up */
    KubeOfferSet(KubeOfferSetSettings settings, ClientSurroundings surroundings, ExtenderBoard board) {
        this.settings = settings;
        this.client = new ExtenderClient(settings.clientSettings(), surroundings);
        this.ticker = surroundings.ticker();
        this.watch = new ServiceWatch(settings.prefix().toString());
        this.registry = surroundings.registry();
        this.fallbacks = counter("fallbacks", "Questions that brought no answer, so that the native order served");
        this.filtered = counter("filtered", "Offers that the extender filtered out");
        this.clamped = counter("clamped_scores", "Scores that were brought within 0 to 10");
        this.board = board;
        this.entry = ExtenderBoard.deciding(() -> new ExtenderReport(
                KubeOfferSetSettings.EXTENDER,
                "services",
                settings.prefix().toString(),
                client.breakerState().label(),
                Optional.empty()));
        board.add(entry);
    }

    private Counter counter(String name, String what) {
        return Counter.builder("kube_offer_set_" + name)
                .description(what)
                .tag("endpoint", settings.prefix().toString())
                .register(registry);
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
        List<HostOffer> candidates = query.candidates();
        if (candidates.isEmpty() || !concerns(query)) {
            return candidates;
        }
        Attempt attempt = new Attempt(query);
        return attempt.ranked(attempt.filtered(candidates));
    }

    private boolean concerns(OfferQuery query) {
        ResourceList wanted = ServiceObjects.amounts(query.request());
        return settings.managed().isEmpty() || settings.managed().stream().anyMatch(wanted::has);
    }

    /** The questions of one attempt, which share its time. */
    private final class Attempt {
        private final byte[] pod;
        private final String about;
        private final Budget budget = Budget.of(settings.timeout(), ticker);

        Attempt(OfferQuery query) {
            pod = ServiceObjects.pod(query.group().config(), query.request());
            about = query.group().job().toString();
        }

        List<HostOffer> filtered(List<HostOffer> offers) {
            if (settings.filter().isEmpty()) {
                return offers;
            }
            Map<String, HostOffer> hosts = hosts(offers);
            Optional<FilterAnswer> answer =
                    ask("filter", settings.filter().get(), hosts, new FilterReader(hosts.keySet(), settings.mode()));
            if (answer.isEmpty()) {
                return settings.ignorable() ? offers : List.of();
            }
            Set<String> fitting = answer.get().fittingSet();
            List<HostOffer> left = offers.stream()
                    .filter(offer -> fitting.contains(offer.hostname()))
                    .toList();
            filtered.increment(offers.size() - left.size());
            return left;
        }

        List<HostOffer> ranked(List<HostOffer> offers) {
            if (settings.prioritize().isEmpty() || offers.size() < 2) {
                return offers;
            }
            Map<String, HostOffer> hosts = hosts(offers);
            Optional<Map<String, Double>> scores = ask(
                    "prioritize",
                    settings.prioritize().get(),
                    hosts,
                    new PriorityReader(hosts.keySet(), settings.mode(), score -> clamped.increment()));
            if (scores.isEmpty()) {
                return offers;
            }
            Map<String, Double> byHost = scores.get();
            List<HostOffer> ordered = new ArrayList<>(offers);
            // Stable: equals keep their native order.
            ordered.sort(Comparator.comparingDouble(offer -> -byHost.getOrDefault(offer.hostname(), 0.0)));
            return ordered;
        }

        /** Machines that share a name are one node, as the first of their offers shows it. */
        private Map<String, HostOffer> hosts(List<HostOffer> offers) {
            Map<String, HostOffer> hosts = new LinkedHashMap<>();
            offers.forEach(offer -> hosts.putIfAbsent(offer.hostname(), offer));
            return hosts;
        }

        private <T> Optional<T> ask(String verb, Endpoint where, Map<String, HostOffer> hosts, AnswerReader<T> reader) {
            RequestBody body = settings.mode().names()
                    ? KubeRequests.ofNames(pod, hosts.keySet())
                    : KubeRequests.ofNodes(
                            pod, hosts.values().stream().map(held::node).toList());
            Call<T> call = Call.post(new Verb(verb), body, reader)
                    .at(where)
                    .about(about)
                    .safeToRepeat();
            if (settings.mode().tolerant()) {
                call = call.tolerating(JsonTolerance.DUPLICATE_KEYS, JsonTolerance.TRAILING_CONTENT);
            }
            return switch (client.call(call, budget)) {
                case Outcome.Answered<T> answered -> {
                    watch.answers();
                    yield Optional.of(answered.answer());
                }
                case Outcome.Failed<T> failed -> {
                    fallbacks.increment();
                    failed(failed.failure());
                    yield Optional.empty();
                }
            };
        }

        private void failed(ExtenderFailure failure) {
            boolean asked = !(failure instanceof ExtenderFailure.BreakerOpen)
                    && !(failure instanceof ExtenderFailure.BulkheadFull);
            if (asked) {
                watch.fails(failure.headline() + " Got " + failure.got() + "; expected " + failure.expected()
                        + "; to do: " + failure.toDo() + ".");
            }
        }
    }

    /** Whether the extender is asked at present. */
    public BreakerState breakerState() {
        return client.breakerState();
    }

    /** Lets go of connections, threads and metrics; from then on it is passed over. */
    @Override
    public void close() {
        board.remove(entry);
        client.close();
        List.of(fallbacks, filtered, clamped).forEach(registry::remove);
    }
}
