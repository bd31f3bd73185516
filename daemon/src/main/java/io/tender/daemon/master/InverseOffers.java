package io.tender.daemon.master;

import io.tender.model.AgentId;
import io.tender.model.Filters;
import io.tender.model.FrameworkId;
import io.tender.model.InverseOfferStatus;
import io.tender.model.InverseOfferStatus.Answer;
import io.tender.model.UnavailableResources;
import io.tender.model.service.OfferId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The inverse offers that are out: agents that frameworks were asked to leave. */
final class InverseOffers {
    private final Desk desk;
    private final Links links;
    private final Offers offers;
    private final LinkedHashMap<OfferId, InverseOffer> open = new LinkedHashMap<>();

    InverseOffers(Desk desk, Links links, Offers offers) {
        this.desk = desk;
        this.links = links;
        this.offers = offers;
    }

    void make(FrameworkId framework, Map<AgentId, UnavailableResources> asked) {
        List<InverseOffer> fresh = new ArrayList<>();
        asked.forEach((agent, what) -> {
            InverseOffer offer =
                    new InverseOffer(offers.nextId(), framework, agent, what.resources(), what.unavailability());
            open.put(offer.id(), offer);
            fresh.add(offer);
        });
        links.tell(framework, new FrameworkEvent.InverseOffers(fresh));
        desk.settings.offerTimeout().ifPresent(timeout -> desk.host.after(timeout, () -> expire(fresh)));
    }

    private void expire(List<InverseOffer> asked) {
        asked.stream().filter(offer -> open.containsKey(offer.id())).forEach(this::rescind);
    }

    /** Whether it was one that this framework could answer. */
    boolean answer(FrameworkId framework, OfferId id, Answer answer, Filters filters) {
        InverseOffer offer = open.get(id);
        if (offer == null || !offer.framework().equals(framework)) {
            return false;
        }
        open.remove(id);
        settle(offer, Optional.of(new InverseOfferStatus(answer, framework, desk.now())), Optional.of(filters));
        return true;
    }

    private void settle(InverseOffer offer, Optional<InverseOfferStatus> status, Optional<Filters> filters) {
        desk.allocator.updateInverseOffer(
                offer.agent(),
                offer.framework(),
                Optional.of(new UnavailableResources(offer.resources(), offer.unavailability())),
                status,
                filters);
    }

    private void rescind(InverseOffer offer) {
        open.remove(offer.id());
        settle(offer, Optional.empty(), Optional.empty());
        links.tell(offer.framework(), new FrameworkEvent.RescindInverseOffer(offer.id()));
    }

    /** For an agent that goes, or whose maintenance changes; to be called while the allocator still knows both. */
    void rescindAll(AgentId agent) {
        matching(offer -> offer.agent().equals(agent)).forEach(this::rescind);
    }

    /** For a framework that is no longer there to be told. */
    void discardAll(FrameworkId framework) {
        for (InverseOffer offer : matching(one -> one.framework().equals(framework))) {
            open.remove(offer.id());
            settle(offer, Optional.empty(), Optional.empty());
        }
    }

    private List<InverseOffer> matching(Predicate<InverseOffer> wanted) {
        return open.values().stream().filter(wanted).toList();
    }

    List<InverseOffer> all() {
        return List.copyOf(open.values());
    }
}
