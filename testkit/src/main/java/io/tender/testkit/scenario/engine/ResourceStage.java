package io.tender.testkit.scenario.engine;

import io.tender.mesos.ResourceJson;
import io.tender.model.Applied;
import io.tender.model.Reservation;
import io.tender.model.ResourceConversion;
import io.tender.model.ResourceLimits;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.testkit.scenario.step.ResourceCommand;
import io.tender.testkit.scenario.step.ResourceExpectation;
import io.tender.testkit.scenario.step.Source;
import io.tender.testkit.scenario.step.Step;
import io.tender.testkit.scenario.text.OperationNotation;
import java.util.List;
import java.util.Optional;

/** Calculations with resources, one after the other; expectations are about the last one. */
final class ResourceStage implements Stage {

    private Optional<Attempted<Result>> last = Optional.empty();

    private sealed interface Result {
        record OfResources(Resources value) implements Result {
            @Override
            public String toString() {
                return value.toString();
            }
        }

        record OfQuantities(ResourceQuantities value) implements Result {
            @Override
            public String toString() {
                return value.toString();
            }
        }

        record OfLimits(ResourceLimits value) implements Result {
            @Override
            public String toString() {
                return value.toString();
            }
        }
    }

    @Override
    public void call(Step.Call call) {
        last.ifPresent(Attempted::requireNoFailure);
        if (!(call.command() instanceof ResourceCommand command)) {
            throw Stage.misplaced(call.source(), "resources");
        }
        last = Optional.of(Attempted.to(call.source(), () -> calculate(command)));
    }

    private static Result calculate(ResourceCommand command) {
        return switch (command) {
            case ResourceCommand.Parse parse ->
                new Result.OfResources(Resources.parse(parse.text(), role(parse.defaultRole())));
            case ResourceCommand.ParseJson parse ->
                new Result.OfResources(ResourceJson.parse(parse.json(), role(parse.defaultRole())));
            case ResourceCommand.Add add -> {
                Resources sum = Resources.empty();
                for (String text : add.texts()) {
                    sum = sum.plus(Resources.parse(text));
                }
                yield new Result.OfResources(sum);
            }
            case ResourceCommand.Subtract subtract ->
                new Result.OfResources(Resources.parse(subtract.from()).minus(Resources.parse(subtract.what())));
            case ResourceCommand.ShrinkToQuantities shrink ->
                new Result.OfResources(Resources.parse(shrink.what())
                        .shrunkTo(ResourceQuantities.parse(shrink.target()), index -> index));
            case ResourceCommand.ShrinkToLimits shrink ->
                new Result.OfResources(
                        Resources.parse(shrink.what()).shrunkTo(ResourceLimits.parse(shrink.limits()), index -> index));
            case ResourceCommand.Reserve reserve -> {
                Resources resources = Resources.parse(reserve.what());
                for (String text : reserve.reservations()) {
                    resources = resources.pushReservation(reservation(text));
                }
                yield new Result.OfResources(resources);
            }
            case ResourceCommand.Apply apply -> apply(apply);
            case ResourceCommand.Quantities quantities -> {
                ResourceQuantities value = ResourceQuantities.parse(quantities.text());
                yield new Result.OfQuantities(quantities
                        .minus()
                        .map(text -> value.minus(ResourceQuantities.parse(text)))
                        .orElse(value));
            }
            case ResourceCommand.Limits limits -> {
                ResourceLimits value = ResourceLimits.parse(limits.text());
                yield new Result.OfLimits(limits.minus()
                        .map(text -> value.minus(ResourceQuantities.parse(text)))
                        .orElse(value));
            }
        };
    }

    private static Result apply(ResourceCommand.Apply apply) {
        List<ResourceConversion> conversions = apply.changes().stream()
                .flatMap(text -> OperationNotation.change(text).conversions(Optional.empty()).stream())
                .toList();
        return switch (ResourceConversion.applyAll(Resources.parse(apply.to()), conversions)) {
            case Applied.Ok ok -> new Result.OfResources(ok.resources());
            case Applied.Refused refused -> throw new IllegalArgumentException(refused.reason());
        };
    }

    private static Role role(Optional<String> path) {
        return path.map(Role::of).orElse(Role.ANY);
    }

    private static Reservation reservation(String text) {
        return text.startsWith("+")
                ? Reservation.dynamic(Role.of(text.substring(1)))
                : Reservation.ofStatic(Role.of(text));
    }

    @Override
    public void check(Step.Check check) {
        Source step = check.source();
        if (!(check.expectation() instanceof ResourceExpectation expectation)) {
            throw Stage.misplaced(step, "resources");
        }
        Attempted<Result> attempted =
                last.orElseThrow(() -> Stage.failed(step, "nothing has been calculated yet", "a calculation", ""));
        if (expectation instanceof ResourceExpectation.Fails fails) {
            attempted.requireFailure(fails.because(), step);
            return;
        }
        Result result = attempted.value();
        switch (expectation) {
            case ResourceExpectation.Gives gives ->
                equal("the result is different", parsed(gives.text(), result), result, step);
            case ResourceExpectation.Prints prints ->
                equal("the text is different", prints.text(), result.toString(), step);
            case ResourceExpectation.Objects objects ->
                equal(
                        "another number of objects",
                        objects.count(),
                        resources(result, step).size(),
                        step);
            case ResourceExpectation.Contains contains ->
                contains.texts().forEach(text -> contains(result, text, true, step));
            case ResourceExpectation.Lacks lacks -> lacks.texts().forEach(text -> contains(result, text, false, step));
            case ResourceExpectation.QuantitiesAre quantities ->
                equal(
                        "the quantities are different",
                        ResourceQuantities.parse(quantities.text()),
                        resources(result, step).quantities(),
                        step);
            case ResourceExpectation.Allocatable allocatable ->
                allocatable
                        .byRole()
                        .forEach((role, text) -> equal(
                                "another part may go to " + role,
                                Resources.parse(text),
                                resources(result, step).allocatableTo(Role.of(role)),
                                step));
            case ResourceExpectation.Fails fails -> throw new IllegalStateException("handled above: " + fails);
        }
    }

    private static Result parsed(String text, Result like) {
        String written = text.equals("nothing") ? "" : text;
        return switch (like) {
            case Result.OfResources other ->
                new Result.OfResources(written.isEmpty() ? Resources.empty() : Resources.parse(written));
            case Result.OfQuantities other -> new Result.OfQuantities(ResourceQuantities.parse(written));
            case Result.OfLimits other -> new Result.OfLimits(ResourceLimits.parse(written));
        };
    }

    private static void contains(Result result, String text, boolean expected, Source step) {
        boolean got = switch (result) {
            case Result.OfResources of -> of.value().contains(Resources.parse(text));
            case Result.OfQuantities of -> of.value().contains(ResourceQuantities.parse(text));
            case Result.OfLimits of -> of.value().contains(ResourceQuantities.parse(text));
        };
        if (got != expected) {
            throw Stage.failed(
                    step,
                    expected ? "something is not contained" : "something is contained",
                    result + (expected ? " contains " : " does not contain ") + text,
                    "it " + (got ? "does" : "does not"));
        }
    }

    private static Resources resources(Result result, Source step) {
        if (result instanceof Result.OfResources of) {
            return of.value();
        }
        throw Stage.failed(step, "this can only be asked of resources", "resources", result.toString());
    }

    private static void equal(String problem, Object expected, Object got, Source step) {
        if (!expected.equals(got)) {
            throw Stage.failed(step, problem, expected.toString(), got.toString());
        }
    }

    @Override
    public void end() {
        last.ifPresent(Attempted::requireNoFailure);
    }
}
