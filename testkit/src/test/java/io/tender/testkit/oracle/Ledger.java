package io.tender.testkit.oracle;

import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Applied;
import io.tender.model.Filters;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.OfferConstraints;
import io.tender.model.Operation;
import io.tender.model.Quota;
import io.tender.model.ResourceConversion;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.Unavailability;
import io.tender.spi.AllocatorOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a master would know: who holds what and who said what, from the calls that were accepted and the offers that
 * came. It decides nothing. Histories are made up from it and promises are checked against it, so it shares nothing
 * with any allocator.
 */
final class Ledger {
    AllocatorOptions options = AllocatorOptions.defaults();
    boolean initialized;
    boolean paused;
    Instant now = Instant.EPOCH;
    Optional<Set<String>> whitelist = Optional.empty();
    final SortedMap<AgentId, Agent> agents = new TreeMap<>();
    final SortedMap<FrameworkId, Framework> frameworks = new TreeMap<>();
    final SortedMap<Role, Quota> quotas = new TreeMap<>();

    /** What somebody holds, without allocation role. */
    final SortedMap<Claim, Resources> held = new TreeMap<>();

    /** Who holds something where and under which role. */
    record Claim(AgentId agent, FrameworkId framework, Role role) implements Comparable<Claim> {
        @Override
        public int compareTo(Claim other) {
            int order = agent.compareTo(other.agent);
            order = order != 0 ? order : framework.compareTo(other.framework);
            return order != 0 ? order : role.compareTo(other.role);
        }
    }

    /** An agent as a master sees it. */
    static final class Agent {
        AgentInfo info;
        Set<AgentCapability> capabilities;
        boolean activated = true;
        Resources total;
        Resources used = Resources.empty();
        Optional<Unavailability> unavailability;
        final SortedSet<FrameworkId> asked = new TreeSet<>();

        Agent(Step.AddAgent step) {
            this.info = step.info();
            this.capabilities = step.capabilities();
            this.total = step.total().unallocate();
            this.unavailability = step.unavailability();
        }
    }

    /** A framework as a master sees it. */
    static final class Framework {
        FrameworkInfo info;
        OfferConstraints constraints;
        boolean active;
        final SortedSet<Role> suppressed = new TreeSet<>();
        List<Refusal> refusals = new ArrayList<>();
        List<Deafness> deafness = new ArrayList<>();

        Framework(Step.AddFramework step) {
            this.info = step.info();
            this.constraints = step.options().constraints();
            this.active = step.active();
            this.suppressed.addAll(step.options().suppressedRoles());
        }
    }

    /** An offer filter: certainly in force before its end, and gone some time at its end. */
    record Refusal(Role role, AgentId agent, Resources refused, Instant end) {}

    /** An inverse-offer filter. */
    record Deafness(AgentId agent, Instant end) {}

    // --- sums --------------------------------------------------------------------------------------------------------

    Resources heldOn(AgentId agent) {
        Resources sum = Resources.empty();
        for (Map.Entry<Claim, Resources> entry : held.entrySet()) {
            if (entry.getKey().agent().equals(agent)) {
                sum = sum.plus(entry.getValue());
            }
        }
        return sum;
    }

    /** What nobody holds; of shared resources only those that nobody uses. */
    Resources freeOn(AgentId agent) {
        Resources used = heldOn(agent);
        Resources total = agents.get(agent).total;
        return total.nonShared()
                .minus(used.nonShared())
                .plus(total.shared().filter(volume -> used.copies(volume) == 0));
    }

    boolean holdsSomething(FrameworkId framework, AgentId agent) {
        return held.keySet().stream()
                .anyMatch(claim ->
                        claim.framework().equals(framework) && claim.agent().equals(agent));
    }

    // --- what was said -----------------------------------------------------------------------------------------------

    void hear(Subject.Run run) {
        for (Subject.Said said : run.said()) {
            switch (said) {
                case Subject.Said.Offers told ->
                    told.offers()
                            .forEach((role, byAgent) -> byAgent.forEach((agent, resources) ->
                                    hold(new Claim(agent, told.framework(), role), resources.unallocate())));
                case Subject.Said.InverseOffers told ->
                    told.inverseOffers()
                            .keySet()
                            .forEach(agent -> agents.get(agent).asked.add(told.framework()));
            }
        }
    }

    private void hold(Claim claim, Resources more) {
        set(claim, held.getOrDefault(claim, Resources.empty()).plus(more));
    }

    private void set(Claim claim, Resources resources) {
        if (resources.isEmpty()) {
            held.remove(claim);
        } else {
            held.put(claim, resources);
        }
    }

    // --- what was accepted -------------------------------------------------------------------------------------------

    void accept(Step step) {
        switch (step) {
            case Step.Initialize initialize -> {
                options = initialize.options();
                initialized = true;
            }
            case Step.Recover recover -> recover.quotas().forEach(this::setQuota);
            case Step.AddFramework add -> frameworks.put(add.info().id(), new Framework(add));
            case Step.RemoveFramework remove -> removeFramework(remove.framework());
            case Step.ActivateFramework activate -> frameworks.get(activate.framework()).active = true;
            case Step.DeactivateFramework deactivate -> {
                Framework framework = frameworks.get(deactivate.framework());
                framework.active = false;
                framework.refusals.clear();
                framework.deafness.clear();
            }
            case Step.UpdateFramework update -> updateFramework(update);
            case Step.AddAgent add -> {
                agents.put(add.info().id(), new Agent(add));
                use(add.info().id(), add.used());
            }
            case Step.RemoveAgent remove -> {
                agents.remove(remove.agent());
                held.keySet().removeIf(claim -> claim.agent().equals(remove.agent()));
                forgetFilters(remove.agent(), true);
            }
            case Step.UpdateAgent update -> updateAgent(update);
            case Step.AddResourceProvider add -> {
                Agent agent = agents.get(add.agent());
                agent.total = agent.total.plus(add.total().unallocate());
                use(add.agent(), add.used());
            }
            case Step.ActivateAgent activate -> agents.get(activate.agent()).activated = true;
            case Step.DeactivateAgent deactivate -> agents.get(deactivate.agent()).activated = false;
            case Step.UpdateWhitelist update -> whitelist = update.hostnames();
            case Step.UpdateAllocation update -> convert(update);
            case Step.UpdateAvailable update -> {
                Agent agent = agents.get(update.agent());
                agent.total = applied(Operation.applyAll(
                        agent.total,
                        update.operations().stream()
                                .map(Operation::withoutAllocation)
                                .toList()));
            }
            case Step.UpdateUnavailability update -> {
                agents.get(update.agent()).unavailability = update.unavailability();
                agents.get(update.agent()).asked.clear();
                forgetFilters(update.agent(), false);
            }
            case Step.UpdateInverseOffer answer -> answerInverseOffer(answer);
            case Step.MarkUsed mark -> {
                Agent agent = agents.get(mark.agent());
                agent.used = agent.used.plus(mark.resources());
            }
            case Step.GiveBack giveBack -> giveBack(giveBack);
            case Step.Suppress suppress -> {
                Framework framework = frameworks.get(suppress.framework());
                framework.suppressed.addAll(suppress.roles().isEmpty() ? framework.info.roles() : suppress.roles());
            }
            case Step.Revive revive -> {
                Framework framework = frameworks.get(revive.framework());
                revive(framework, revive.roles().isEmpty() ? framework.info.roles() : revive.roles());
            }
            case Step.UpdateQuota update -> setQuota(update.role(), update.quota());
            case Step.Pause pause -> paused = true;
            case Step.Resume resume -> paused = false;
            // Nothing a master would have to remember.
            case Step.Settle settle -> {}
            case Step.Advance advance -> {}
            case Step.Later later -> {}
            case Step.UpdateWeights weights -> {}
            case Step.RequestResources requests -> {}
            case Step.AskInverseOfferStatuses question -> {}
            case Step.AskMetrics question -> {}
            case Step.AskConstraints question -> {}
        }
    }

    private static Resources applied(Applied applied) {
        return switch (applied) {
            case Applied.Ok ok -> ok.resources();
            case Applied.Refused refused ->
                throw new Promises.Broken("only conversions that apply are accepted", refused.reason());
        };
    }

    private void setQuota(Role role, Quota quota) {
        if (quota.isDefault()) {
            quotas.remove(role);
        } else {
            quotas.put(role, quota);
        }
    }

    private void use(AgentId id, Map<FrameworkId, Resources> used) {
        Agent agent = agents.get(id);
        used.forEach((framework, resources) -> {
            agent.used = agent.used.plus(resources);
            resources.allocations().forEach((role, part) -> hold(new Claim(id, framework, role), part.unallocate()));
        });
    }

    private void removeFramework(FrameworkId id) {
        frameworks.remove(id);
        held.keySet().removeIf(claim -> claim.framework().equals(id));
        agents.values().forEach(agent -> agent.asked.remove(id));
    }

    private void updateFramework(Step.UpdateFramework update) {
        Framework framework = frameworks.get(update.info().id());
        SortedSet<Role> left = new TreeSet<>(framework.info.roles());
        left.removeAll(update.info().roles());
        framework.suppressed.removeAll(left);
        framework.refusals.removeIf(refusal -> left.contains(refusal.role()));
        SortedSet<Role> revived = new TreeSet<>(framework.suppressed);
        revived.removeAll(update.options().suppressedRoles());
        if (!revived.isEmpty()) {
            revive(framework, revived);
        }
        framework.suppressed.addAll(update.options().suppressedRoles());
        framework.info = update.info();
        framework.constraints = update.options().constraints();
    }

    private static void revive(Framework framework, Set<Role> roles) {
        framework.suppressed.removeAll(roles);
        framework.refusals.removeIf(refusal -> roles.contains(refusal.role()));
        framework.deafness.clear();
    }

    private void updateAgent(Step.UpdateAgent update) {
        Agent agent = agents.get(update.info().id());
        if (!agent.info.attributes().equals(update.info().attributes())) {
            forgetFilters(update.info().id(), true);
        }
        agent.info = update.info();
        update.total().ifPresent(total -> agent.total = total.unallocate());
        update.capabilities().ifPresent(capabilities -> agent.capabilities = capabilities);
    }

    private void forgetFilters(AgentId agent, boolean offersToo) {
        for (Framework framework : frameworks.values()) {
            framework.deafness.removeIf(deafness -> deafness.agent().equals(agent));
            if (offersToo) {
                framework.refusals.removeIf(refusal -> refusal.agent().equals(agent));
            }
        }
    }

    private void convert(Step.UpdateAllocation update) {
        Agent agent = agents.get(update.agent());
        Role role = update.offered().allocatedTo().orElseThrow();
        Claim claim = new Claim(update.agent(), update.framework(), role);
        Resources updated = applied(ResourceConversion.applyAll(update.offered(), update.conversions()));
        for (ResourceConversion conversion : update.conversions()) {
            if (!conversion.consumed().isEmpty()) {
                agent.total = agent.total
                        .minus(conversion.consumed().unallocate())
                        .plus(conversion.converted().unallocate());
            }
        }
        set(claim, held.get(claim).minus(update.offered().unallocate()).plus(updated.unallocate()));
    }

    private void answerInverseOffer(Step.UpdateInverseOffer answer) {
        agents.get(answer.agent()).asked.remove(answer.framework());
        answer.filters()
                .map(Filters::length)
                .filter(length -> !length.isZero())
                .ifPresent(length -> frameworks
                        .get(answer.framework())
                        .deafness
                        .add(new Deafness(answer.agent(), now.plus(length))));
    }

    /** What an agent said it uses for a framework that is not known yet ends like any other use. */
    private void finishUnknown(Step.GiveBack step) {
        Map<Claim, Resources> given = new TreeMap<>();
        step.resources()
                .allocations()
                .forEach((role, part) -> given.put(new Claim(step.agent(), step.framework(), role), part.unallocate()));
        boolean all = given.entrySet().stream().allMatch(entry -> {
            Resources before = held.getOrDefault(entry.getKey(), Resources.empty());
            return before.minus(entry.getValue()).plus(entry.getValue()).equals(before);
        });
        if (all) {
            given.forEach((claim, part) -> set(claim, held.get(claim).minus(part)));
        }
    }

    private void giveBack(Step.GiveBack step) {
        Agent agent = agents.get(step.agent());
        if (step.resources().isEmpty() || agent == null) {
            return;
        }
        if (step.used()) {
            agent.used = agent.used.minus(step.resources());
        }
        Framework framework = frameworks.get(step.framework());
        if (framework == null) {
            if (step.used()) {
                finishUnknown(step);
            }
            return;
        }
        Role role = step.resources().allocatedTo().orElseThrow();
        Claim claim = new Claim(step.agent(), step.framework(), role);
        Resources given = step.resources().unallocate();
        Resources before = held.getOrDefault(claim, Resources.empty());
        if (!before.minus(given).plus(given).equals(before)) {
            throw new Promises.Broken("only what is held can be given back", given + " of " + before + " was accepted");
        }
        set(claim, before.minus(given));
        Duration length = step.filters().map(Filters::length).orElse(Duration.ZERO);
        if (!length.isZero() && framework.info.roles().contains(role)) {
            Duration atLeast = options.allocationInterval();
            Duration effective = length.compareTo(atLeast) < 0 ? atLeast : length;
            framework.refusals.add(new Refusal(role, step.agent(), given, now.plus(effective)));
        }
    }
}
