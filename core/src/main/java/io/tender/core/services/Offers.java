package io.tender.core.services;

import io.tender.model.AgentId;
import io.tender.model.Filters;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.HostOffer;
import io.tender.model.service.MaintenanceMode;
import io.tender.model.service.OfferId;
import io.tender.spi.AllocatorHost;
import io.tender.spi.Chance;
import io.tender.spi.framework.Master;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** The life of an offer: it arrives, is held for a while, and is used, rescinded or declined. */
final class Offers {
    private static final long JITTER = Chance.key("offer_hold_jitter_window");

    private final ServiceSettings settings;
    private final AllocatorHost host;
    private final Agenda agenda;
    private final Master master;
    private final OfferBook book;
    private final ServiceMetrics metrics;
    private final Function<AgentId, MaintenanceMode> modes;
    private final BooleanSupplier idle;

    /** Rescinded before they arrived: they are not taken in when they do. */
    private final Set<OfferId> banned = new HashSet<>();

    /** Out of the book, since they are kept for tasks that are being bound. */
    private final Map<OfferId, HeldOffer> lent = new HashMap<>();

    private boolean suppressed;

    /** Whether it will be looked whether anything waits for what is held. */
    private boolean watched;

    Offers(
            ServiceSettings settings,
            AllocatorHost host,
            Agenda agenda,
            Master master,
            OfferBook book,
            ServiceMetrics metrics,
            Function<AgentId, MaintenanceMode> modes,
            BooleanSupplier idle) {
        this.settings = settings;
        this.host = host;
        this.agenda = agenda;
        this.master = master;
        this.book = book;
        this.metrics = metrics;
        this.modes = modes;
        this.idle = idle;
    }

    void arrived(HostOffer arrived) {
        if (banned.remove(arrived.id())) {
            return;
        }
        MaintenanceMode known = modes.apply(arrived.agent());
        HostOffer offer = known == MaintenanceMode.NONE ? arrived : arrived.withMode(known);
        HeldOffer old = book.byAgent(offer.agent());
        if (old != null) {
            // Given back together, so that the master makes one offer of the two; at once, hence without a filter.
            letGo(old);
            metrics.count(ServiceMetrics.MERGED);
            master.decline(List.of(old.offer.id(), offer.id()), Filters.ofSeconds(0));
            return;
        }
        HeldOffer held = book.add(offer);
        if (!settings.holdOffersForever()) {
            held.holdEnd = agenda.in(holdMillis(offer), () -> heldLongEnough(offer.id()));
        }
        watch();
    }

    private void watch() {
        if (settings.givesBackWhenIdle() && !watched && book.size() > 0) {
            watched = true;
            agenda.in(settings.idleHoldMillis(), this::giveBackIfIdle);
        }
    }

    /** What nothing waits for is for others; the next task that waits asks for offers again. */
    private void giveBackIfIdle() {
        watched = false;
        if (!idle.getAsBoolean()) {
            watch();
            return;
        }
        List<HeldOffer> all = List.copyOf(book.all());
        all.forEach(held -> {
            letGo(held);
            metrics.count(ServiceMetrics.DECLINED);
        });
        if (!all.isEmpty()) {
            master.decline(all.stream().map(held -> held.offer.id()).toList(), filters());
        }
        suppress();
    }

    private void suppress() {
        if (settings.suppressWhenIdle() && !suppressed && idle.getAsBoolean()) {
            suppressed = true;
            master.suppress();
        }
    }

    private long holdMillis(HostOffer offer) {
        long window = settings.offerHoldJitterMillis();
        long draw = host.chance().draw(Chance.key(JITTER, Chance.key(offer.id().value())));
        return settings.minOfferHoldMillis() + (long) (Chance.unit(draw) * window);
    }

    private void heldLongEnough(OfferId id) {
        Optional<HeldOffer> held = book.remove(id);
        if (held.isEmpty()) {
            return;
        }
        metrics.count(ServiceMetrics.DECLINED);
        master.decline(List.of(id), filters());
        suppress();
    }

    /** There is work again: offers are wanted. */
    void wanted() {
        if (suppressed) {
            suppressed = false;
            master.revive();
        }
    }

    /** The master is back and knows nothing of what was suppressed; offers that nothing waits for would keep others waiting. */
    void reconnected() {
        suppressed = settings.suppressWhenIdle() && idle.getAsBoolean();
        if (suppressed) {
            master.suppress();
        } else {
            master.revive();
        }
    }

    boolean suppressed() {
        return suppressed;
    }

    Filters filters() {
        return Filters.ofSeconds(settings.offerFilterMillis() / 1000.0);
    }

    void rescinded(OfferId id) {
        if (cancel(id) || lent.remove(id) != null) {
            return;
        }
        // It overtook its offer. Behind everything that is queued now the offer must have come.
        banned.add(id);
        host.enqueue(() -> {
            if (banned.remove(id)) {
                metrics.count(ServiceMetrics.CANCEL_FAILURES);
            }
        });
    }

    private boolean cancel(OfferId id) {
        Optional<HeldOffer> held = book.remove(id);
        held.ifPresent(gone -> agenda.cancel(gone.holdEnd));
        return held.isPresent();
    }

    /** Takes an offer out to use it, or for any other reason but its time. */
    void letGo(HeldOffer held) {
        book.remove(held.offer.id());
        agenda.cancel(held.holdEnd);
    }

    /** Keeps an offer for tasks that are being bound: nobody else sees it, and it is not declined for its age. */
    void lend(HeldOffer held) {
        letGo(held);
        lent.put(held.offer.id(), held);
    }

    /** Ends that; false if the master has taken the offer back meanwhile. */
    boolean takeBack(HeldOffer held) {
        return lent.remove(held.offer.id()) != null;
    }

    /** Gives back an offer that was kept in vain, to be offered again at once as it is by then. */
    void giveBackUnused(OfferId id) {
        giveBack(id, Filters.ofSeconds(0));
    }

    /** Gives back an offer that could not be used; if that fails too, the master has to find out by itself. */
    void giveBack(OfferId id) {
        giveBack(id, filters());
    }

    private void giveBack(OfferId id, Filters with) {
        try {
            master.decline(List.of(id), with);
            metrics.count(ServiceMetrics.DECLINED);
        } catch (RuntimeException broken) {
            metrics.count(ServiceMetrics.LAUNCH_FAILURES);
        }
    }

    void lost(AgentId agent) {
        HeldOffer held = book.byAgent(agent);
        if (held != null) {
            letGo(held);
        }
        lent.values().removeIf(kept -> kept.offer.agent().equals(agent));
    }

    void disconnected() {
        lent.clear();
        book.all().forEach(held -> agenda.cancel(held.holdEnd));
        book.clear();
        banned.clear();
    }

    /** The machine of an agent changed; its offer is put back, so that it finds its new place in the order. */
    void changed(AgentId agent, Function<HostOffer, HostOffer> change) {
        HeldOffer held = book.byAgent(agent);
        if (held != null) {
            book.replace(held, change.apply(held.offer));
        }
    }

    void attributesChanged(AgentId agent, HostAttributes attributes) {
        changed(agent, offer -> offer.withAttributes(attributes));
    }
}
