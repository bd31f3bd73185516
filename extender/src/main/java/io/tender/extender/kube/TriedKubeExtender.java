package io.tender.extender.kube;

import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.client.ExtenderSettings;
import io.tender.extender.offers.NativelyHeld;
import io.tender.extender.offers.TriedOfferSet;
import io.tender.extender.offers.TriedService;
import io.tender.extender.shadow.ExtenderBoard;
import io.tender.extender.shadow.Mode;
import io.tender.extender.shadow.Trial;
import io.tender.model.AgentId;
import io.tender.model.service.HostOffer;
import io.tender.model.service.TaskId;
import io.tender.spi.offers.EvictionQuery;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import io.tender.spi.offers.OfferSetSetup;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** An extender of kube-scheduler that filters and ranks offers, on trial. */
final class TriedKubeExtender implements TriedService {
    /** Both of its verbs make one order. */
    private static final String VERB = "order";

    private final KubeOfferSetSettings settings;
    private final KubeQuestion question;

    private TriedKubeExtender(KubeOfferSetSettings settings, Trial trial, ClientSurroundings surroundings) {
        ExtenderSettings extender = settings.extender(KubeOfferSetSettings.EXTENDER);
        this.settings = settings;
        this.question = new KubeQuestion(
                settings,
                settings.trial().mode() == Mode.CANARY ? extender.withoutRecording() : extender,
                surroundings,
                trial::called);
    }

    /** The set that tries it. */
    static OfferSet tried(
            KubeOfferSetSettings settings, OfferSetSetup setup, ClientSurroundings surroundings, ExtenderBoard board) {
        Trial trial = new Trial(
                KubeOfferSetSettings.EXTENDER, settings.trial(), setup.parameters(), board.stops(), surroundings);
        try {
            TriedKubeExtender service = new TriedKubeExtender(settings, trial, surroundings);
            OfferSet deciding = settings.shadowOf()
                    .<OfferSet>map(other -> new KubeOfferSet(
                            settings.deciding(other),
                            surroundings,
                            KubeOfferSetSettings.DECIDING,
                            (verb, outcome) -> {},
                            board))
                    .orElseGet(() -> new NativelyHeld(setup.nativeOrder()));
            Optional<KubeOfferSet> canary = settings.trial().mode() == Mode.CANARY
                    // The set around it is put up instead.
                    ? Optional.of(new KubeOfferSet(
                            settings, surroundings, KubeOfferSetSettings.EXTENDER, trial::called, new ExtenderBoard()))
                    : Optional.empty();
            return new TriedOfferSet(service, deciding, canary, trial, surroundings, board);
        } catch (IllegalArgumentException unusable) {
            trial.close();
            throw unusable;
        }
    }

    @Override
    public String name() {
        return KubeOfferSetSettings.EXTENDER;
    }

    @Override
    public String address() {
        return settings.prefix().toString();
    }

    @Override
    public String breaker() {
        return question.breakerState().label();
    }

    @Override
    public String verb() {
        return VERB;
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
        return candidates;
    }

    @Override
    public Optional<Asking> about(OfferQuery query, List<HostOffer> offers) {
        boolean orders = settings.filter().isPresent() || settings.prioritize().isPresent();
        if (!orders || !question.concerns(query.request())) {
            return Optional.empty();
        }
        KubeQuestion.About about = question.about(query);
        // Nodes are made of the offers when they are asked about.
        return Optional.of(new Asking(about.bytes(), () -> {
            KubeQuestion.Order order = question.order(about, offers);
            return order.failed() ? Optional.empty() : Optional.of(order.offers());
        }));
    }

    @Override
    public boolean reviewsEvictions() {
        return settings.preempt().isPresent();
    }

    @Override
    public Optional<Map<AgentId, Set<TaskId>>> evictable(EvictionQuery query) {
        return question.concerns(query.request())
                ? question.preemptable(query, Evictions.of(query)).map(Evictions::byAgent)
                : Optional.empty();
    }

    @Override
    public void close() {
        question.close();
    }
}
