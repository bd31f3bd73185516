package io.tender.spi.policy;

import io.tender.model.AgentId;
import io.tender.model.Filters;
import io.tender.model.FrameworkId;
import io.tender.model.Operation;
import io.tender.model.ResourceConversion;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.AllocatorHost;
import io.tender.spi.AllocatorRefusal.Reason;
import io.tender.spi.Amounts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Calls about what is held: what became of it, what is used, what comes back and is not wanted for a while. */
final class Holdings {

    private final AllocatorHost host;
    private final Books books;

    Holdings(AllocatorHost host, Books books) {
        this.host = host;
        this.books = books;
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
        Checks.ok(Operation.applyAll(agent.changeable(), plain), "what is free on agent '" + agent.id() + "'");
        agent.setTotal(Checks.ok(Operation.applyAll(agent.total(), plain), "the total of agent '" + agent.id() + "'"));
    }

    void use(Agent agent, Resources resources) {
        Checks.allocated(resources);
        Amounts.check("what is used on agent", agent.id(), List.of(agent.used, resources));
        agent.used = agent.used.plus(resources);
    }

    /** Takes resources back; tells whether a framework that is known gave them. */
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
            agent.used = used ? agent.used.minus(resources) : agent.used;
            return false;
        }
        Claim claim = new Claim(frameworkId, Checks.soleRole(resources));
        Resources given = resources.unallocate();
        Checks.held(agent, claim, given);
        agent.used = used ? agent.used.minus(resources) : agent.used;
        agent.hold(claim, agent.heldBy(claim).minus(given));
        if (framework.info.roles().contains(claim.role())) {
            filters.ifPresent(filter -> refuse(framework, claim.role(), agent.id(), given, filter, interval));
        }
        return true;
    }

    /** At least one interval long, else the next tick would offer the same again. */
    private void refuse(
            Framework framework, Role role, AgentId agent, Resources resources, Filters filters, Duration interval) {
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
}
