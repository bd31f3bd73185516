package io.tender.cli.demo.simulated;

import io.tender.model.AgentId;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import java.util.Optional;
import java.util.TreeMap;

/** The demo's own account of every agent, kept apart from the allocator's: nothing may be promised twice. */
final class Ledger {

    private final TreeMap<AgentId, Page> pages = new TreeMap<>();

    /** What an agent has, and what of it is offered or in use. */
    private static final class Page {
        final Resources total;
        Resources held = Resources.empty();

        Page(Resources total) {
            this.total = total;
        }
    }

    void add(AgentId agent, Resources total) {
        pages.put(agent, new Page(total));
    }

    void remove(AgentId agent) {
        pages.remove(agent);
    }

    int agents() {
        return pages.size();
    }

    /** Books an offer; says what is wrong if it promises what is not there. */
    Optional<String> offered(AgentId agent, Resources resources) {
        Page page = pages.get(agent);
        if (page == null) {
            return Optional.of(resources + " was offered on agent '" + agent + "', which is gone");
        }
        Resources free = page.total.minus(page.held);
        if (!free.contains(resources)) {
            return Optional.of(resources + " was offered on agent '" + agent + "', where only "
                    + (free.isEmpty() ? "nothing" : free) + " of " + page.total + " is free");
        }
        page.held = page.held.plus(resources);
        return Optional.empty();
    }

    void givenBack(AgentId agent, Resources resources) {
        Page page = pages.get(agent);
        if (page != null) {
            page.held = page.held.minus(resources);
        }
    }

    ResourceQuantities total() {
        return pages.values().stream()
                .map(page -> page.total.quantities())
                .reduce(ResourceQuantities.empty(), ResourceQuantities::plus);
    }

    ResourceQuantities held() {
        return pages.values().stream()
                .map(page -> page.held.quantities())
                .reduce(ResourceQuantities.empty(), ResourceQuantities::plus);
    }

    /** The largest part of any resource of the cluster that an amount makes up, as fair shares are measured. */
    static double dominantShare(ResourceQuantities amount, ResourceQuantities total) {
        double share = 0;
        for (int i = 0; i < amount.size(); i++) {
            long all = total.millis(amount.name(i));
            if (all > 0) {
                share = Math.max(share, (double) amount.millis(i) / all);
            }
        }
        return share;
    }
}
