package io.tender.core.batch.framework;

import io.tender.core.batch.BatchCluster;
import io.tender.core.batch.Bounds;
import io.tender.core.batch.Capacity;
import io.tender.core.batch.Ignored;
import io.tender.core.batch.KeptBack;
import io.tender.core.batch.SessionResult;
import io.tender.core.batch.Snapshot;
import io.tender.model.AgentId;
import io.tender.model.Filters;
import io.tender.model.Resources;
import io.tender.model.batch.ResourceList;
import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import io.tender.spi.AllocatorHost;
import io.tender.spi.framework.Master;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Deals with the master about offers: wants them while they are of use to some job, holds them for a while, and gives back
 * what is of no use, so that the scheduler neither starves nor hoards.
 */
final class OfferDesk {
    /** Beyond this many different requests an offer is compared with what is least of each resource in all of them. */
    private static final int MOST_COMPARED = 200;

    private final AllocatorHost host;
    private final Master master;
    private final BatchCluster cluster;
    private final HeldOffers held;
    private final Sitting sitting;
    private final Patience patience;
    private final Capacity capacity = new Capacity();
    private Ignored ignored = Ignored.NOTHING;
    private BatchSettings settings;
    private final Lookout lookout = new Lookout(Timetable.LOOK_AGAIN_WHILE_RUNNING);
    private boolean suppressed;

    /** Counts how often the hand was empty and is not any more. */
    private long handful;

    private Instant lastArrival = Instant.EPOCH;

    /** Whether it is planned that jobs set aside are taken up again. */
    private boolean takingUp;

    private boolean closed;

    /** The sessions that offers are held for. */
    interface Sitting {
        boolean isUnderWay();

        /** There is reason for another. */
        void changed();
    }

    OfferDesk(
            AllocatorHost host,
            Master master,
            BatchCluster cluster,
            HeldOffers held,
            BatchSettings settings,
            Sitting sitting) {
        this.host = host;
        this.master = master;
        this.cluster = cluster;
        this.held = held;
        this.settings = settings;
        this.sitting = sitting;
        this.patience = new Patience(host.now());
    }

    void adjust(BatchSettings changed) {
        settings = changed;
    }

    void arrived(Collection<HostOffer> offers) {
        if (held.count() == 0) {
            long first = ++handful;
            host.after(settings.offerHold(), () -> heldLongEnough(first, true));
        }
        lastArrival = host.now();
        for (HostOffer offer : offers) {
            switch (held.add(offer)) {
                case HELD -> {}
                case UNCOUNTABLE -> master.decline(List.of(offer.id()), refusal());
                case GONE -> {}
            }
        }
        if (!isWanting()) {
            giveBackEverything();
        }
    }

    /** An agent has so much in all, whoever uses it. Who was too large for all agents may not be so any more. */
    void agentHas(AgentId agent, Resources total) {
        Optional<ResourceList> amount = countable(total);
        if (amount.isEmpty()) {
            capacity.lost(agent);
        } else if (capacity.has(agent, amount.get()) && cluster.hasTooLarge()) {
            cluster.measureTooLarge(bounds());
            sitting.changed();
            reviveIfWanting();
        }
    }

    /** What cannot be counted is not used either: offers of it are given back. */
    private static Optional<ResourceList> countable(Resources total) {
        try {
            return Optional.of(Measures.offered(total));
        } catch (ArithmeticException uncountable) {
            return Optional.empty();
        }
    }

    void agentLost(AgentId agent) {
        capacity.lost(agent);
    }

    private Bounds bounds() {
        return new Bounds(capacity, ignored, settings.tasksPerNode());
    }

    void rescinded(OfferId offer) {
        if (!held.drop(offer)) {
            // It overtook its offer. Behind everything that is queued now the offer must have come.
            held.rescindEarly(offer);
            host.enqueue(() -> held.forgetRescinded(offer));
        }
    }

    /**
     * The first of the offers in hand was held for as long as may be. All are given back with it, the later ones too: so they
     * come back together, and a gang that needs several finds them in hand at once. If each had its own time, those of
     * three agents could come and go for ever without being there all.
     */
    private void heldLongEnough(long handfulOf, boolean mayWait) {
        if (closed || handfulOf != handful || held.count() == 0) {
            return;
        }
        boolean unseen = lastArrival.plus(settings.schedulePeriod()).isAfter(host.now());
        if (sitting.isUnderWay() || (unseen && mayWait)) {
            // A session is counting on them, or has yet to see the last that came: its end is near, and decides.
            host.after(settings.schedulePeriod(), () -> heldLongEnough(handfulOf, false));
        } else {
            Filters filters = filters(pause());
            for (Machine machine : held.machines()) {
                giveBack(machine, filters);
            }
        }
    }

    private Duration pause() {
        return patience.pause(host.now(), settings);
    }

    private Filters refusal() {
        return filters(settings.offerRefusal());
    }

    private static Filters filters(Duration length) {
        return Filters.ofSeconds(length.toMillis() / 1000.0);
    }

    /** Something was started, ended or changed. */
    void progress() {
        patience.progress(host.now());
    }

    /** Whether any task waits for room that could have it, or might move if it were seen where there is room. */
    boolean isWanting() {
        return lookout.isLooking() || cluster.wantsRoom();
    }

    /**
     * One period more has passed, in which a queue may have opened without a word to the scheduler.
     *
     * @param wouldLook whether a plugin would look for other places for tasks that run
     */
    void periodPassed(boolean wouldLook) {
        if (lookout.endsAfter(wouldLook) && !sitting.isUnderWay() && !isWanting()) {
            giveBackEverything();
        }
        reviveIfWanting();
    }

    /**
     * Gives back what is of no use to those who wait; all of it, and asks for no more, if nobody does.
     *
     * @param sawOffers whether the session that has ended had any offers in hand
     */
    void giveBack(boolean sawOffers) {
        if (sawOffers) {
            lookout.seen();
        }
        if (isWanting()) {
            giveBackUseless();
        } else {
            giveBackEverything();
        }
    }

    private void giveBackEverything() {
        held.machines().forEach(machine -> giveBack(machine, refusal()));
        if (!suppressed) {
            suppressed = true;
            master.suppress();
        }
    }

    private void giveBack(Machine machine, Filters filters) {
        List<OfferId> offers = machine.offerIds();
        if (!offers.isEmpty()) {
            offers.forEach(held::drop);
            master.decline(offers, filters);
        }
    }

    /**
     * Gives back offers in which no waiting task has room. On a busy cluster those are the most: crumbs without any cpus, which
     * would count as the framework's share and keep better offers away from it.
     */
    private void giveBackUseless() {
        List<ResourceList> wanted = cluster.wantedRequests().stream()
                .map(request -> ignored.leave(request.without(ResourceList.PODS)))
                .toList();
        ResourceList least = wanted.stream().reduce(ResourceList::min).orElse(ResourceList.empty());
        for (Machine machine : held.machines()) {
            // Beside what is being freed a crumb may be what somebody was promised.
            ResourceList room = Measures.offered(machine.offeredResources()).plus(cluster.beingFreed(machine.nodeName));
            boolean useful = room.covers(least)
                    && (wanted.size() > MOST_COMPARED || wanted.stream().anyMatch(room::covers));
            if (!useful) {
                giveBack(machine, refusal());
            }
        }
    }

    /**
     * Sets those jobs aside that a session kept back though what they lack was in hand: nothing is held for them until something
     * changes, or for a while. Nor is anything held for those that are too large for all agents, until others come: that is seen
     * after a session that had offers, so that the session can say of each agent why it was not enough.
     *
     * @param sawOffers whether the session had any offers in hand; if not, it may only find that jobs are kept back no longer
     */
    void setAside(SessionResult result, Snapshot seen, boolean sawOffers) {
        ignored = result.ignored();
        KeptBack keptBack = new KeptBack(result, seen, cluster);
        if (sawOffers) {
            cluster.setAside(keptBack.inSpiteOfRoom(capacity));
            cluster.measure(bounds());
        } else {
            cluster.takeUpAllBut(keptBack.refused());
            cluster.measureTooLarge(bounds());
        }
        if (cluster.hasSetAside() && !takingUp) {
            takingUp = true;
            host.after(pause(), this::takeUp);
        }
    }

    private void takeUp() {
        takingUp = false;
        if (!closed && cluster.hasSetAside()) {
            cluster.takeUp();
            sitting.changed();
            reviveIfWanting();
        }
    }

    void reviveIfWanting() {
        if (suppressed && isWanting()) {
            suppressed = false;
            master.revive();
        }
    }

    /** A master is there, the same or another, and does not know what is wanted. */
    void connected() {
        // It tells what agents there are.
        capacity.forget();
        cluster.measureTooLarge(bounds());
        suppressed = false;
        master.revive();
        if (!isWanting()) {
            giveBackEverything();
        }
    }

    boolean isSuppressed() {
        return suppressed;
    }

    /** Nothing planned happens any more. */
    void close() {
        closed = true;
    }
}
