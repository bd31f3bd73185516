package io.tender.extender.aurora;

import io.tender.extender.client.Call;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.client.ExtenderClient;
import io.tender.extender.client.Outcome;
import io.tender.extender.client.Ticker;
import io.tender.extender.offers.NativelyHeld;
import io.tender.extender.offers.TriedOfferSet;
import io.tender.extender.offers.TriedService;
import io.tender.extender.shadow.ExtenderBoard;
import io.tender.extender.shadow.Mode;
import io.tender.extender.shadow.Trial;
import io.tender.model.service.HostOffer;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import io.tender.spi.offers.OfferSetSetup;
import java.util.List;
import java.util.Optional;

/** A service that orders offers, on trial. */
final class TriedHttpService implements TriedService {
    private final HttpOfferSetSettings settings;
    private final OrderQuestion question;
    private final StartingLimit startingLimit;
    private final ExtenderClient client;
    private final Ticker ticker;
    private final Trial trial;

    private TriedHttpService(
            HttpOfferSetSettings settings, OfferSetSetup setup, Trial trial, ClientSurroundings surroundings) {
        this.settings = settings;
        this.trial = trial;
        this.question = new OrderQuestion(settings.compat());
        this.startingLimit =
                new StartingLimit(settings.maxStartingTasks(), settings.filterStarting(), setup.startingTasks());
        this.ticker = surroundings.ticker();
        this.client = new ExtenderClient(
                settings.trial().mode() == Mode.CANARY ? settings.client().withoutRecording() : settings.client(),
                surroundings);
    }

    /** The set that tries it. */
    static OfferSet tried(
            HttpOfferSetSettings settings, OfferSetSetup setup, ClientSurroundings surroundings, ExtenderBoard board) {
        Trial trial = new Trial(
                HttpOfferSetSettings.EXTENDER, settings.trial(), setup.parameters(), board.stops(), surroundings);
        try {
            TriedHttpService service = new TriedHttpService(settings, setup, trial, surroundings);
            OfferSet deciding = settings.shadowOf()
                    .<OfferSet>map(endpoint -> new HttpOfferSet(
                            settings.deciding(endpoint),
                            setup,
                            surroundings,
                            HttpOfferSetSettings.DECIDING,
                            unused -> {},
                            board))
                    .orElseGet(() -> new NativelyHeld(setup.nativeOrder()));
            Optional<HttpOfferSet> canary = settings.trial().mode() == Mode.CANARY
                    ? Optional.of(new HttpOfferSet(
                            settings,
                            setup,
                            surroundings,
                            HttpOfferSetSettings.EXTENDER,
                            outcome -> trial.called(OrderQuestion.VERB.value(), outcome),
                            // The set around it is put up instead.
                            new ExtenderBoard()))
                    : Optional.empty();
            return new TriedOfferSet(service, deciding, canary, trial, surroundings, board);
        } catch (IllegalArgumentException unusable) {
            trial.close();
            throw unusable;
        }
    }

    @Override
    public String name() {
        return HttpOfferSetSettings.EXTENDER;
    }

    @Override
    public String address() {
        return settings.endpoint().toString();
    }

    @Override
    public String breaker() {
        return client.breakerState().label();
    }

    @Override
    public String verb() {
        return OrderQuestion.VERB.value();
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
    public void clear() {
        question.held().clear();
    }

    @Override
    public List<HostOffer> askable(List<HostOffer> candidates) {
        return startingLimit.divide(candidates).good();
    }

    @Override
    public Optional<Asking> about(OfferQuery query, List<HostOffer> offers) {
        Call<Ranking> call = question.about(query, question.held().encoded(offers), ticker.nanos());
        return Optional.of(new Asking(call.body().length(), () -> {
            Outcome<Ranking> outcome = client.call(call);
            trial.called(OrderQuestion.VERB.value(), outcome);
            return outcome.value().map(ranking -> ownOrder(ranking, offers));
        }));
    }

    private List<HostOffer> ownOrder(Ranking ranking, List<HostOffer> offers) {
        return ranking.isEmpty() && settings.emptyAnswer() == EmptyAnswer.FALL_BACK
                ? offers
                : List.copyOf(ranking.ordered());
    }

    @Override
    public void close() {
        client.close();
    }
}
