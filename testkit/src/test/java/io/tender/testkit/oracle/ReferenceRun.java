package io.tender.testkit.oracle;

import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.FrameworkCapability;
import io.tender.model.FrameworkId;
import io.tender.model.Quota;
import io.tender.model.ResourceLimits;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.Chance;
import io.tender.spi.Shuffle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongUnaryOperator;

/** One allocation run: sections 4.1 to 4.9, in the order in which the specification tells them. */
class ReferenceRun {
    private final ReferenceCluster cluster;
    private final ReferenceSorter sorter;
    private final ReferenceSorter.Kind roleKind;
    private final ReferenceSorter.Kind frameworkKind;
    private final Chance chance;
    private final long number;

    private final SortedMap<Role, ResourceQuantities> consumed = new TreeMap<>();
    private ResourceQuantities requiredHeadroom;
    private ResourceQuantities availableHeadroom;
    private final Map<AgentId, Resources> offeredShared = new HashMap<>();

    /** What came out: framework to role to agent to resources with that role. */
    final SortedMap<FrameworkId, SortedMap<Role, SortedMap<AgentId, Resources>>> offers = new TreeMap<>();

    ReferenceRun(
            ReferenceCluster cluster,
            ReferenceSorter.Kind roleKind,
            ReferenceSorter.Kind frameworkKind,
            Chance chance,
            long number) {
        this.cluster = cluster;
        this.sorter = new ReferenceSorter(cluster, chance);
        this.roleKind = roleKind;
        this.frameworkKind = frameworkKind;
        this.chance = chance;
        this.number = number;
        for (Role role : cluster.quotas.keySet()) {
            consumed.put(role, cluster.consumption(role));
        }
        this.requiredHeadroom = requiredHeadroom();
        this.availableHeadroom = availableHeadroom();
    }

    void execute(Set<AgentId> candidates) {
        List<ReferenceAgent> agents = new ArrayList<>();
        for (AgentId id : candidates) {
            ReferenceAgent agent = cluster.agents.get(id);
            if (agent != null && agent.activated && isWhitelisted(agent)) {
                agents.add(agent);
            }
        }
        for (int stage = 1; stage <= 2; stage++) {
            for (ReferenceAgent agent : shuffled(agents, stage)) {
                allocate(agent, stage);
            }
        }
    }

    private boolean isWhitelisted(ReferenceAgent agent) {
        return cluster.whitelist.isEmpty() || cluster.whitelist.get().contains(agent.info.hostname());
    }

    // --- 4.1 preparation ---------------------------------------------------------------------------------------------

    /** What must be kept for guarantees that are not met yet. */
    private ResourceQuantities requiredHeadroom() {
        SortedSet<Role> tops = new TreeSet<>();
        cluster.quotas.keySet().forEach(role -> tops.add(role.topLevel()));
        ResourceQuantities sum = ResourceQuantities.empty();
        for (Role top : tops) {
            sum = sum.plus(need(top));
        }
        return sum;
    }

    /** What a role lacks of its guarantee, or those below it lack together, whichever is more. */
    private ResourceQuantities need(Role role) {
        ResourceQuantities below = ResourceQuantities.empty();
        for (Role child : childrenWithQuotas(role)) {
            below = below.plus(need(child));
        }
        ResourceQuantities own = cluster.quotas.containsKey(role)
                ? cluster.quota(role).guarantees().minus(consumed.get(role))
                : ResourceQuantities.empty();
        // The larger of the two, name by name.
        return own.plus(below.minus(own));
    }

    private SortedSet<Role> childrenWithQuotas(Role parent) {
        TreeSet<Role> children = new TreeSet<>();
        for (Role role : cluster.quotas.keySet()) {
            List<Role> chain = new ArrayList<>(role.ancestors());
            chain.add(role);
            chain.stream()
                    .filter(path -> path.parent().filter(parent::equals).isPresent())
                    .forEach(children::add);
        }
        return children;
    }

    private ResourceQuantities availableHeadroom() {
        ResourceQuantities unheldReservations =
                cluster.reservations(role -> true).minus(cluster.held(role -> true, resources -> resources.reserved()));
        ResourceQuantities headroom = cluster.total()
                .minus(cluster.held(role -> true, resources -> resources))
                .minus(unheldReservations);
        for (ReferenceAgent agent : cluster.agents.values()) {
            headroom = headroom.minus(agent.available().revocable().quantities());
        }
        return headroom;
    }

    // --- 4.2 and 4.3 the two stages ----------------------------------------------------------------------------------

    private void allocate(ReferenceAgent agent, int stage) {
        long base = Chance.key(runStage(stage), Chance.key(agent.info.id().value()));
        for (Role role : sorter.roles(roleKind, base)) {
            if (agent.available().isEmpty()) {
                return;
            }
            if (stage == 1 && unsatisfied(role).isEmpty()) {
                continue;
            }
            long roleBase = Chance.key(base, Chance.key(role.path()));
            for (FrameworkId id : sorter.frameworks(frameworkKind, role, roleBase)) {
                if (stage == 1 && unsatisfied(role).isEmpty()) {
                    break;
                }
                if (!tryFramework(agent, role, cluster.frameworks.get(id), stage)) {
                    break;
                }
            }
        }
    }

    /** What the role still lacks of its own guarantee, leaving to those below it what they lack of theirs. */
    private ResourceQuantities unsatisfied(Role role) {
        Quota quota = cluster.quota(role);
        if (quota.guarantees().isEmpty()) {
            return ResourceQuantities.empty();
        }
        ResourceQuantities lacking = quota.guarantees().minus(consumed.get(role));
        for (Role child : childrenWithQuotas(role)) {
            lacking = lacking.minus(need(child));
        }
        return lacking;
    }

    /** Steps a to j for one framework; false if there is nothing left for the whole role. */
    private boolean tryFramework(ReferenceAgent agent, Role role, ReferenceFramework framework, int stage) {
        // a
        if (isExcludedByConstraints(framework, role, agent)) {
            return true;
        }
        // b
        Resources usable = agent.available()
                .allocatableTo(role)
                .minus(offeredShared.getOrDefault(agent.info.id(), Resources.empty()));
        if (usable.isEmpty()) {
            return false;
        }
        // c
        List<ResourceQuantities> minimum = framework.minimum(role, cluster.options.minAllocatable());
        if (!isAllocatable(usable, minimum)) {
            return true;
        }
        // d
        if (!isCapable(framework, agent)
                || !wantsScarce(framework, role, agent)
                || !wantsMore(framework, agent.info.id())) {
            return true;
        }
        Resources receivable = strip(usable, framework);
        if (receivable.isEmpty()) {
            return true;
        }
        // e
        Resources quotaPart = ReferenceCluster.quotaRelevant(receivable.scalars());
        // f
        LongUnaryOperator draw = shrinkDraws(agent, role, framework, stage);
        Resources guarantee = Resources.empty();
        if (stage == 1) {
            guarantee = quotaPart.shrunkTo(unsatisfied(role), draw);
            if (cluster.options.extensions().nestedQuota()) {
                guarantee = guarantee.shrunkTo(limitsLeft(role, ResourceQuantities.empty()), draw);
            }
            if (guarantee.isEmpty()) {
                return true;
            }
        }
        // g
        Resources whole = receivable.filter(resource -> !resource.isScalar()
                || resource.isRevocable()
                || (stage == 1 ? resource.isReservedTo(role) : resource.isReserved()));
        // h
        Resources extra = cutToLimits(quotaPart.minus(guarantee), role, guarantee.quantities(), draw);
        if (holdsBackHeadroom()) {
            extra = extra.shrunkTo(surplusHeadroom(availableHeadroom, requiredHeadroom), draw);
        }
        // i
        Resources offer = guarantee.plus(whole).plus(extra);
        if (!isAllocatable(offer, minimum) || isFiltered(framework, role, agent, offer)) {
            return true;
        }
        // j
        commit(agent, role, framework, offer);
        ResourceQuantities delta = guarantee.quantities().plus(extra.quantities());
        consume(role, delta);
        availableHeadroom = availableHeadroom.minus(delta);
        if (stage == 1) {
            requiredHeadroom = cluster.options.extensions().nestedQuota()
                    ? requiredHeadroom()
                    : requiredHeadroom.minus(guarantee.quantities());
        }
        return true;
    }

    private void commit(ReferenceAgent agent, Role role, ReferenceFramework framework, Resources offer) {
        FrameworkId holder = framework.info.id();
        AgentId id = agent.info.id();
        take(agent, holder, role, offer);
        count(holder, role);
        offeredShared.merge(id, offer.shared(), Resources::plus);
        offers.computeIfAbsent(holder, any -> new TreeMap<>())
                .computeIfAbsent(role, any -> new TreeMap<>())
                .merge(id, offer.allocate(role), Resources::plus);
    }

    void take(ReferenceAgent agent, FrameworkId holder, Role role, Resources offer) {
        agent.setHeld(holder, role, agent.held(holder, role).plus(offer));
    }

    void count(FrameworkId holder, Role role) {
        cluster.counts.charge(holder, role);
    }

    private void consume(Role role, ResourceQuantities delta) {
        consumed.computeIfPresent(role, (any, before) -> before.plus(delta));
        if (cluster.options.extensions().nestedQuota()) {
            for (Role ancestor : role.ancestors()) {
                consumed.computeIfPresent(ancestor, (any, before) -> before.plus(delta));
            }
        }
    }

    Resources cutToLimits(Resources extra, Role role, ResourceQuantities granted, LongUnaryOperator draw) {
        return extra.shrunkTo(limitsLeft(role, granted), draw);
    }

    /** What the role may still get; with nested quota, what every role on its path may still get. */
    private ResourceLimits limitsLeft(Role role, ResourceQuantities granted) {
        List<Role> path = new ArrayList<>(cluster.options.extensions().nestedQuota() ? role.ancestors() : List.of());
        path.add(role);
        Map<String, Long> smallest = new HashMap<>();
        for (Role limited : path) {
            if (cluster.quotas.containsKey(limited)) {
                ResourceLimits left = cluster.quota(limited)
                        .limits()
                        .minus(consumed.get(limited))
                        .minus(granted);
                for (int i = 0; i < left.size(); i++) {
                    smallest.merge(left.name(i), left.millis(i), Math::min);
                }
            }
        }
        return ResourceLimits.of(smallest);
    }

    boolean holdsBackHeadroom() {
        return !requiredHeadroom.isEmpty();
    }

    ResourceQuantities surplusHeadroom(ResourceQuantities available, ResourceQuantities required) {
        return available.minus(required);
    }

    // --- 4.5 to 4.9 who may have what --------------------------------------------------------------------------------

    boolean isExcludedByConstraints(ReferenceFramework framework, Role role, ReferenceAgent agent) {
        return framework.constraints.excludes(role, agent.info);
    }

    static boolean isAllocatable(Resources resources, List<ResourceQuantities> minimum) {
        return !resources.isEmpty()
                && (minimum.isEmpty() || minimum.stream().anyMatch(entry -> meets(resources, entry)));
    }

    private static boolean meets(Resources resources, ResourceQuantities entry) {
        for (int i = 0; i < entry.size(); i++) {
            if (resources.amount(entry.name(i)) < entry.millis(i)) {
                return false;
            }
        }
        return true;
    }

    boolean isCapable(ReferenceFramework framework, ReferenceAgent agent) {
        if (cluster.options.filterGpuResources()
                && agent.total.quantities().millis("gpus") > 0
                && !framework.info.can(FrameworkCapability.GPU_RESOURCES)) {
            return false;
        }
        boolean remote = agent.info.domain().isPresent()
                && cluster.options.domain().isPresent()
                && !agent.info
                        .domain()
                        .get()
                        .region()
                        .equals(cluster.options.domain().get().region());
        return !remote || framework.info.can(FrameworkCapability.REGION_AWARE);
    }

    /** Extension scarceNames: whoever gets the agent must have asked for everything scarce that is free on it. */
    private boolean wantsScarce(ReferenceFramework framework, Role role, ReferenceAgent agent) {
        for (String name : cluster.options.extensions().scarceNames()) {
            boolean present = agent.available().amount(name) > 0;
            boolean byCapability = name.equals("gpus") && framework.info.can(FrameworkCapability.GPU_RESOURCES);
            boolean byMinimum = framework.info.minAllocatable().getOrDefault(role, List.of()).stream()
                    .anyMatch(entry -> entry.millis(name) > 0);
            boolean byRequest =
                    framework.demand.filter(demand -> demand.names(name)).isPresent();
            if (present && !byCapability && !byMinimum && !byRequest) {
                return false;
            }
        }
        return true;
    }

    /** Extension honourRequests: a framework that holds all it asked for gets nothing more. */
    private boolean wantsMore(ReferenceFramework framework, AgentId agent) {
        if (!cluster.options.extensions().honourRequests() || framework.demand.isEmpty()) {
            return true;
        }
        ReferenceFramework.Demand demand = framework.demand.get();
        FrameworkId id = framework.info.id();
        ResourceQuantities held = cluster.heldBy((any, role) -> any.equals(id), all -> all);
        ResourceQuantities heldHere =
                cluster.agents.get(agent).heldQuantities((any, role) -> any.equals(id), all -> all);
        ResourceQuantities targetHere = demand.targetsOnAgents.getOrDefault(agent, ResourceQuantities.empty());
        return !held.contains(demand.target) || !heldHere.contains(targetHere);
    }

    Resources strip(Resources usable, ReferenceFramework framework) {
        Resources left = usable;
        if (!framework.info.can(FrameworkCapability.SHARED_RESOURCES)) {
            left = left.nonShared();
        }
        if (!framework.info.can(FrameworkCapability.REVOCABLE_RESOURCES)) {
            left = left.nonRevocable();
        }
        if (!framework.info.can(FrameworkCapability.RESERVATION_REFINEMENT)) {
            left = left.filter(resource -> !resource.hasRefinedReservations());
        }
        return left;
    }

    boolean isFiltered(ReferenceFramework framework, Role role, ReferenceAgent agent, Resources offer) {
        boolean oneRoleAgent = framework.info.can(FrameworkCapability.MULTI_ROLE)
                && !agent.capabilities.contains(AgentCapability.MULTI_ROLE);
        boolean flatAgent = !role.isTopLevel() && !agent.capabilities.contains(AgentCapability.HIERARCHICAL_ROLE);
        return oneRoleAgent || flatAgent || isRefused(framework, role, agent, offer);
    }

    boolean isRefused(ReferenceFramework framework, Role role, ReferenceAgent agent, Resources offer) {
        return framework.offerFilters.stream()
                .anyMatch(filter -> filter.role.equals(role)
                        && filter.agent.equals(agent.info.id())
                        && filter.refused.contains(offer));
    }

    // --- chance ------------------------------------------------------------------------------------------------------

    private long runStage(int stage) {
        return Chance.key(number, stage);
    }

    private List<ReferenceAgent> shuffled(List<ReferenceAgent> agents, int stage) {
        Shuffle shuffle = new Shuffle(chance, runStage(stage), cluster.agentNumbers);
        return agents.stream()
                .sorted(Comparator.comparingInt(agent -> shuffle.placeOf(agent.number)))
                .toList();
    }

    private LongUnaryOperator shrinkDraws(ReferenceAgent agent, Role role, ReferenceFramework framework, int stage) {
        long onAgent = Chance.key(runStage(stage), Chance.key(agent.info.id().value()));
        long client = Chance.key(
                Chance.key(role.path()), Chance.key(framework.info.id().value()));
        long base = Chance.key(onAgent, client);
        return index -> chance.draw(Chance.key(base, index));
    }
}
