package io.tender.testkit.scenario.engine;

import io.tender.core.allocator.RoleTree;
import io.tender.testkit.scenario.step.RoleTreeCommand;
import io.tender.testkit.scenario.step.RoleTreeExpectation;
import io.tender.testkit.scenario.step.Source;
import io.tender.testkit.scenario.step.Step;
import java.util.TreeSet;

/** A tree of roles by itself. */
final class RoleTreeStage implements Stage {

    private final RoleTree tree = new RoleTree();

    @Override
    public void call(Step.Call call) {
        if (!(call.command() instanceof RoleTreeCommand command)) {
            throw Stage.misplaced(call.source(), "the tree of roles");
        }
        Attempted<Boolean> attempted = Attempted.to(call.source(), () -> {
            perform(command);
            return true;
        });
        call.refused()
                .ifPresent(refused -> attempted.requireFailure(refused.because().orElse(""), call.source()));
        attempted.requireNoFailure();
    }

    private void perform(RoleTreeCommand command) {
        switch (command) {
            case RoleTreeCommand.Weight weight -> tree.updateWeight(weight.role(), weight.weight());
            case RoleTreeCommand.SetQuota quota -> tree.updateQuota(quota.role(), quota.quota());
            case RoleTreeCommand.Track track -> tree.trackReservations(track.reservations());
            case RoleTreeCommand.Untrack untrack -> tree.untrackReservations(untrack.reservations());
            case RoleTreeCommand.TrackFramework track -> tree.trackFramework(track.framework(), track.role());
            case RoleTreeCommand.UntrackFramework untrack -> tree.untrackFramework(untrack.framework(), untrack.role());
        }
    }

    @Override
    public void check(Step.Check check) {
        if (!(check.expectation() instanceof RoleTreeExpectation expectation)) {
            throw Stage.misplaced(check.source(), "the tree of roles");
        }
        Source step = check.source();
        switch (expectation) {
            case RoleTreeExpectation.Known known ->
                equal("other roles are known", new TreeSet<>(known.roles()), new TreeSet<>(tree.roles()), step);
            case RoleTreeExpectation.Weights weights ->
                weights.weights()
                        .forEach((role, expected) ->
                                equal("role " + role + " has another weight", expected, tree.weight(role), step));
            case RoleTreeExpectation.Quotas quotas ->
                quotas.quotas()
                        .forEach((role, expected) ->
                                equal("role " + role + " has another quota", expected, tree.quota(role), step));
            case RoleTreeExpectation.Reservations reservations ->
                reservations
                        .quantities()
                        .forEach((role, expected) -> equal(
                                "role " + role + " has other reservations", expected, tree.reservations(role), step));
            case RoleTreeExpectation.Frameworks frameworks ->
                frameworks
                        .frameworks()
                        .forEach((role, expected) -> equal(
                                "role " + role + " has other frameworks",
                                new TreeSet<>(expected),
                                new TreeSet<>(tree.frameworks(role)),
                                step));
        }
    }

    private static void equal(String problem, Object expected, Object got, Source step) {
        if (!expected.equals(got)) {
            throw Stage.failed(step, problem, expected.toString(), got.toString());
        }
    }

    @Override
    public void end() {}
}
