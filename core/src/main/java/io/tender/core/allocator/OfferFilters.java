package io.tender.core.allocator;

import io.tender.model.Filters;
import io.tender.model.Resources;
import io.tender.spi.AllocatorHost;
import io.tender.spi.Expiries;
import java.time.Duration;

/** Installs refusals, and drops them when they expire or are overruled. */
final class OfferFilters {

    private final Wakefulness wakefulness;

    /** When those end that are not overruled. */
    final Expiries<OfferFilter> expiries;

    private Duration interval;

    OfferFilters(AllocatorHost host, Duration interval, Wakefulness wakefulness) {
        this.interval = interval;
        this.wakefulness = wakefulness;
        expiries = new Expiries<>(host, filter -> filter.dropped, this::drop);
    }

    /** Filters from now on last at least this long. */
    void adjust(Duration atLeast) {
        interval = atLeast;
    }

    /** Keeps the client from what it refused, for at least one interval: else the next tick would offer it again. */
    void install(RoleClient client, AgentRecord agent, Resources refused, Filters filters) {
        Duration length = filters.length();
        if (length.isZero()) {
            return;
        }
        OfferFilter filter = new OfferFilter(
                client, agent, refused, expiries.in(length.compareTo(interval) < 0 ? interval : length));
        filter.batch.add(filter);
        filter.index = client.filters.size();
        client.filters.add(filter);
        client.node.filters++;
        agent.filters.add(filter);
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
        filter.batch.noteDropped();
        if (!filter.agent.removed) {
            wakefulness.wake(filter.agent);
        }
    }
}
