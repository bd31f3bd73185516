package io.tender.spi.policy;

import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.FrameworkId;
import io.tender.model.InverseOfferStatus;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.Unavailability;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** An agent's page in the books. */
final class Agent {

    AgentInfo info;
    Set<AgentCapability> capabilities;
    boolean activated = true;
    Optional<Maintenance> maintenance = Optional.empty();

    private Resources total = Resources.empty();
    private Resources available = Resources.empty();

    /** What is offered or used; the claim implies the allocation role, which the resources do not carry. */
    private final TreeMap<Claim, Resources> held = new TreeMap<>();

    /** What is marked as used; carries allocation roles, since it outlives the framework. */
    Resources used = Resources.empty();

    /** The part of it that nobody holds any more: its holder went before its tasks' ends were told. */
    private Resources abandoned = Resources.empty();

    /** A planned maintenance, who was asked to leave, and what they said. */
    static final class Maintenance {
        final Unavailability unavailability;
        final TreeSet<FrameworkId> outstanding = new TreeSet<>();
        final TreeMap<FrameworkId, InverseOfferStatus> answers = new TreeMap<>();

        Maintenance(Unavailability unavailability) {
            this.unavailability = unavailability;
        }
    }

    Agent(AgentInfo info, Set<AgentCapability> capabilities) {
        this.info = info;
        this.capabilities = Set.copyOf(capabilities);
    }

    AgentId id() {
        return info.id();
    }

    Resources total() {
        return total;
    }

    /** What is free; shared resources always are, in use or not. */
    Resources available() {
        return available;
    }

    Map<Claim, Resources> held() {
        return held;
    }

    Resources heldBy(Claim claim) {
        return held.getOrDefault(claim, Resources.empty());
    }

    Resources heldByAll() {
        return held.values().stream().reduce(Resources.empty(), Resources::plus);
    }

    Resources heldUnder(Role role) {
        return held.entrySet().stream()
                .filter(entry -> entry.getKey().role().equals(role))
                .map(Map.Entry::getValue)
                .reduce(Resources.empty(), Resources::plus);
    }

    /** What those who hold something under a role have marked as used of it. */
    Resources usedUnder(Role role) {
        return under(role, used.minus(abandoned));
    }

    private static Resources under(Role role, Resources allocated) {
        return allocated.allocations().getOrDefault(role, Resources.empty()).unallocate();
    }

    void mark(Resources resources) {
        used = used.plus(resources);
    }

    /** @param byHolder whether somebody who holds it says that it is not used any more, or somebody who is gone */
    void unmark(Resources resources, boolean byHolder) {
        used = used.minus(resources);
        abandoned = byHolder ? abandoned : abandoned.minus(resources);
        abandoned = abandoned.minus(abandoned.minus(used));
    }

    boolean isHeldBy(FrameworkId framework) {
        return held.keySet().stream().anyMatch(claim -> claim.framework().equals(framework));
    }

    void setTotal(Resources newTotal) {
        total = newTotal;
        refresh();
    }

    void hold(Claim claim, Resources resources) {
        if (resources.isEmpty()) {
            held.remove(claim);
        } else {
            held.put(claim, resources);
        }
        refresh();
    }

    boolean release(FrameworkId framework) {
        boolean changed = held.keySet().removeIf(claim -> claim.framework().equals(framework));
        refresh();
        return changed;
    }

    private void refresh() {
        for (Role role : used.allocations().keySet()) {
            Resources over = usedUnder(role).minus(heldUnder(role));
            abandoned = over.isEmpty() ? abandoned : abandoned.plus(over.allocate(role));
        }
        available = total.nonShared().minus(heldByAll().nonShared()).plus(total.shared());
    }

    /** What an operator may change: shared resources that somebody holds are on offer, but not free in this sense. */
    Resources changeable() {
        Resources inUse = heldByAll().shared();
        return available.filter(resource -> !resource.isShared() || !inUse.contains(resource));
    }
}
