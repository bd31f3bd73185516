package io.tender.daemon.master;

import io.tender.core.operator.OutstandingOffer;
import io.tender.model.AgentId;
import io.tender.model.Filters;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.service.OfferId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The offers that are out: made when the allocator says so, and taken back when they can no longer be kept. */
final class Offers {
    private final Desk desk;
    private final Links links;
    private final LinkedHashMap<OfferId, Offer> open = new LinkedHashMap<>();
    private final Map<AgentId, Map<OfferId, Offer>> byAgent = new HashMap<>();
    private final Map<FrameworkId, Map<OfferId, Offer>> byFramework = new HashMap<>();
    private long made;

    Offers(Desk desk, Links links) {
        this.desk = desk;
        this.links = links;
    }

    /** The next id, for offers and inverse offers alike: answers name them in one list. */
    OfferId nextId() {
        return new OfferId(desk.settings.masterId() + "-O" + made++);
    }

    void make(FrameworkId framework, Map<Role, Map<AgentId, Resources>> offered) {
        List<Offer> fresh = new ArrayList<>();
        offered.forEach((role, agents) -> agents.forEach((agent, resources) -> {
            Optional<AgentRecord> record = desk.state.agent(agent).filter(one -> desk.isPresent(agent));
            if (record.isEmpty() || record.get().isDeactivated() || !links.isConnected(framework)) {
                giveBack(framework, agent, resources, Optional.empty());
            } else {
                fresh.add(new Offer(
                        nextId(),
                        framework,
                        role,
                        record.get().agent(),
                        resources,
                        desk.state.unavailability(record.get().agent().hostname())));
            }
        }));
        fresh.forEach(this::add);
        if (!fresh.isEmpty()) {
            links.tell(framework, new FrameworkEvent.Offers(fresh));
            desk.settings.offerTimeout().ifPresent(timeout -> desk.host.after(timeout, () -> expire(fresh)));
        }
    }

    private void add(Offer offer) {
        open.put(offer.id(), offer);
        byAgent.computeIfAbsent(offer.agent().id(), agent -> new LinkedHashMap<>())
                .put(offer.id(), offer);
        byFramework
                .computeIfAbsent(offer.framework(), framework -> new LinkedHashMap<>())
                .put(offer.id(), offer);
    }

    private void expire(List<Offer> offers) {
        offers.stream().filter(offer -> open.containsKey(offer.id())).forEach(this::rescind);
    }

    Optional<Offer> find(OfferId id) {
        return Optional.ofNullable(open.get(id));
    }

    /** Ends an offer that is used now; what becomes of its resources is the caller's business. */
    void use(Offer offer) {
        open.remove(offer.id());
        remove(byAgent, offer.agent().id(), offer.id());
        remove(byFramework, offer.framework(), offer.id());
    }

    private static <K> void remove(Map<K, Map<OfferId, Offer>> index, K key, OfferId id) {
        Map<OfferId, Offer> offers = index.get(key);
        if (offers != null) {
            offers.remove(id);
            if (offers.isEmpty()) {
                index.remove(key);
            }
        }
    }

    /** Ends an offer and gives its resources back. */
    void discard(Offer offer, Optional<Filters> filters) {
        use(offer);
        giveBack(offer.framework(), offer.agent().id(), offer.resources(), filters);
    }

    private void giveBack(FrameworkId framework, AgentId agent, Resources resources, Optional<Filters> filters) {
        desk.allocator.recoverResources(framework, agent, resources, filters, false);
    }

    /** Ends an offer, gives its resources back and tells the framework. */
    void rescind(Offer offer) {
        discard(offer, Optional.empty());
        links.tell(offer.framework(), new FrameworkEvent.Rescind(offer.id()));
    }

    /** Rescinds what the rules chose. */
    void rescind(Collection<OutstandingOffer> chosen) {
        for (OutstandingOffer one : chosen) {
            find(new OfferId(one.id())).ifPresent(this::rescind);
        }
    }

    void rescindAll(AgentId agent) {
        ofAgent(agent).forEach(this::rescind);
    }

    /** All offers of a framework that is no longer there to be told. */
    void discardAll(FrameworkId framework) {
        ofFramework(framework).forEach(offer -> discard(offer, Optional.empty()));
    }

    List<Offer> ofAgent(AgentId agent) {
        return copy(byAgent.get(agent));
    }

    List<Offer> ofFramework(FrameworkId framework) {
        return copy(byFramework.get(framework));
    }

    private static List<Offer> copy(@Nullable Map<OfferId, Offer> offers) {
        return offers == null ? List.of() : List.copyOf(offers.values());
    }

    Collection<Offer> all() {
        return open.values();
    }

    /** As the rules of rescinding see them, oldest first. */
    List<OutstandingOffer> outstanding() {
        return outstanding(open.values());
    }

    static List<OutstandingOffer> outstanding(Collection<Offer> offers) {
        return offers.stream()
                .map(offer -> new OutstandingOffer(
                        offer.id().value(),
                        offer.framework(),
                        offer.role(),
                        offer.agent().id(),
                        offer.resources()))
                .toList();
    }

    static Resources sum(Collection<Offer> offers) {
        Resources sum = Resources.empty();
        for (Offer offer : offers) {
            sum = sum.plus(offer.resources());
        }
        return sum;
    }
}
