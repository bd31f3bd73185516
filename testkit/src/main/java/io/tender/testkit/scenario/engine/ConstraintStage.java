package io.tender.testkit.scenario.engine;

import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Attribute;
import io.tender.model.OfferConstraints;
import io.tender.model.Role;
import io.tender.testkit.scenario.step.ConstraintCommand;
import io.tender.testkit.scenario.step.ConstraintExpectation;
import io.tender.testkit.scenario.step.Source;
import io.tender.testkit.scenario.step.Step;
import io.tender.testkit.scenario.text.ConstraintNotation;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** Offer constraints by themselves; expectations are about the last ones defined. */
final class ConstraintStage implements Stage {

    private Optional<Attempted<OfferConstraints>> last = Optional.empty();

    @Override
    public void call(Step.Call call) {
        last.ifPresent(Attempted::requireNoFailure);
        if (!(call.command() instanceof ConstraintCommand.Define define)) {
            throw Stage.misplaced(call.source(), "offer constraints");
        }
        last = Optional.of(Attempted.to(call.source(), () -> ConstraintNotation.constraints(define.groups())));
    }

    @Override
    public void check(Step.Check check) {
        Source step = check.source();
        if (!(check.expectation() instanceof ConstraintExpectation expectation)) {
            throw Stage.misplaced(step, "offer constraints");
        }
        Attempted<OfferConstraints> attempted = last.orElseThrow(
                () -> Stage.failed(step, "no constraints have been defined yet", "a step 'constraints'", ""));
        switch (expectation) {
            case ConstraintExpectation.Fails fails -> attempted.requireFailure(fails.because(), step);
            case ConstraintExpectation.Eligible eligible -> judge(attempted.value(), eligible.agents(), true, step);
            case ConstraintExpectation.Ineligible ineligible ->
                judge(attempted.value(), ineligible.agents(), false, step);
        }
    }

    private static void judge(
            OfferConstraints constraints,
            SortedMap<Role, List<List<Attribute>>> agents,
            boolean eligible,
            Source step) {
        agents.forEach((role, candidates) -> {
            for (List<Attribute> attributes : candidates) {
                AgentInfo agent = new AgentInfo(new AgentId("a1"), "a1", attributes, Optional.empty());
                if (constraints.excludes(role, agent) == eligible) {
                    throw Stage.failed(
                            step,
                            "an agent with " + attributes + " is judged differently for " + role,
                            eligible ? "it will do" : "it is excluded",
                            eligible ? "it is excluded" : "it will do");
                }
            }
        });
    }

    @Override
    public void end() {
        last.ifPresent(Attempted::requireNoFailure);
    }
}
