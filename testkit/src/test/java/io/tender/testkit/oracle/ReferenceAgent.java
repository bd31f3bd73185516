package io.tender.testkit.oracle;

import io.tender.model.AgentCapability;
import io.tender.model.AgentInfo;
import io.tender.model.FrameworkId;
import io.tender.model.InverseOfferStatus;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.Unavailability;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;

/** One agent as specified in 3.1: what it has, what is held of it and by whom. Nothing derived is stored. */
final class ReferenceAgent {
    /** What a random order of agents knows it by. */
    final int number;

    AgentInfo info;
    Set<AgentCapability> capabilities;
    boolean activated = true;

    /** All of the agent, without allocation roles. */
    Resources total;

    /** Offered or used, without allocation roles: the role is the key. No entry is empty. */
    final SortedMap<FrameworkId, SortedMap<Role, Resources>> held = new TreeMap<>();

    /** Marked as really used, with allocation roles. */
    Resources used = Resources.empty();

    /** Of what is marked as used that which nobody holds any more; with allocation roles. */
    Resources abandoned = Resources.empty();

    Optional<Maintenance> maintenance = Optional.empty();

    /** A scheduled maintenance, who was asked about it and who answered what. */
    static final class Maintenance {
        final Unavailability unavailability;
        final SortedMap<FrameworkId, InverseOfferStatus> answers = new TreeMap<>();
        final SortedSet<FrameworkId> outstanding = new TreeSet<>();

        Maintenance(Unavailability unavailability) {
            this.unavailability = unavailability;
        }
    }

    ReferenceAgent(AgentInfo info, Set<AgentCapability> capabilities, Resources total, int number) {
        this.number = number;
        this.info = info;
        this.capabilities = Set.copyOf(capabilities);
        this.total = total.unallocate();
    }

    Resources held(FrameworkId framework, Role role) {
        return held.getOrDefault(framework, new TreeMap<>()).getOrDefault(role, Resources.empty());
    }

    void setHeld(FrameworkId framework, Role role, Resources resources) {
        SortedMap<Role, Resources> byRole = held.computeIfAbsent(framework, any -> new TreeMap<>());
        if (resources.isEmpty()) {
            byRole.remove(role);
        } else {
            byRole.put(role, resources);
        }
        if (byRole.isEmpty()) {
            held.remove(framework);
        }
    }

    /** All that is held under a role, by whomever. */
    Resources heldUnder(Role role) {
        Resources sum = Resources.empty();
        for (SortedMap<Role, Resources> byRole : held.values()) {
            sum = sum.plus(byRole.getOrDefault(role, Resources.empty()));
        }
        return sum;
    }

    /** What of everything marked as used is still somebody's. */
    Resources usedByHolders() {
        return used.minus(abandoned);
    }

    /** After every call: marks that are not covered by what is held any more have lost their holder. */
    void noteAbandoned() {
        usedByHolders()
                .allocations()
                .forEach((role, marked) -> abandoned = abandoned.plus(
                        marked.unallocate().minus(heldUnder(role)).allocate(role)));
    }

    /** What is not used any more; the marks of a holder are a holder's, those of others are abandoned ones first. */
    void unmark(Resources resources, boolean byHolder) {
        used = used.minus(resources);
        if (!byHolder) {
            abandoned = abandoned.minus(resources);
        }
        abandoned = abandoned.minus(abandoned.minus(used));
    }

    /** The roles under which the framework holds something here. */
    Set<Role> rolesHeldBy(FrameworkId framework) {
        return held.getOrDefault(framework, new TreeMap<>()).keySet();
    }

    /** Section 3.1: shared resources are always available, in use or not; nothing goes below zero. */
    Resources available() {
        return unheld().plus(total.shared());
    }

    /** What an operator may convert: a shared resource that anybody holds is not free. */
    Resources free() {
        Resources sharedInUse = Resources.empty();
        for (SortedMap<Role, Resources> byRole : held.values()) {
            for (Resources resources : byRole.values()) {
                sharedInUse = sharedInUse.plus(resources.shared());
            }
        }
        Resources inUse = sharedInUse;
        return unheld().plus(total.shared().filter(shared -> inUse.copies(shared) == 0));
    }

    private Resources unheld() {
        Resources left = total.nonShared();
        for (SortedMap<Role, Resources> byRole : held.values()) {
            for (Resources resources : byRole.values()) {
                left = left.minus(resources.nonShared());
            }
        }
        return left;
    }

    /** Quantities of a part of what certain holders hold; a shared resource counts once, however many hold it. */
    ResourceQuantities heldQuantities(BiPredicate<FrameworkId, Role> holder, UnaryOperator<Resources> part) {
        ResourceQuantities sum = ResourceQuantities.empty();
        Resources shared = Resources.empty();
        for (var byFramework : held.entrySet()) {
            for (var byRole : byFramework.getValue().entrySet()) {
                if (holder.test(byFramework.getKey(), byRole.getKey())) {
                    Resources counted = part.apply(byRole.getValue());
                    sum = sum.plus(counted.nonShared().quantities());
                    shared = shared.plus(counted.shared());
                }
            }
        }
        return sum.plus(shared.quantities());
    }
}
