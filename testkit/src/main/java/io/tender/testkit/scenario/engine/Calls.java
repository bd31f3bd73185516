package io.tender.testkit.scenario.engine;

import io.tender.testkit.scenario.step.AgentCommand;
import io.tender.testkit.scenario.step.Command;
import io.tender.testkit.scenario.step.FrameworkCommand;
import io.tender.testkit.scenario.step.MasterCommand;
import io.tender.testkit.scenario.step.OfferCommand;
import io.tender.testkit.scenario.step.OperatorCommand;

/** Carries commands out, each by those who know its kind. */
final class Calls {

    private final AgentCalls agents;
    private final FrameworkCalls frameworks;
    private final OfferCalls offers;
    private final OperatorCalls operators;
    private final MasterCalls master;

    Calls(Cluster cluster) {
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
            default -> throw Stage.misplaced(attempt.call().source(), "an allocator");
        }
    }
}
