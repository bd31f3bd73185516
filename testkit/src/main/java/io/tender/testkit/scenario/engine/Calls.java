package io.tender.testkit.scenario.engine;

import io.tender.testkit.scenario.step.AgentCommand;
import io.tender.testkit.scenario.step.Command;
import io.tender.testkit.scenario.step.FrameworkCommand;
import io.tender.testkit.scenario.step.MasterCommand;
import io.tender.testkit.scenario.step.OfferCommand;
import io.tender.testkit.scenario.step.OperatorCommand;
import io.tender.testkit.scenario.step.SorterServiceCommand;

/** Carries commands out, each by those who know its kind. */
final class Calls {

    private final Cluster cluster;
    private final AgentCalls agents;
    private final FrameworkCalls frameworks;
    private final OfferCalls offers;
    private final OperatorCalls operators;
    private final MasterCalls master;

    Calls(Cluster cluster) {
        this.cluster = cluster;
        agents = new AgentCalls(cluster);
        frameworks = new FrameworkCalls(cluster);
        offers = new OfferCalls(cluster);
        operators = new OperatorCalls(cluster);
        master = new MasterCalls(cluster, offers);
    }

    void perform(Command command, Attempt attempt) {
        switch (command) {
            case AgentCommand agent -> agents.perform(agent);
            case FrameworkCommand framework -> frameworks.perform(framework);
            case OfferCommand offer -> offers.perform(offer, attempt.call().source());
            case OperatorCommand operator -> operators.perform(operator, attempt);
            case MasterCommand commandOfMaster ->
                master.perform(commandOfMaster, attempt.call().source());
            case SorterServiceCommand service ->
                cluster.sorterService()
                        .orElseThrow(() -> Stage.failed(
                                attempt.call().source(),
                                "there is no sorter service",
                                "'sorters: http', or http for one of them",
                                "sorters " + cluster.setup().roleSorter() + " and "
                                        + cluster.setup().frameworkSorter()))
                        .perform(service);
            default -> throw Stage.misplaced(attempt.call().source(), "an allocator");
        }
    }
}
