package io.tender.spi.policy;

import io.tender.model.AgentId;
import io.tender.model.Filters;
import io.tender.model.FrameworkId;
import io.tender.model.Operation;
import io.tender.model.ResourceConversion;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.AllocatorRefusal.Reason;
import io.tender.spi.Amounts;
import io.tender.spi.Expiries;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** Calls about what is held: what became of it, what is used, what comes back and is not wanted for a while. */
final class Holdings {

    private final Books books;
    private final Expiries<Framework.Refusal> refusals;

    Holdings(Books books, Expiries<Framework.Refusal> refusals) {
        this.books = books;
        this.refusals = refusals;
    }

    void convert(FrameworkId frameworkId, Agent agent, Resources offered, List<ResourceConversion> conversions) {
        Claim claim = new Claim(frameworkId, Checks.soleRole(offered));
        if (!books.isTracked(claim)) {
            throw Checks.refused(
                    Reason.UNKNOWN_ROLE,
                    "framework '" + frameworkId + "' neither subscribes to role '" + claim.role()
                            + "' nor holds anything under it");
        }
        Checks.held(agent, claim, offered.unallocate());
        for (ResourceConversion conversion : conversions) {
            Amounts.check("a conversion on agent", agent.id(), List.of(conversion.consumed(), conversion.converted()));
        }
        Checks.Converted converted = Checks.converted(agent, claim, offered, conversions);
        agent.hold(claim, converted.held());
        agent.setTotal(converted.total());
    }

    void operate(Agent agent, List<Operation> operations) {
        List<Operation> plain =
                operations.stream().map(Operation::withoutAllocation).toList();
        plain.forEach(Checks::knownBeforehand);
        Checks.ok(Operation.applyAll(agent.changeable(), plain), "what is free on agent '" + agent.id() + "'");
        agent.setTotal(Checks.ok(Operation.applyAll(agent.total(), plain), "the total of agent '" + agent.id() + "'"));
    }

    void use(Agent agent, Resources resources) {
        Checks.allocated(resources);
        Amounts.check("what is used on agent", agent.id(), List.of(agent.used, resources));
        Checks.usable(agent, resources);
        agent.mark(resources);
    }

    /** Takes resources back; tells whether they are free now. */
    boolean giveBack(
            FrameworkId frameworkId,
            Agent agent,
            Resources resources,
            Optional<Filters> filters,
            boolean used,
            Duration interval) {
        Framework framework = books.frameworks.get(frameworkId);
        if (used) {
            Checks.allocated(resources);
            Checks.used(agent, resources);
        }
        if (framework == null) {
            return used && endOfUnknown(frameworkId, agent, resources);
        }
        Claim claim = new Claim(frameworkId, Checks.soleRole(resources));
        Resources given = resources.unallocate();
        Checks.held(agent, claim, given);
        if (used) {
            agent.unmark(resources, true);
        }
        agent.hold(claim, agent.heldBy(claim).minus(given));
        if (framework.info.roles().contains(claim.role())) {
            filters.ifPresent(filter -> refuse(framework, claim.role(), agent.id(), given, filter, interval));
        }
        return true;
    }

    /** Ends a use by a framework that is gone, or not there yet; tells whether the agent had been found to be used by it. */
    private static boolean endOfUnknown(FrameworkId framework, Agent agent, Resources resources) {
        SortedMap<Role, Resources> parts = resources.allocations();
        boolean held = parts.entrySet().stream()
                .allMatch(part -> Checks.includes(
                        agent.heldBy(new Claim(framework, part.getKey())),
                        part.getValue().unallocate()));
        agent.unmark(resources, held);
        if (held) {
            parts.forEach((role, part) -> {
                Claim claim = new Claim(framework, role);
                agent.hold(claim, agent.heldBy(claim).minus(part.unallocate()));
            });
        }
        return held;
    }

    /** At least one interval long, else the next tick would offer the same again. */
    private void refuse(
            Framework framework, Role role, AgentId agent, Resources resources, Filters filters, Duration interval) {
        Duration length = filters.length();
        if (!length.isZero()) {
            framework.refuse(agent, role, resources, refusals.in(length.compareTo(interval) < 0 ? interval : length));
        }
    }
}
