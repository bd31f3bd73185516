package io.tender.testkit.scenario.engine;

import io.tender.spi.Allocator;
import io.tender.testkit.ManualHost;
import io.tender.testkit.scenario.AllocatorSource;
import io.tender.testkit.scenario.step.CreationCommand;
import io.tender.testkit.scenario.step.CreationExpectation;
import io.tender.testkit.scenario.step.Source;
import io.tender.testkit.scenario.step.Step;
import java.util.Optional;

/** Getting allocators by name; expectations are about the last one asked for. */
final class CreationStage implements Stage {

    private final AllocatorSource allocators;
    private Optional<Attempted<Allocator>> last = Optional.empty();

    CreationStage(AllocatorSource allocators) {
        this.allocators = allocators;
    }

    @Override
    public void call(Step.Call call) {
        last.ifPresent(Attempted::requireNoFailure);
        if (!(call.command() instanceof CreationCommand.Create create)) {
            throw Stage.misplaced(call.source(), "creation");
        }
        last = Optional.of(Attempted.to(
                call.source(),
                () -> allocators.create(
                        create.name(),
                        create.roleSorter(),
                        create.frameworkSorter(),
                        new ModuleLoader(create.modules()),
                        new ManualHost(1))));
    }

    @Override
    public void check(Step.Check check) {
        Source step = check.source();
        if (!(check.expectation() instanceof CreationExpectation expectation)) {
            throw Stage.misplaced(step, "creation");
        }
        Attempted<Allocator> attempted =
                last.orElseThrow(() -> Stage.failed(step, "nothing has been created yet", "a step 'create'", ""));
        switch (expectation) {
            case CreationExpectation.Fails fails -> attempted.requireFailure(fails.because(), step);
        }
    }

    @Override
    public void end() {
        last.ifPresent(Attempted::requireNoFailure);
    }
}
