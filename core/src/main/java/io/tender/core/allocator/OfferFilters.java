package io.tender.core.allocator;

import io.tender.model.Filters;
import io.tender.model.Resources;
import io.tender.spi.AllocatorHost;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Installs refusals, and drops them when they expire or are overruled. */
final class OfferFilters {

    private final AllocatorHost host;
    private Duration interval;
    private final Wakefulness wakefulness;

    /** Filters that fall due together share one timer, as long as no tick was scheduled between them. */
    private final Map<Instant, OfferFilter.Expiry> open = new HashMap<>();

    OfferFilters(AllocatorHost host, Duration interval, Wakefulness wakefulness) {
        this.host = host;
        this.interval = interval;
        this.wakefulness = wakefulness;
    }

    /** Filters from now on last at least this long. */
    void adjust(Duration atLeast) {
        interval = atLeast;
    }

    /** From here on new filters act after the tick that was just scheduled, even if both are due at one instant. */
    void tickScheduled() {
        open.clear();
    }

    /** Keeps the client from what it refused, for at least one interval: else the next tick would offer it again. */
    void install(RoleClient client, AgentRecord agent, Resources refused, Filters filters) {
        Duration length = filters.length();
        if (length.isZero()) {
            return;
        }
        Duration effective = length.compareTo(interval) < 0 ? interval : length;
        OfferFilter.Expiry expiry = open.computeIfAbsent(host.now().plus(effective), due -> newExpiry(effective));
        OfferFilter filter = new OfferFilter(client, agent, refused, expiry);
        expiry.filters.add(filter);
        filter.index = client.filters.size();
        client.filters.add(filter);
        client.node.filters++;
        agent.filters.add(filter);
    }

    private OfferFilter.Expiry newExpiry(Duration length) {
        OfferFilter.Expiry expiry = new OfferFilter.Expiry();
        // Two hops, as a tick takes them, so that of a tick and a filter due together the older one acts first.
        host.after(length, () -> host.enqueue(() -> expire(expiry)));
        return expiry;
    }

    private void expire(OfferFilter.Expiry expiry) {
        open.values().remove(expiry);
        List<OfferFilter> due = expiry.filters;
        expiry.filters = new ArrayList<>();
        for (OfferFilter filter : due) {
            if (!filter.dropped) {
                drop(filter);
            }
        }
    }

    void dropAll(RoleClient client) {
        while (!client.filters.isEmpty()) {
            drop(client.filters.get(client.filters.size() - 1));
        }
    }

    void dropAll(AgentRecord agent) {
        agent.filters.forEach(this::drop);
    }

    private void drop(OfferFilter filter) {
        filter.dropped = true;
        filter.agent.filters.remove(filter);
        RoleClient client = filter.client;
        OfferFilter last = client.filters.remove(client.filters.size() - 1);
        if (last != filter) {
            client.filters.set(filter.index, last);
            last.index = filter.index;
        }
        client.node.filters--;
        filter.expiry.noteDropped();
        if (!filter.agent.removed) {
            wakefulness.wake(filter.agent);
        }
    }
}
