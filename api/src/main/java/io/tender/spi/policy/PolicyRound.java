package io.tender.spi.policy;

import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.FrameworkCapability;
import io.tender.model.FrameworkId;
import io.tender.model.Quota;
import io.tender.model.ResourceQuantities;
import io.tender.model.ResourceRequest;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.Chance;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;

/** One run over the books: every rule that holds for all policies is kept here, whatever the policy tries. */
final class PolicyRound implements Round {

    private final Books books;
    private final AllocatorOptions options;
    private final Chance chance;
    private final TreeMap<AgentId, Agent> candidates = new TreeMap<>();
    private final TreeMap<AgentId, Resources> sharedOffered = new TreeMap<>();
    private final TreeMap<FrameworkId, Map<Role, Map<AgentId, Resources>>> offers = new TreeMap<>();

    // Summed over all agents when first asked for, then kept in step with the offers.
    private final TreeMap<Claim, ResourceQuantities> held = new TreeMap<>();
    private final TreeMap<Role, ResourceQuantities> consumed = new TreeMap<>();

    PolicyRound(Books books, AllocatorOptions options, Chance chance, SortedSet<AgentId> about) {
        this.books = books;
        this.options = options;
        this.chance = chance;
        for (AgentId id : about) {
            Agent agent = books.agents.get(id);
            if (agent != null && books.mayBeOffered(agent)) {
                candidates.put(id, agent);
            }
        }
    }

    /** The offers made, by framework, as they are told to each. */
    SortedMap<FrameworkId, Map<Role, Map<AgentId, Resources>>> offers() {
        return offers;
    }

    @Override
    public long number() {
        return books.runs;
    }

    @Override
    public List<AgentInfo> agents() {
        return candidates.values().stream()
                .filter(agent -> !agent.available().isEmpty())
                .map(agent -> agent.info)
                .toList();
    }

    @Override
    public Resources free(AgentId agent) {
        Agent candidate = candidates.get(agent);
        return candidate == null ? Resources.empty() : candidate.available();
    }

    @Override
    public List<Claim> claims() {
        List<Claim> claims = new ArrayList<>();
        for (Framework framework : books.frameworks.values()) {
            for (Role role : framework.info.roles()) {
                if (framework.wants(role)) {
                    claims.add(new Claim(framework.id(), role));
                }
            }
        }
        return List.copyOf(claims);
    }

    @Override
    public Resources offerable(AgentId agentId, Claim claim) {
        Agent agent = candidates.get(agentId);
        Framework framework = books.frameworks.get(claim.framework());
        if (agent == null || framework == null || !framework.wants(claim.role())) {
            return Resources.empty();
        }
        Resources usable = agent.available()
                .allocatableTo(claim.role())
                .minus(sharedOffered.getOrDefault(agentId, Resources.empty()));
        if (!meetsMinimum(framework, claim.role(), usable) || !suits(agent, framework, claim.role())) {
            return Resources.empty();
        }
        Resources offer = withinLimits(agent, claim, understood(framework, usable));
        return isWelcome(agent, framework, claim.role(), offer) ? offer : Resources.empty();
    }

    @Override
    public boolean offer(AgentId agentId, Claim claim, Resources part) {
        if (part.isEmpty()) {
            return false;
        }
        Resources whole = offerable(agentId, claim);
        if (!Checks.includes(whole, part)) {
            throw new IllegalArgumentException("The policy offers what it may not offer.\n  got:      " + part + " on '"
                    + agentId + "' for framework '" + claim.framework() + "' under role '" + claim.role()
                    + "'\n  expected: part of " + (whole.isEmpty() ? "nothing" : whole)
                    + "\n  to do:    offer what offerable() returns, or part of it");
        }
        Agent agent = books.agents.get(agentId);
        Framework framework = books.frameworks.get(claim.framework());
        if (agent == null || framework == null || !isWelcome(agent, framework, claim.role(), part)) {
            return false;
        }
        commit(agent, claim, part);
        return true;
    }

    private void commit(Agent agent, Claim claim, Resources offer) {
        ResourceQuantities before = agent.heldBy(claim).quantities();
        agent.hold(claim, agent.heldBy(claim).plus(offer));
        ResourceQuantities after = agent.heldBy(claim).quantities();
        held.computeIfPresent(claim, (any, sum) -> sum.minus(before).plus(after));
        sharedOffered.merge(agent.id(), offer.shared(), Resources::plus);
        ResourceQuantities counted = Books.quotaPart(offer).quantities();
        for (Role role : pathTo(claim.role())) {
            consumed.computeIfPresent(role, (any, sum) -> sum.plus(counted));
        }
        offers.computeIfAbsent(claim.framework(), any -> new TreeMap<>())
                .computeIfAbsent(claim.role(), any -> new TreeMap<>())
                .merge(agent.id(), offer.allocate(claim.role()), Resources::plus);
    }

    // Rules.

    /** Whether agent and framework go together at all, whatever is free. */
    private boolean suits(Agent agent, Framework framework, Role role) {
        if (framework.constraints.excludes(role, agent.info)) {
            return false;
        }
        if (options.filterGpuResources()
                && agent.total().amount("gpus") > 0
                && !framework.can(FrameworkCapability.GPU_RESOURCES)) {
            return false;
        }
        if (isRemote(agent) && !framework.can(FrameworkCapability.REGION_AWARE)) {
            return false;
        }
        if (framework.can(FrameworkCapability.MULTI_ROLE) && !agent.capabilities.contains(AgentCapability.MULTI_ROLE)) {
            return false;
        }
        return role.isTopLevel() || agent.capabilities.contains(AgentCapability.HIERARCHICAL_ROLE);
    }

    private boolean isRemote(Agent agent) {
        return options.domain()
                .flatMap(master ->
                        agent.info.domain().map(domain -> !domain.region().equals(master.region())))
                .orElse(false);
    }

    private static Resources understood(Framework framework, Resources usable) {
        Resources left = usable;
        if (!framework.can(FrameworkCapability.SHARED_RESOURCES)) {
            left = left.nonShared();
        }
        if (!framework.can(FrameworkCapability.REVOCABLE_RESOURCES)) {
            left = left.nonRevocable();
        }
        return framework.can(FrameworkCapability.RESERVATION_REFINEMENT) ? left : left.nonRefined();
    }

    private boolean isWelcome(Agent agent, Framework framework, Role role, Resources offer) {
        return meetsMinimum(framework, role, offer) && !framework.hasRefused(role, agent.id(), offer);
    }

    private boolean meetsMinimum(Framework framework, Role role, Resources resources) {
        List<ResourceQuantities> minima = framework.info.minAllocatable().getOrDefault(role, options.minAllocatable());
        return !resources.isEmpty()
                && (minima.isEmpty() || minima.stream().anyMatch(minimum -> meets(resources, minimum)));
    }

    private static boolean meets(Resources resources, ResourceQuantities minimum) {
        for (int i = 0; i < minimum.size(); i++) {
            if (resources.amount(minimum.name(i)) < minimum.millis(i)) {
                return false;
            }
        }
        return true;
    }

    /** Cuts what quota is about to what the limits of the role, and of all roles above it, still leave. */
    private Resources withinLimits(Agent agent, Claim claim, Resources resources) {
        Resources counted = Books.quotaPart(resources);
        Resources left = counted;
        for (Role role : pathTo(claim.role())) {
            Quota quota = quota(role);
            if (!quota.limits().isEmpty()) {
                left = left.shrunkTo(quota.limits().minus(consumed(role)), draw(agent, claim));
            }
        }
        return left.equals(counted) ? resources : resources.minus(counted).plus(left);
    }

    private LongUnaryOperator draw(Agent agent, Claim claim) {
        long where = Chance.key(number(), Chance.key(agent.id().value()));
        long who = Chance.key(
                Chance.key(claim.role().path()), Chance.key(claim.framework().value()));
        long base = Chance.key(where, who);
        return index -> chance.draw(Chance.key(base, index));
    }

    private static List<Role> pathTo(Role role) {
        List<Role> path = new ArrayList<>(role.ancestors());
        path.add(role);
        return path;
    }

    // What a policy may want to know.

    @Override
    public ResourceQuantities total() {
        return books.total();
    }

    @Override
    public ResourceQuantities held(Claim claim) {
        return held.computeIfAbsent(claim, books::held);
    }

    @Override
    public Quota quota(Role role) {
        return books.quotas.getOrDefault(role, Quota.NONE);
    }

    @Override
    public ResourceQuantities consumed(Role role) {
        return consumed.computeIfAbsent(role, books::consumed);
    }

    @Override
    public double weight(Role role) {
        return books.weights.getOrDefault(role, 1.0);
    }

    @Override
    public List<ResourceRequest> requests(Claim claim) {
        Framework framework = books.frameworks.get(claim.framework());
        return framework == null ? List.of() : framework.requests;
    }

    @Override
    public AllocatorOptions options() {
        return options;
    }

    @Override
    public Chance chance() {
        return chance;
    }
}
