package io.tender.extender.offers;

import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.shadow.ExtenderBoard;
import io.tender.extender.shadow.ExtenderReport;
import io.tender.extender.shadow.Trial;
import io.tender.model.AgentId;
import io.tender.model.service.HostOffer;
import io.tender.model.service.JobKey;
import io.tender.model.service.OfferId;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskGroupKey;
import io.tender.model.service.TaskId;
import io.tender.spi.offers.BindQuery;
import io.tender.spi.offers.EvictionQuery;
import io.tender.spi.offers.Objection;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * An offer set whose service is on trial: another set decides, and the service is asked afterwards, elsewhere, what it would
 * have said; as a canary it decides for a share of the jobs.
 */
public final class TriedOfferSet implements OfferSet {
    private final TriedService service;
    private final OfferSet deciding;
    private final Optional<? extends OfferSet> canary;
    private final Trial trial;
    private final InstantSource clock;
    private final ExtenderBoard board;
    private final ExtenderBoard.Entry entry = new ExtenderBoard.Entry() {
        @Override
        public ExtenderReport report() {
            return TriedOfferSet.this.report();
        }

        @Override
        public boolean resume() {
            return trial.resume();
        }
    };

    /**
     * All it is given is closed with it.
     *
     * @param service as a shadow; nothing it is asked as such is in the way of what it decides
     * @param deciding what decides otherwise
     * @param canary the set of the service, if it decides for a share
     * @param board where it is put up
     */
    public TriedOfferSet(
            TriedService service,
            OfferSet deciding,
            Optional<? extends OfferSet> canary,
            Trial trial,
            ClientSurroundings surroundings,
            ExtenderBoard board) {
        this.service = service;
        this.deciding = deciding;
        this.canary = canary;
        this.trial = trial;
        this.clock = surroundings.wallClock();
        this.board = board;
        board.add(entry);
    }

    private ExtenderReport report() {
        return new ExtenderReport(
                service.name(), "services", service.address(), service.breaker(), Optional.of(trial.report()));
    }

    /** A shadow of a set that does not wait keeps nobody waiting either. */
    @Override
    public boolean waits() {
        return deciding.waits() || canary.isPresent();
    }

    @Override
    public void begin() {
        trial.begin();
        deciding.begin();
        canary.ifPresent(OfferSet::begin);
    }

    @Override
    public void add(HostOffer offer) {
        deciding.add(offer);
        service.add(offer);
        canary.ifPresent(set -> set.add(offer));
    }

    @Override
    public void remove(HostOffer offer) {
        deciding.remove(offer);
        service.remove(offer);
        canary.ifPresent(set -> set.remove(offer));
    }

    @Override
    public int size() {
        return deciding.size();
    }

    @Override
    public void clear() {
        deciding.clear();
        service.clear();
        canary.ifPresent(OfferSet::clear);
    }

    @Override
    public Collection<HostOffer> values() {
        return deciding.values();
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // which of the two sets it is
    public Iterable<HostOffer> getOrdered(OfferQuery query) {
        OfferSet decider = decider(query.group().job());
        if (decider != deciding) {
            return decider.getOrdered(query);
        }
        if (!trial.hasRoom()) {
            return decided(query);
        }
        // Before the order is walked, since each placement changes what can be asked about.
        List<HostOffer> candidates = query.candidates();
        Iterable<HostOffer> decided = decided(query);
        compareLater(query, candidates, decided);
        return decided;
    }

    private Iterable<HostOffer> decided(OfferQuery query) {
        // Who is waited for may name nothing but candidates, which are in native order.
        return waits() && !deciding.waits() ? query.candidates() : deciding.getOrdered(query);
    }

    /** Of whichever of the two the attempt has asked. */
    @Override
    public Map<OfferId, Objection> objections(long attempt) {
        Map<OfferId, Objection> ofCanary =
                canary.map(set -> set.objections(attempt)).orElseGet(Map::of);
        return ofCanary.isEmpty() ? deciding.objections(attempt) : ofCanary;
    }

    @Override
    public Optional<Objection> unanswered(TaskGroupKey group, ResourceBundle request) {
        return decider(group.job()).unanswered(group, request);
    }

    @Override
    public boolean reviewsEvictions() {
        return deciding.reviewsEvictions()
                || canary.map(OfferSet::reviewsEvictions).orElse(false);
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // which of the two sets it is
    public Map<AgentId, Set<TaskId>> evictable(EvictionQuery query) {
        OfferSet decider = decider(query.group().job());
        Map<AgentId, Set<TaskId>> left = decider.evictable(query);
        if (decider == deciding && service.reviewsEvictions() && trial.hasRoom()) {
            compareLater(query, left);
        }
        return left;
    }

    /** What decides has no say in it, so all that would be evicted may be. */
    @Override
    public void evicting(Supplier<EvictionQuery> query) {
        if (service.reviewsEvictions() && trial.hasRoom()) {
            EvictionQuery asked = query.get();
            compareLater(asked, asked.unchanged());
        }
    }

    private void compareLater(EvictionQuery query, Map<AgentId, Set<TaskId>> decided) {
        if (query.candidates().isEmpty()) {
            return;
        }
        EvictionComparison comparison = new EvictionComparison(clock.instant(), query, decided);
        trial.later(
                comparison.bytes(),
                () -> service.evictable(query).map(comparison::with).ifPresent(trial::compared));
    }

    @Override
    public boolean binds(TaskGroupKey group, ResourceBundle request) {
        return decider(group.job()).binds(group, request);
    }

    /** Of whoever decides for the job: a shadow binds nothing, since that would have effects. */
    @Override
    public Map<TaskId, Objection> bind(BindQuery query) {
        return decider(query.group().job()).bind(query);
    }

    private OfferSet decider(JobKey job) {
        return canary.isPresent() && trial.decides() && trial.settings().share().holds(job.toString())
                ? canary.get()
                : deciding;
    }

    private void compareLater(OfferQuery query, List<HostOffer> candidates, Iterable<HostOffer> decided) {
        List<HostOffer> all = service.askable(candidates);
        if (all.isEmpty()) {
            return;
        }
        // Native order may hold offers that are vetoed: an order of all, of which these are the ones that count.
        List<HostOffer> order = deciding.waits() ? listed(decided) : candidates;
        List<HostOffer> picked = picked(all, order);
        OrderComparison comparison = new OrderComparison(
                service.verb(), clock.instant(), query.group().job().toString(), picked, order);
        service.about(query, picked)
                .ifPresent(asking -> trial.later(
                        asking.bytes(),
                        () -> asking.order().get().map(comparison::with).ifPresent(trial::compared)));
    }

    /** As many as it is asked about at most, spread evenly, and the one that is tried first in any case. */
    private List<HostOffer> picked(List<HostOffer> all, List<HostOffer> order) {
        int most = trial.settings().nodes();
        if (all.size() <= most) {
            return all;
        }
        Map<OfferId, Integer> known = HashMap.newHashMap(all.size());
        all.forEach(offer -> known.put(offer.id(), known.size()));
        TreeSet<Integer> places = new TreeSet<>();
        order.stream()
                .flatMap(offer -> Stream.ofNullable(known.get(offer.id())))
                .findFirst()
                .ifPresent(places::add);
        for (int i = 0; i < most; i++) {
            places.add((int) ((long) i * all.size() / most));
        }
        return places.stream().map(all::get).toList();
    }

    private static List<HostOffer> listed(Iterable<HostOffer> offers) {
        List<HostOffer> list = new ArrayList<>();
        offers.forEach(list::add);
        return list;
    }

    @Override
    public void close() {
        board.remove(entry);
        trial.close();
        service.close();
        canary.ifPresent(OfferSet::close);
        deciding.close();
    }
}
