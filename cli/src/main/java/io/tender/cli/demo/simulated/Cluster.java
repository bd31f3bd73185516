package io.tender.cli.demo.simulated;

import io.tender.cli.demo.simulated.Machines.Machine;
import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.Filters;
import io.tender.model.FrameworkOptions;
import io.tender.model.Resources;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a master does: keeps the books and tells the allocator, both at the same time. */
final class Cluster {

    private final Ledger ledger;
    private final LevelOne levelOne;

    Cluster(Ledger ledger, LevelOne levelOne) {
        this.ledger = ledger;
        this.levelOne = levelOne;
    }

    void join(Participant framework) {
        levelOne.tell(allocator -> allocator.addFramework(framework.info(), Map.of(), true, FrameworkOptions.none()));
    }

    void join(Machine machine) {
        ledger.add(machine.id(), machine.total());
        levelOne.tell(allocator ->
                allocator.addAgent(machine.info(), AgentCapability.all(), Optional.empty(), machine.total(), Map.of()));
    }

    void lose(Machine machine) {
        levelOne.tell(allocator -> allocator.removeAgent(machine.id()));
        ledger.remove(machine.id());
    }

    /** What was offered is used from now on. */
    void use(Participant framework, AgentId agent, Resources resources) {
        Resources theirs = resources.allocate(framework.role);
        levelOne.tell(allocator -> allocator.transitionOfferedToAllocated(agent, theirs));
    }

    /**
     * What was offered or used is free again.
     *
     * @param filters for how long it is not to be offered to the same framework
     */
    void giveBack(Participant framework, AgentId agent, Resources resources, Optional<Filters> filters, boolean used) {
        ledger.givenBack(agent, resources);
        Resources theirs = resources.allocate(framework.role);
        levelOne.tell(allocator -> allocator.recoverResources(framework.id, agent, theirs, filters, used));
    }

    void suppress(Participant framework) {
        framework.suppressed = true;
        levelOne.tell(allocator -> allocator.suppressOffers(framework.id, Set.of()));
    }

    void revive(Participant framework) {
        framework.suppressed = false;
        levelOne.tell(allocator -> allocator.reviveOffers(framework.id, Set.of()));
    }
}
