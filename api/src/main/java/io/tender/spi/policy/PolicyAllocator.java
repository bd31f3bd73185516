package io.tender.spi.policy;

import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Filters;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.FrameworkOptions;
import io.tender.model.InverseOfferStatus;
import io.tender.model.Operation;
import io.tender.model.Quota;
import io.tender.model.ResourceConversion;
import io.tender.model.ResourceRequest;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.Unavailability;
import io.tender.model.UnavailableResources;
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorHost;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.AllocatorRefusal;
import io.tender.spi.AllocatorRefusal.Reason;
import io.tender.spi.InverseOfferCallback;
import io.tender.spi.OfferCallback;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A whole allocator around an {@link AllocationPolicy}: it takes every call of the contract, keeps the books, decides when
 * a run is due, and leaves to the policy the one question of who is offered what.
 *
 * <p>Kept for every policy: refusals, filters and their timing, suppression, pauses and recovery, whitelist, maintenance
 * and inverse offers, reservations, capabilities, constraints, minima, shared resources, limits along the whole path of a
 * role, and that nothing is promised twice. Left to the policy: order, fairness, guarantees, requests and scarce names.
 *
 * <p>Written to be read, not for ten thousand agents: a run looks at each of them, and sums are made when asked for.
 */
public final class PolicyAllocator implements Allocator {

    private final AllocatorHost host;
    private final AllocationPolicy policy;
    private final Books books = new Books();
    private @Nullable Started started;

    /** What exists from initialization on. */
    private record Started(
            AllocatorOptions options, OfferCallback offers, InverseOfferCallback inverseOffers, RunSchedule schedule) {}

    public PolicyAllocator(AllocatorHost host, AllocationPolicy policy) {
        this.host = host;
        this.policy = policy;
    }

    @Override
    public void initialize(AllocatorOptions options, OfferCallback offers, InverseOfferCallback inverseOffers) {
        if (started != null) {
            throw Checks.refused(
                    Reason.ALREADY_INITIALIZED, "initialize was called a second time: call it once, first");
        }
        RunSchedule schedule = new RunSchedule(host, options.allocationInterval(), books.agents::keySet, this::run);
        started = new Started(options, offers, inverseOffers, schedule);
        schedule.start();
    }

    private Started started() {
        Started now = started;
        if (now == null) {
            throw Checks.refused(Reason.NOT_INITIALIZED, "the allocator is not initialized: call initialize first");
        }
        return now;
    }

    // Runs.

    private void run(SortedSet<AgentId> about) {
        Started now = started();
        books.runs++;
        PolicyRound round = new PolicyRound(books, now.options(), host.chance(), about);
        Failures failures = new Failures();
        long begun = host.stopwatch();
        failures.attempt(() -> policy.allocate(round));
        books.lastRunNanos = host.stopwatch() - begun;
        round.offers()
                .forEach((id, offers) -> failures.attempt(() -> now.offers().offers(id, offers)));
        inverseOffers(about)
                .forEach((id, asked) ->
                        failures.attempt(() -> now.inverseOffers().inverseOffers(id, asked)));
        failures.rethrow();
    }

    /** What went wrong in one run; one that fails, policy or receiver, does not keep the others from their offers. */
    private static final class Failures {
        private @Nullable Throwable first;

        void attempt(Runnable step) {
            try {
                step.run();
            } catch (RuntimeException | Error failure) {
                if (first == null) {
                    first = failure;
                } else {
                    first.addSuppressed(failure);
                }
            }
        }

        void rethrow() {
            if (first instanceof RuntimeException failure) {
                throw failure;
            }
            if (first instanceof Error failure) {
                throw failure;
            }
        }
    }

    private SortedMap<FrameworkId, Map<AgentId, UnavailableResources>> inverseOffers(SortedSet<AgentId> about) {
        SortedMap<FrameworkId, Map<AgentId, UnavailableResources>> due = new TreeMap<>();
        for (AgentId id : about) {
            Agent agent = books.agents.get(id);
            if (agent == null || agent.maintenance.isEmpty()) {
                continue;
            }
            Agent.Maintenance maintenance = agent.maintenance.get();
            for (Framework framework : books.frameworks.values()) {
                if (framework.active
                        && agent.isHeldBy(framework.id())
                        && !framework.filtersInverse(id, host.now())
                        && maintenance.outstanding.add(framework.id())) {
                    due.computeIfAbsent(framework.id(), any -> new TreeMap<>())
                            .put(id, new UnavailableResources(Resources.empty(), maintenance.unavailability));
                }
            }
        }
        return due;
    }

    @Override
    public void recover(int expectedAgentCount, Map<Role, Quota> quotas) {
        Started now = started();
        if (!books.agents.isEmpty()) {
            throw Checks.refused(
                    Reason.RECOVERY_TOO_LATE,
                    "recover was called with " + books.agents.size() + " agents known: call it before the first");
        }
        if (expectedAgentCount < 0) {
            throw Checks.refused(
                    Reason.NEGATIVE_COUNT, "recover expects " + expectedAgentCount + " agents: expected zero or more");
        }
        quotas.keySet().forEach(role -> Checks.quotaRole(role, now.options()));
        if (!quotas.isEmpty()) {
            quotas.forEach(this::setQuota);
            int target = (int) (expectedAgentCount * now.options().agentRecoveryFactor());
            now.schedule().recover(target, now.options().recoveryTimeout());
        }
    }

    @Override
    public void pause() {
        started().schedule().pause();
    }

    @Override
    public void resume() {
        started().schedule().resume();
    }

    // Frameworks.

    @Override
    public void addFramework(
            FrameworkInfo info, Map<AgentId, Resources> used, boolean active, FrameworkOptions options) {
        Started now = started();
        if (books.frameworks.containsKey(info.id())) {
            throw Checks.refused(
                    Reason.FRAMEWORK_EXISTS,
                    "framework '" + info.id() + "' is known already: update it, or remove it first");
        }
        Checks.subscribed(info, options.suppressedRoles());
        used.values().forEach(Checks::allocated);
        Framework framework = new Framework(info, options.constraints(), active);
        framework.suppressed.addAll(options.suppressedRoles());
        books.frameworks.put(info.id(), framework);
        if (active) {
            now.schedule().causeAll();
        }
    }

    @Override
    public void removeFramework(FrameworkId id) {
        framework(id);
        books.frameworks.remove(id);
        for (Agent agent : books.agents.values()) {
            agent.maintenance.ifPresent(maintenance -> {
                maintenance.outstanding.remove(id);
                maintenance.answers.remove(id);
            });
            if (agent.release(id)) {
                freed(agent);
            }
        }
    }

    @Override
    public void activateFramework(FrameworkId id) {
        framework(id).active = true;
        started().schedule().causeAll();
    }

    @Override
    public void deactivateFramework(FrameworkId id) {
        Framework framework = framework(id);
        framework.active = false;
        framework.forgetAllRefusals();
    }

    @Override
    public void updateFramework(FrameworkInfo info, FrameworkOptions options) {
        Framework framework = framework(info.id());
        Checks.subscribed(info, options.suppressedRoles());
        Set<Role> revived = new TreeSet<>(framework.suppressed);
        revived.removeAll(options.suppressedRoles());
        revived.retainAll(info.roles());
        Set<Role> left = new TreeSet<>(framework.info.roles());
        left.removeAll(info.roles());
        left.forEach(framework::forgetRefusals);
        if (!revived.isEmpty()) {
            framework.revive(revived);
        }
        framework.suppressed.clear();
        framework.suppressed.addAll(options.suppressedRoles());
        framework.info = info;
        framework.constraints = options.constraints();
    }

    @Override
    public void suppressOffers(FrameworkId id, Set<Role> roles) {
        Framework framework = framework(id);
        Checks.subscribed(framework.info, roles);
        framework.suppressed.addAll(roles.isEmpty() ? framework.info.roles() : roles);
    }

    @Override
    public void reviveOffers(FrameworkId id, Set<Role> roles) {
        Framework framework = framework(id);
        Checks.subscribed(framework.info, roles);
        framework.revive(roles.isEmpty() ? framework.info.roles() : roles);
        framework.requests = List.of();
        started().schedule().causeAll();
    }

    @Override
    public void requestResources(FrameworkId id, List<ResourceRequest> requests) {
        started();
        Framework framework = books.frameworks.get(id);
        if (framework != null) {
            framework.requests = List.copyOf(requests);
        }
    }

    private Framework framework(FrameworkId id) {
        started();
        Framework framework = books.frameworks.get(id);
        if (framework == null) {
            throw Checks.refused(Reason.UNKNOWN_FRAMEWORK, "framework '" + id + "' is not known, or not any more");
        }
        return framework;
    }

    // Agents.

    @Override
    public void addAgent(
            AgentInfo info,
            Set<AgentCapability> capabilities,
            Optional<Unavailability> unavailability,
            Resources total,
            Map<FrameworkId, Resources> used) {
        Started now = started();
        if (books.agents.containsKey(info.id())) {
            throw Checks.refused(
                    Reason.AGENT_EXISTS, "agent '" + info.id() + "' is known already: update it, or remove it first");
        }
        if (now.schedule().isPaused() && !now.schedule().isRecovering()) {
            throw Checks.refused(
                    Reason.PAUSED,
                    "agent '" + info.id() + "' was added while the allocator is paused: resume it first");
        }
        Checks.domain(info, now.options());
        used.values().forEach(Checks::allocated);
        Agent agent = new Agent(info, capabilities);
        agent.setTotal(total.unallocate());
        agent.maintenance = unavailability.map(Agent.Maintenance::new);
        Books.charge(agent, used);
        books.agents.put(info.id(), agent);
        now.schedule().agentArrived(books.agents.size());
        now.schedule().cause(info.id());
    }

    @Override
    public void removeAgent(AgentId id) {
        agent(id);
        books.agents.remove(id);
        started().schedule().forget(id);
        for (Framework framework : books.frameworks.values()) {
            framework.forgetRefusals(id);
            framework.forgetInverseFilters(id);
        }
    }

    @Override
    public void updateAgent(AgentInfo info, Optional<Resources> total, Optional<Set<AgentCapability>> capabilities) {
        Agent agent = agent(info.id());
        Checks.domain(info, started().options());
        Resources newTotal = total.map(Resources::unallocate).orElse(agent.total());
        Set<AgentCapability> newCapabilities = capabilities.map(Set::copyOf).orElse(agent.capabilities);
        if (agent.info.equals(info) && agent.total().equals(newTotal) && agent.capabilities.equals(newCapabilities)) {
            return;
        }
        if (!agent.info.attributes().equals(info.attributes())) {
            for (Framework framework : books.frameworks.values()) {
                framework.forgetRefusals(info.id());
                framework.forgetInverseFilters(info.id());
            }
        }
        agent.info = info;
        agent.capabilities = newCapabilities;
        agent.setTotal(newTotal);
        started().schedule().cause(info.id());
    }

    @Override
    public void addResourceProvider(AgentId id, Resources total, Map<FrameworkId, Resources> used) {
        Agent agent = agent(id);
        used.values().forEach(Checks::allocated);
        agent.setTotal(agent.total().plus(total.unallocate()));
        Books.charge(agent, used);
    }

    @Override
    public void activateAgent(AgentId id) {
        agent(id).activated = true;
    }

    @Override
    public void deactivateAgent(AgentId id) {
        agent(id).activated = false;
    }

    @Override
    public void updateWhitelist(Optional<Set<String>> hostnames) {
        started();
        books.whitelist = hostnames.map(Set::copyOf);
    }

    private Agent agent(AgentId id) {
        started();
        Agent agent = books.agents.get(id);
        if (agent == null) {
            throw Checks.refused(Reason.UNKNOWN_AGENT, "agent '" + id + "' is not known, or not any more");
        }
        return agent;
    }

    // What is held.

    @Override
    public void updateAllocation(
            FrameworkId frameworkId, AgentId agentId, Resources offered, List<ResourceConversion> conversions) {
        framework(frameworkId);
        Agent agent = agent(agentId);
        Claim claim = new Claim(frameworkId, Checks.soleRole(offered));
        if (!books.isTracked(claim)) {
            throw Checks.refused(
                    Reason.UNKNOWN_ROLE,
                    "framework '" + frameworkId + "' neither subscribes to role '" + claim.role()
                            + "' nor holds anything under it");
        }
        Checks.held(agent, claim, offered.unallocate());
        Checks.Converted converted = Checks.converted(agent, claim, offered, conversions);
        agent.hold(claim, converted.held());
        agent.setTotal(converted.total());
    }

    @Override
    public CompletableFuture<Void> updateAvailable(AgentId id, List<Operation> operations) {
        try {
            Agent agent = agent(id);
            List<Operation> plain =
                    operations.stream().map(Operation::withoutAllocation).toList();
            Checks.ok(Operation.applyAll(agent.changeable(), plain), "what is free on agent '" + id + "'");
            agent.setTotal(Checks.ok(Operation.applyAll(agent.total(), plain), "the total of agent '" + id + "'"));
            return CompletableFuture.completedFuture(null);
        } catch (AllocatorRefusal refusal) {
            return CompletableFuture.failedFuture(refusal);
        }
    }

    @Override
    public void transitionOfferedToAllocated(AgentId id, Resources resources) {
        Agent agent = agent(id);
        Checks.allocated(resources);
        agent.used = agent.used.plus(resources);
    }

    @Override
    public void recoverResources(
            FrameworkId frameworkId, AgentId agentId, Resources resources, Optional<Filters> filters, boolean used) {
        started();
        Agent agent = books.agents.get(agentId);
        if (resources.isEmpty() || agent == null) {
            return;
        }
        Framework framework = books.frameworks.get(frameworkId);
        if (used) {
            Checks.allocated(resources);
            Checks.used(agent, resources);
        }
        if (framework == null) {
            agent.used = used ? agent.used.minus(resources) : agent.used;
            return;
        }
        Claim claim = new Claim(frameworkId, Checks.soleRole(resources));
        Resources given = resources.unallocate();
        Checks.held(agent, claim, given);
        agent.used = used ? agent.used.minus(resources) : agent.used;
        agent.hold(claim, agent.heldBy(claim).minus(given));
        if (framework.info.roles().contains(claim.role())) {
            filters.ifPresent(filter -> refuse(framework, claim.role(), agentId, given, filter));
        }
        freed(agent);
    }

    /** At least one interval long, else the next tick would offer the same again. */
    private void refuse(Framework framework, Role role, AgentId agent, Resources resources, Filters filters) {
        Duration interval = started().options().allocationInterval();
        Duration length = filters.length();
        if (!length.isZero()) {
            Framework.Refusal refusal = new Framework.Refusal(role, resources);
            framework.refuse(agent, refusal);
            // Two hops, as a tick takes them, so that of a tick and a filter due together the older one acts first.
            host.after(
                    length.compareTo(interval) < 0 ? interval : length,
                    () -> host.enqueue(() -> framework.expire(agent, refusal)));
        }
    }

    private void freed(Agent agent) {
        Started now = started();
        if (now.options().extensions().allocateWhenFreed()) {
            now.schedule().cause(agent.id());
        }
    }

    // Maintenance.

    @Override
    public void updateUnavailability(AgentId id, Optional<Unavailability> unavailability) {
        Agent agent = agent(id);
        agent.maintenance = unavailability.map(Agent.Maintenance::new);
        books.frameworks.values().forEach(framework -> framework.forgetInverseFilters(id));
        started().schedule().cause(id);
    }

    @Override
    public void updateInverseOffer(
            AgentId agentId,
            FrameworkId frameworkId,
            Optional<UnavailableResources> unavailable,
            Optional<InverseOfferStatus> status,
            Optional<Filters> filters) {
        Framework framework = framework(frameworkId);
        Agent.Maintenance maintenance = agent(agentId)
                .maintenance
                .orElseThrow(() ->
                        Checks.refused(Reason.NO_MAINTENANCE, "agent '" + agentId + "' has no maintenance scheduled"));
        if (status.isPresent() && status.get().answer() == InverseOfferStatus.Answer.UNKNOWN) {
            throw Checks.refused(
                    Reason.UNKNOWN_ANSWER, "an answer to an inverse offer is ACCEPT or DECLINE, not UNKNOWN");
        }
        if (maintenance.outstanding.remove(frameworkId)) {
            status.ifPresent(answer -> maintenance.answers.put(frameworkId, answer));
        }
        filters.map(Filters::length)
                .filter(length -> !length.isZero())
                .ifPresent(length ->
                        framework.filterInverse(agentId, host.now(), host.now().plus(length)));
    }

    @Override
    public CompletableFuture<SortedMap<AgentId, SortedMap<FrameworkId, InverseOfferStatus>>> inverseOfferStatuses() {
        try {
            started();
        } catch (AllocatorRefusal refusal) {
            return CompletableFuture.failedFuture(refusal);
        }
        SortedMap<AgentId, SortedMap<FrameworkId, InverseOfferStatus>> statuses = new TreeMap<>();
        books.agents.forEach((id, agent) ->
                agent.maintenance.ifPresent(maintenance -> statuses.put(id, new TreeMap<>(maintenance.answers))));
        return CompletableFuture.completedFuture(statuses);
    }

    // Quota and weights.

    @Override
    public void updateQuota(Role role, Quota quota) {
        Checks.quotaRole(role, started().options());
        setQuota(role, quota);
    }

    private void setQuota(Role role, Quota quota) {
        if (quota.isDefault()) {
            books.quotas.remove(role);
        } else {
            books.quotas.put(role, quota);
        }
    }

    @Override
    public void updateWeights(Map<Role, Double> weights) {
        started();
        weights.forEach(Checks::weight);
        books.weights.putAll(weights);
    }

    // Looking in.

    @Override
    public CompletableFuture<SortedMap<String, Double>> metrics() {
        return CompletableFuture.completedFuture(books.metrics());
    }

    @Override
    public CompletableFuture<SortedMap<FrameworkId, ConstraintsView>> offerConstraintsDebug() {
        try {
            started();
        } catch (AllocatorRefusal refusal) {
            return CompletableFuture.failedFuture(refusal);
        }
        SortedMap<FrameworkId, ConstraintsView> views = new TreeMap<>();
        books.frameworks.forEach((id, framework) -> views.put(id, view(framework)));
        return CompletableFuture.completedFuture(views);
    }

    private ConstraintsView view(Framework framework) {
        SortedMap<Role, SortedSet<AgentId>> excluded = new TreeMap<>();
        for (Role role : framework.info.roles()) {
            SortedSet<AgentId> agents = new TreeSet<>();
            for (Agent agent : books.agents.values()) {
                if (framework.constraints.excludes(role, agent.info)) {
                    agents.add(agent.id());
                }
            }
            if (!agents.isEmpty()) {
                excluded.put(role, agents);
            }
        }
        return new ConstraintsView(new TreeSet<>(framework.suppressed), excluded);
    }
}
