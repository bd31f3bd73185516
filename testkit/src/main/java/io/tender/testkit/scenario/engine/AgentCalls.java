package io.tender.testkit.scenario.engine;

import io.tender.core.operator.AdmissionRules;
import io.tender.core.operator.OutstandingOffer;
import io.tender.core.operator.RescindRules;
import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.testkit.scenario.engine.Books.AgentEntry;
import io.tender.testkit.scenario.step.AgentCommand;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Carries out what happens to agents. */
final class AgentCalls {

    private final Cluster cluster;

    AgentCalls(Cluster cluster) {
        this.cluster = cluster;
    }

    void perform(AgentCommand command) {
        switch (command) {
            case AgentCommand.Add add -> add(add);
            case AgentCommand.Update update -> update(update);
            case AgentCommand.Remove remove -> remove(remove.agent());
            case AgentCommand.Activate activate -> cluster.allocator().activateAgent(activate.agent());
            case AgentCommand.Deactivate deactivate -> cluster.allocator().deactivateAgent(deactivate.agent());
            case AgentCommand.AddProvider provider -> addProvider(provider);
        }
    }

    private void add(AgentCommand.Add add) {
        cluster.master()
                .ifPresent(settings -> MasterRefusal.ifAny(AdmissionRules.agent(
                        add.info(), cluster.setup().options().domain(), settings.requireAgentDomain())));
        AgentId id = add.info().id();
        // An agent that is already known stays as it was: the allocator is going to refuse the second one.
        if (cluster.books().agent(id).isEmpty()) {
            cluster.books().putAgent(new AgentEntry(add.info(), add.capabilities(), add.total(), add.unavailability()));
            charge(id, add.used());
        }
        cluster.allocator().addAgent(add.info(), add.capabilities(), add.unavailability(), add.total(), add.used());
    }

    private void charge(AgentId agent, Map<FrameworkId, Resources> used) {
        used.forEach((framework, resources) -> resources
                .allocations()
                .forEach((role, part) ->
                        cluster.books().addUsed(new Holding(framework, role, agent), part.unallocate())));
    }

    private void update(AgentCommand.Update update) {
        Optional<AgentEntry> known = cluster.books().agent(update.agent());
        AgentInfo before = known.map(AgentEntry::info)
                .orElseGet(() -> new AgentInfo(update.agent(), update.agent().value(), List.of(), Optional.empty()));
        AgentInfo after = new AgentInfo(
                update.agent(),
                update.hostname().orElse(before.hostname()),
                update.attributes().orElse(before.attributes()),
                update.domain().orElse(before.domain()));
        Set<AgentCapability> abilities = known.map(AgentEntry::capabilities).orElseGet(AgentCapability::all);
        Optional<Set<AgentCapability>> changed = update.capabilities().map(change -> change.applyTo(abilities));
        known.ifPresent(entry -> cluster.books()
                .putAgent(new AgentEntry(
                        after,
                        changed.orElse(entry.capabilities()),
                        update.total().orElse(entry.total()),
                        entry.unavailability())));
        if (cluster.master().isPresent() && update.total().isPresent()) {
            cluster.rescind(RescindRules.forNewEstimate(update.agent(), cluster.outstanding()));
        }
        cluster.allocator().updateAgent(after, update.total(), changed);
    }

    private void remove(AgentId agent) {
        List<OutstandingOffer> lost = RescindRules.ofAgent(agent, cluster.outstanding());
        if (cluster.master().isEmpty()) {
            cluster.books().removeAgent(agent);
            cluster.allocator().removeAgent(agent);
            return;
        }
        // As in Mesos, the offers go after the agent has gone, so the allocator gets late calls.
        cluster.allocator().removeAgent(agent);
        cluster.rescind(lost);
        cluster.books().removeAgent(agent);
    }

    private void addProvider(AgentCommand.AddProvider provider) {
        cluster.books()
                .agent(provider.agent())
                .ifPresent(entry -> cluster.books()
                        .putAgent(new AgentEntry(
                                entry.info(),
                                entry.capabilities(),
                                entry.total().plus(provider.total()),
                                entry.unavailability())));
        charge(provider.agent(), provider.used());
        cluster.allocator().addResourceProvider(provider.agent(), provider.total(), provider.used());
    }
}
