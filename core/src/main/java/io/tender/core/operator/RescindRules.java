package io.tender.core.operator;

import io.tender.model.AgentId;
import io.tender.model.Applied;
import io.tender.model.FrameworkId;
import io.tender.model.Operation;
import io.tender.model.Quota;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which outstanding offers must be taken back so that a change takes effect soon. All answers keep the order of the
 * offers they were given, and are best effort: they may take back more than was strictly needed.
 */
public final class RescindRules {

    private RescindRules() {}

    /**
     * For new quotas: first offers of a role's own subtree until what it consumes and is offered fits its limits, then
     * offers of others until what was taken back and the role's own cover its guarantees.
     *
     * @param consumed what each role named in the update consumes, see {@link Consumption#of}
     */
    public static List<OutstandingOffer> forQuotas(
            SortedMap<Role, Quota> update,
            Map<Role, ResourceQuantities> consumed,
            Collection<OutstandingOffer> outstanding) {
        List<OutstandingOffer> left = new ArrayList<>(outstanding);
        List<OutstandingOffer> rescinded = new ArrayList<>();
        update.forEach((role, quota) -> {
            ResourceQuantities own = consumed.getOrDefault(role, ResourceQuantities.empty());
            forLimits(role, quota, own, left, rescinded);
            forGuarantees(role, quota, own, left, rescinded);
        });
        return inOrder(outstanding, rescinded);
    }

    private static void forLimits(
            Role role,
            Quota quota,
            ResourceQuantities consumed,
            List<OutstandingOffer> left,
            List<OutstandingOffer> rescinded) {
        ResourceQuantities held = consumed.plus(offeredTo(role, left));
        for (OutstandingOffer offer : List.copyOf(left)) {
            if (quota.limits().contains(held)) {
                return;
            }
            ResourceQuantities counted = Consumption.counted(offer.resources());
            if (Consumption.within(offer.role(), role) && !counted.isEmpty()) {
                held = held.minus(counted);
                left.remove(offer);
                rescinded.add(offer);
            }
        }
    }

    private static void forGuarantees(
            Role role,
            Quota quota,
            ResourceQuantities consumed,
            List<OutstandingOffer> left,
            List<OutstandingOffer> rescinded) {
        ResourceQuantities missing = quota.guarantees().minus(consumed).minus(offeredTo(role, left));
        for (OutstandingOffer offer : List.copyOf(left)) {
            if (missing.isEmpty()) {
                return;
            }
            ResourceQuantities rest = missing.minus(Consumption.counted(offer.resources()));
            if (!Consumption.within(offer.role(), role) && !rest.equals(missing)) {
                missing = rest;
                left.remove(offer);
                rescinded.add(offer);
            }
        }
    }

    private static ResourceQuantities offeredTo(Role role, List<OutstandingOffer> offers) {
        ResourceQuantities sum = ResourceQuantities.empty();
        for (OutstandingOffer offer : offers) {
            if (Consumption.within(offer.role(), role)) {
                sum = sum.plus(Consumption.counted(offer.resources()));
            }
        }
        return sum;
    }

    /**
     * For the old call that sets a quota for the first time: all offers of as many agents as the role has active
     * frameworks, and of more if these do not cover the guarantees.
     */
    public static List<OutstandingOffer> forFirstQuota(
            Quota quota, int activeFrameworksInRole, Collection<OutstandingOffer> outstanding) {
        TreeMap<AgentId, List<OutstandingOffer>> byAgent = new TreeMap<>();
        outstanding.forEach(offer -> byAgent.computeIfAbsent(offer.agent(), agent -> new ArrayList<>())
                .add(offer));
        List<OutstandingOffer> rescinded = new ArrayList<>();
        ResourceQuantities missing = quota.guarantees();
        int agents = 0;
        for (List<OutstandingOffer> offers : byAgent.values()) {
            if (missing.isEmpty() && agents >= activeFrameworksInRole) {
                break;
            }
            for (OutstandingOffer offer : offers) {
                missing = missing.minus(Consumption.counted(offer.resources()));
            }
            rescinded.addAll(offers);
            agents++;
        }
        return inOrder(outstanding, rescinded);
    }

    /** For new weights: every offer, if any of the roles has frameworks; otherwise none. */
    public static List<OutstandingOffer> forWeights(
            Set<Role> changed, Set<Role> rolesWithFrameworks, Collection<OutstandingOffer> outstanding) {
        return changed.stream().anyMatch(rolesWithFrameworks::contains) ? List.copyOf(outstanding) : List.of();
    }

    /** For a framework that left roles: its offers under them. */
    public static List<OutstandingOffer> forLeftRoles(
            FrameworkId framework, Set<Role> left, Collection<OutstandingOffer> outstanding) {
        return outstanding.stream()
                .filter(offer -> offer.framework().equals(framework) && left.contains(offer.role()))
                .toList();
    }

    /** For a framework that is gone, or whose scheduler was replaced: all its offers. */
    public static List<OutstandingOffer> ofFramework(FrameworkId framework, Collection<OutstandingOffer> outstanding) {
        return outstanding.stream()
                .filter(offer -> offer.framework().equals(framework))
                .toList();
    }

    /** For an agent that is gone or gets a new maintenance schedule: all offers of it. */
    public static List<OutstandingOffer> ofAgent(AgentId agent, Collection<OutstandingOffer> outstanding) {
        return outstanding.stream().filter(offer -> offer.agent().equals(agent)).toList();
    }

    /** For a new estimate of what an agent can spare: its offers that contain revocable resources. */
    public static List<OutstandingOffer> forNewEstimate(AgentId agent, Collection<OutstandingOffer> outstanding) {
        return outstanding.stream()
                .filter(offer -> offer.agent().equals(agent)
                        && !offer.resources().revocable().isEmpty())
                .toList();
    }

    /**
     * For an operator's operations on an agent: its offers, one after the other, until the operations apply to what is
     * free then. None if they apply already; none if they would not even with everything taken back.
     */
    public static List<OutstandingOffer> forOperations(
            AgentId agent, Resources free, List<Operation> operations, Collection<OutstandingOffer> outstanding) {
        List<OutstandingOffer> rescinded = new ArrayList<>();
        Resources reach = free;
        if (applies(reach, operations)) {
            return List.of();
        }
        for (OutstandingOffer offer : ofAgent(agent, outstanding)) {
            rescinded.add(offer);
            reach = reach.plus(offer.resources().unallocate());
            if (applies(reach, operations)) {
                return List.copyOf(rescinded);
            }
        }
        return List.of();
    }

    /**
     * For volumes that are destroyed: all offers that hold one. A shared volume is on offer to several frameworks at once, and
     * whoever destroys it has no more than one of these offers.
     */
    public static List<OutstandingOffer> forDestroyedVolumes(
            Resources volumes, Collection<OutstandingOffer> outstanding) {
        Resources destroyed = volumes.unallocate();
        return outstanding.stream()
                .filter(offer -> {
                    Resources offered = offer.resources().unallocate();
                    return destroyed.stream().anyMatch(offered::contains);
                })
                .toList();
    }

    private static boolean applies(Resources resources, List<Operation> operations) {
        return Operation.applyAll(resources, operations) instanceof Applied.Ok;
    }

    private static List<OutstandingOffer> inOrder(
            Collection<OutstandingOffer> outstanding, Collection<OutstandingOffer> chosen) {
        return outstanding.stream().filter(chosen::contains).toList();
    }
}
