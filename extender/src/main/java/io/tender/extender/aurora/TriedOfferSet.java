package io.tender.extender.aurora;

import io.tender.extender.client.Call;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.client.ExtenderClient;
import io.tender.extender.client.Outcome;
import io.tender.extender.client.Ticker;
import io.tender.extender.shadow.ExtenderBoard;
import io.tender.extender.shadow.ExtenderReport;
import io.tender.extender.shadow.Mode;
import io.tender.extender.shadow.Trial;
import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import io.tender.spi.offers.OfferSetSetup;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * An offer set whose service is on trial: another set decides, and the service is asked afterwards, elsewhere, what it would
 * have said; as a canary it decides for a share of the jobs.
 */
final class TriedOfferSet implements OfferSet {
    private final HttpOfferSetSettings settings;
    private final OfferSet deciding;
    private final Optional<HttpOfferSet> canary;
    private final OrderQuestion question;
    private final StartingLimit startingLimit;
    private final ExtenderClient client;
    private final Trial trial;
    private final Ticker ticker;
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

    TriedOfferSet(
            HttpOfferSetSettings settings, OfferSetSetup setup, ClientSurroundings surroundings, ExtenderBoard board) {
        this.settings = settings;
        this.question = new OrderQuestion(settings.compat());
        this.startingLimit =
                new StartingLimit(settings.maxStartingTasks(), settings.filterStarting(), setup.startingTasks());
        this.ticker = surroundings.ticker();
        this.clock = surroundings.wallClock();
        this.trial = new Trial(HttpOfferSetSettings.EXTENDER, settings.trial(), surroundings);
        // A client of its own, so that nothing it is asked as a shadow is in the way of what it decides.
        this.client = new ExtenderClient(
                settings.trial().mode() == Mode.CANARY ? settings.client().withoutRecording() : settings.client(),
                surroundings);
        this.deciding = settings.shadowOf()
                .<OfferSet>map(endpoint -> new HttpOfferSet(
                        settings.deciding(endpoint),
                        setup,
                        surroundings,
                        HttpOfferSetSettings.DECIDING,
                        unused -> {},
                        board))
                .orElseGet(() -> new NativelyHeld(setup.nativeOrder()));
        this.canary = settings.trial().mode() == Mode.CANARY
                ? Optional.of(new HttpOfferSet(
                        settings,
                        setup,
                        surroundings,
                        HttpOfferSetSettings.EXTENDER,
                        outcome -> trial.called(OrderQuestion.VERB.value(), outcome),
                        // The set around it is put up instead.
                        new ExtenderBoard()))
                : Optional.empty();
        this.board = board;
        board.add(entry);
    }

    private ExtenderReport report() {
        return new ExtenderReport(
                HttpOfferSetSettings.EXTENDER,
                "services",
                settings.endpoint().toString(),
                client.breakerState().label(),
                Optional.of(trial.report()));
    }

    /** A shadow of a set that does not wait keeps nobody waiting either. */
    @Override
    public boolean waits() {
        return deciding.waits() || canary.isPresent();
    }

    @Override
    public void add(HostOffer offer) {
        deciding.add(offer);
        question.held().add(offer);
        canary.ifPresent(set -> set.add(offer));
    }

    @Override
    public void remove(HostOffer offer) {
        deciding.remove(offer);
        question.held().remove(offer);
        canary.ifPresent(set -> set.remove(offer));
    }

    @Override
    public int size() {
        return deciding.size();
    }

    @Override
    public void clear() {
        deciding.clear();
        question.held().clear();
        canary.ifPresent(HttpOfferSet::clear);
    }

    @Override
    public Collection<HostOffer> values() {
        return deciding.values();
    }

    @Override
    public Iterable<HostOffer> getOrdered(OfferQuery query) {
        if (canary.isPresent()
                && trial.decides()
                && trial.settings().share().holds(query.group().job().toString())) {
            return canary.get().getOrdered(query);
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

    private void compareLater(OfferQuery query, List<HostOffer> candidates, Iterable<HostOffer> decided) {
        List<HostOffer> all = startingLimit.divide(candidates).good();
        if (all.isEmpty()) {
            return;
        }
        // Native order may hold offers that are vetoed: an order of all, of which these are the ones that count.
        List<HostOffer> order = deciding.waits() ? listed(decided) : candidates;
        List<HostOffer> good = picked(all, order);
        Call<Ranking> call = question.about(query, good.toArray(HostOffer[]::new), ticker.nanos());
        OrderComparison comparison =
                new OrderComparison(clock.instant(), query.group().job().toString(), good, order);
        trial.later(call.body().length(), () -> {
            Outcome<Ranking> outcome = client.call(call);
            trial.called(OrderQuestion.VERB.value(), outcome);
            outcome.value()
                    .map(ranking -> comparison.with(ownOrder(ranking, good)))
                    .ifPresent(trial::compared);
        });
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

    private List<HostOffer> ownOrder(Ranking ranking, List<HostOffer> good) {
        return ranking.isEmpty() && settings.emptyAnswer() == EmptyAnswer.FALL_BACK ? good : List.of(ranking.ordered());
    }

    private static List<HostOffer> listed(Iterable<HostOffer> offers) {
        List<HostOffer> list = new ArrayList<>();
        offers.forEach(list::add);
        return list;
    }

    Trial trial() {
        return trial;
    }

    @Override
    public void close() {
        board.remove(entry);
        trial.close();
        client.close();
        canary.ifPresent(HttpOfferSet::close);
        deciding.close();
    }
}
