package io.tender.testkit.scenario.engine;

import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.FrameworkOptions;
import io.tender.model.Quota;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.Unavailability;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The scenario's own account of who has what, kept beside the allocator's so that the two can be compared. All
 * resources in it are without allocation role.
 */
final class Books {

    private final TreeMap<AgentId, AgentEntry> agents = new TreeMap<>();
    private final TreeMap<FrameworkId, FrameworkEntry> frameworks = new TreeMap<>();
    private final List<Offer> offers = new ArrayList<>();
    private final TreeMap<Holding, Resources> used = new TreeMap<>();
    private final TreeMap<Role, Quota> quotas = new TreeMap<>();
    private final TreeMap<Role, Double> weights = new TreeMap<>();

    /** An agent as it was last described. */
    record AgentEntry(
            AgentInfo info,
            Set<AgentCapability> capabilities,
            Resources total,
            Optional<Unavailability> unavailability) {}

    /** A framework as it last described itself. */
    record FrameworkEntry(FrameworkInfo info, FrameworkOptions options, boolean active) {}

    Books copy() {
        Books copy = new Books();
        copy.agents.putAll(agents);
        copy.frameworks.putAll(frameworks);
        copy.offers.addAll(offers);
        copy.used.putAll(used);
        copy.quotas.putAll(quotas);
        copy.weights.putAll(weights);
        return copy;
    }

    Optional<AgentEntry> agent(AgentId id) {
        return Optional.ofNullable(agents.get(id));
    }

    SortedMap<AgentId, AgentEntry> agents() {
        return agents;
    }

    void putAgent(AgentEntry entry) {
        agents.put(entry.info().id(), entry);
    }

    /** Forgets an agent and everything on it. */
    void removeAgent(AgentId id) {
        agents.remove(id);
        offers.removeIf(offer -> offer.holding().agent().equals(id));
        used.keySet().removeIf(holding -> holding.agent().equals(id));
    }

    Optional<FrameworkEntry> framework(FrameworkId id) {
        return Optional.ofNullable(frameworks.get(id));
    }

    SortedMap<FrameworkId, FrameworkEntry> frameworks() {
        return frameworks;
    }

    void putFramework(FrameworkEntry entry) {
        frameworks.put(entry.info().id(), entry);
    }

    /** Forgets a framework and everything it holds. */
    void removeFramework(FrameworkId id) {
        frameworks.remove(id);
        offers.removeIf(offer -> offer.holding().framework().equals(id));
        used.keySet().removeIf(holding -> holding.framework().equals(id));
    }

    /** The offers that wait for an answer, the oldest first. */
    List<Offer> offers() {
        return List.copyOf(offers);
    }

    void addOffer(Offer offer) {
        offers.add(offer);
    }

    SortedMap<Holding, Resources> used() {
        return used;
    }

    void addUsed(Holding holding, Resources resources) {
        if (!resources.isEmpty()) {
            used.merge(holding, resources, Resources::plus);
        }
    }

    SortedMap<Role, Quota> quotas() {
        return quotas;
    }

    void putQuota(Role role, Quota quota) {
        if (quota.isDefault()) {
            quotas.remove(role);
        } else {
            quotas.put(role, quota);
        }
    }

    SortedMap<Role, Double> weights() {
        return weights;
    }

    /** All that is offered and not used, by holder. */
    SortedMap<Holding, Resources> offered() {
        TreeMap<Holding, Resources> sums = new TreeMap<>();
        offers.forEach(offer -> sums.merge(offer.holding(), offer.resources(), Resources::plus));
        return sums;
    }

    /** Everybody who holds something on an agent, offered or used. */
    Set<FrameworkId> holdersOn(AgentId agent) {
        TreeSet<FrameworkId> holders = new TreeSet<>();
        for (SortedMap<Holding, Resources> side : List.of(offered(), used)) {
            side.keySet().stream()
                    .filter(holding -> holding.agent().equals(agent))
                    .forEach(holding -> holders.add(holding.framework()));
        }
        return holders;
    }

    /** What nobody holds; shared resources are always free. */
    Resources free(AgentId id) {
        Resources total =
                agents.get(id) == null ? Resources.empty() : agents.get(id).total();
        Resources free = total.nonShared();
        for (SortedMap<Holding, Resources> side : List.of(offered(), used)) {
            for (Map.Entry<Holding, Resources> entry : side.entrySet()) {
                if (entry.getKey().agent().equals(id)) {
                    free = free.minus(entry.getValue().nonShared());
                }
            }
        }
        return free.plus(total.shared());
    }

    /** Takes resources out of the offers of a holder, and what is not there out of what it uses. */
    void release(Holding holding, Resources resources) {
        takeUsed(holding, takeOffered(holding, resources));
    }

    /** Takes resources out of what a holder uses, and what is not there out of its offers. */
    void finish(Holding holding, Resources resources) {
        takeOffered(holding, takeUsed(holding, resources));
    }

    /** Moves resources from the offers of a holder to what it uses. */
    void use(Holding holding, Resources resources) {
        Resources missing = takeOffered(holding, resources);
        addUsed(holding, resources.minus(missing));
    }

    /** Replaces part of what a holder was offered by something else. */
    void exchange(Holding holding, Resources before, Resources after) {
        Optional<Offer> first =
                offers.stream().filter(offer -> offer.holding().equals(holding)).findFirst();
        release(holding, before);
        if (!after.isEmpty() && first.isPresent()) {
            offers.add(first.get().withResources(after));
        } else {
            addUsed(holding, after);
        }
    }

    private Resources takeOffered(Holding holding, Resources resources) {
        Resources wanted = resources;
        for (int i = 0; i < offers.size() && !wanted.isEmpty(); i++) {
            Offer offer = offers.get(i);
            if (offer.holding().equals(holding)) {
                Resources missing = wanted.minus(offer.resources());
                Resources taken = wanted.minus(missing);
                offers.set(i, offer.withResources(offer.resources().minus(taken)));
                wanted = missing;
            }
        }
        offers.removeIf(offer -> offer.resources().isEmpty());
        return wanted;
    }

    private Resources takeUsed(Holding holding, Resources resources) {
        Resources held = used.getOrDefault(holding, Resources.empty());
        Resources missing = resources.minus(held);
        Resources left = held.minus(resources.minus(missing));
        if (left.isEmpty()) {
            used.remove(holding);
        } else {
            used.put(holding, left);
        }
        return missing;
    }
}
