package io.tender.testkit.oracle;

import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.FrameworkCapability;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.Resource;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.UnavailableResources;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What holds for every run of every allocator, whatever it decides, checked against the {@link Ledger} alone. */
final class Promises {
    private final Ledger ledger;

    Promises(Ledger ledger) {
        this.ledger = ledger;
    }

    /** A promise that was not kept. */
    static final class Broken extends RuntimeException {
        private static final long serialVersionUID = 1L;

        final String promise;

        Broken(String promise, String detail) {
            super(detail);
            this.promise = promise;
        }
    }

    private static void promise(boolean kept, String promise, Object detail) {
        if (!kept) {
            throw new Broken(promise, detail.toString());
        }
    }

    /** One entry of an offer callback. */
    record Offer(FrameworkId framework, Role role, AgentId agent, Resources resources) {}

    /** Checks a run against the ledger as it was before the run. */
    void check(Subject.Run run) {
        List<Offer> offers = new ArrayList<>();
        Map<FrameworkId, Map<AgentId, UnavailableResources>> inverse = new HashMap<>();
        List<FrameworkId> order = new ArrayList<>();
        boolean inverseBegun = false;
        for (Subject.Said said : run.said()) {
            switch (said) {
                case Subject.Said.Offers told -> {
                    promise(!inverseBegun, "offers come before inverse offers", run);
                    checkOrder(order, told.framework());
                    collect(told.framework(), told.offers(), offers);
                }
                case Subject.Said.InverseOffers told -> {
                    if (!inverseBegun) {
                        order.clear();
                        inverseBegun = true;
                    }
                    checkOrder(order, told.framework());
                    promise(!told.inverseOffers().isEmpty(), "no callback is empty", told);
                    promise(isSorted(told.inverseOffers().keySet()), "callbacks iterate in order", told);
                    inverse.put(told.framework(), told.inverseOffers());
                }
            }
        }
        offers.forEach(this::checkEligible);
        offers.forEach(offer -> checkRefusals(offer, run.at()));
        checkNothingPromisedTwice(offers);
        new QuotaPromises(ledger).check(offers);
        inverse.forEach((framework, byAgent) ->
                byAgent.forEach((agent, what) -> checkInverse(framework, agent, what, offers, run.at())));
    }

    /** At most one callback per framework, by id. */
    private static void checkOrder(List<FrameworkId> before, FrameworkId next) {
        promise(
                before.isEmpty() || before.get(before.size() - 1).compareTo(next) < 0,
                "frameworks hear once per run, in the order of their ids",
                before + " then " + next);
        before.add(next);
    }

    private static <T extends Comparable<T>> boolean isSorted(Set<T> keys) {
        return List.copyOf(keys).equals(keys.stream().sorted().toList());
    }

    private static void collect(FrameworkId framework, Map<Role, Map<AgentId, Resources>> byRole, List<Offer> offers) {
        promise(!byRole.isEmpty(), "no callback is empty", framework);
        promise(isSorted(byRole.keySet()), "callbacks iterate in order", byRole);
        byRole.forEach((role, byAgent) -> {
            promise(!byAgent.isEmpty(), "no callback is empty", byRole);
            promise(isSorted(byAgent.keySet()), "callbacks iterate in order", byRole);
            byAgent.forEach((agent, resources) -> {
                promise(!resources.isEmpty(), "no offer is empty", byRole);
                promise(
                        resources.allocatedTo().filter(role::equals).isPresent(),
                        "offered resources carry the role they are offered under",
                        role + ": " + resources);
                offers.add(new Offer(framework, role, agent, resources.unallocate()));
            });
        });
    }

    private void checkEligible(Offer offer) {
        Ledger.Framework framework = ledger.frameworks.get(offer.framework());
        Ledger.Agent agent = ledger.agents.get(offer.agent());
        promise(framework != null && agent != null, "offers are for known frameworks and agents", offer);
        Role role = offer.role();
        FrameworkInfo info = framework.info;
        promise(
                framework.active && info.roles().contains(role) && !framework.suppressed.contains(role),
                "no offers to the suppressed, the inactive and the unsubscribed",
                offer);
        promise(agent.activated, "no offers from deactivated agents", offer);
        promise(
                ledger.whitelist.isEmpty() || ledger.whitelist.get().contains(agent.info.hostname()),
                "no offers from agents that are not on the whitelist",
                offer);
        promise(!framework.constraints.excludes(role, agent.info), "constraints are respected", offer);
        for (Resource resource : offer.resources()) {
            promise(resource.allocatableTo(role), "reserved resources go to the role or those below it", offer);
            promise(
                    (!resource.isShared() || info.can(FrameworkCapability.SHARED_RESOURCES))
                            && (!resource.isRevocable() || info.can(FrameworkCapability.REVOCABLE_RESOURCES))
                            && (!resource.hasRefinedReservations()
                                    || info.can(FrameworkCapability.RESERVATION_REFINEMENT)),
                    "nobody gets what it cannot cope with",
                    offer);
        }
        promise(
                !ledger.options.filterGpuResources()
                        || agent.total.amount("gpus") == 0
                        || info.can(FrameworkCapability.GPU_RESOURCES),
                "agents with gpus are for those who can use them",
                offer);
        promise(
                agent.info.domain().isEmpty()
                        || agent.info
                                .domain()
                                .get()
                                .region()
                                .equals(ledger.options.domain().orElseThrow().region())
                        || info.can(FrameworkCapability.REGION_AWARE),
                "other regions are for those who can use them",
                offer);
        promise(
                !info.can(FrameworkCapability.MULTI_ROLE) || agent.capabilities.contains(AgentCapability.MULTI_ROLE),
                "agents of one role are kept from frameworks of many",
                offer);
        promise(
                role.isTopLevel() || agent.capabilities.contains(AgentCapability.HIERARCHICAL_ROLE),
                "flat agents are kept from nested roles",
                offer);
        List<ResourceQuantities> minimum = info.minAllocatable().getOrDefault(role, ledger.options.minAllocatable());
        promise(
                minimum.isEmpty() || minimum.stream().anyMatch(entry -> covers(offer.resources(), entry)),
                "no offer is below the minimum",
                offer);
    }

    private static boolean covers(Resources resources, ResourceQuantities entry) {
        for (int i = 0; i < entry.size(); i++) {
            if (resources.amount(entry.name(i)) < entry.millis(i)) {
                return false;
            }
        }
        return true;
    }

    private void checkRefusals(Offer offer, Instant at) {
        for (Ledger.Refusal refusal : ledger.frameworks.get(offer.framework()).refusals) {
            boolean live = at.isBefore(refusal.end());
            promise(
                    !live
                            || !refusal.role().equals(offer.role())
                            || !refusal.agent().equals(offer.agent())
                            || !refusal.refused().contains(offer.resources()),
                    "no offer goes through a live filter",
                    offer + " against " + refusal);
        }
    }

    /** What is offered fits exactly into what is free; of shared things, one copy for one framework. */
    private void checkNothingPromisedTwice(List<Offer> offers) {
        Map<AgentId, Resources> offered = new HashMap<>();
        for (Offer offer : offers) {
            offered.merge(offer.agent(), offer.resources(), Resources::plus);
        }
        offered.forEach((id, sum) -> {
            Resources total = ledger.agents.get(id).total;
            Resources held = ledger.heldOn(id).nonShared();
            Resources free = total.nonShared().minus(held);
            Resources promised = sum.nonShared();
            promise(
                    free.minus(promised).plus(promised).equals(free),
                    "nothing is promised twice",
                    promised + " of the free " + free + " on " + id);
            promise(
                    total.shared().contains(sum.shared()),
                    "a shared resource goes to one framework per run",
                    sum.shared() + " of " + total.shared() + " on " + id);
            if (total.nonShared().minus(held).plus(held).equals(total.nonShared())) {
                Resources all = held.plus(promised);
                promise(
                        total.nonShared().minus(all).plus(all).equals(total.nonShared()),
                        "free + offered + used = total",
                        all + " of " + total + " on " + id);
            }
        });
    }

    private void checkInverse(
            FrameworkId id, AgentId agentId, UnavailableResources what, List<Offer> offers, Instant at) {
        Ledger.Framework framework = ledger.frameworks.get(id);
        Ledger.Agent agent = ledger.agents.get(agentId);
        String detail = id + " on " + agentId + ": " + what;
        promise(framework != null && agent != null, "inverse offers are for known frameworks and agents", detail);
        promise(framework.active, "no inverse offers to inactive frameworks", detail);
        promise(
                agent.unavailability.filter(what.unavailability()::equals).isPresent()
                        && what.resources().isEmpty(),
                "inverse offers tell of the maintenance of the whole agent",
                detail);
        boolean offeredNow = offers.stream()
                .anyMatch(offer -> offer.framework().equals(id) && offer.agent().equals(agentId));
        promise(
                offeredNow || ledger.holdsSomething(id, agentId),
                "no inverse offers to those who hold nothing there",
                detail);
        promise(!agent.asked.contains(id), "no second inverse offer while one is outstanding", detail);
        promise(
                framework.deafness.stream()
                        .noneMatch(deafness -> deafness.agent().equals(agentId) && at.isBefore(deafness.end())),
                "no inverse offer goes through a live filter",
                detail);
    }
}
