package io.tender.testkit.scenario.engine;

import io.tender.core.batch.Decision;
import io.tender.runtime.batch.BatchPlugins;
import io.tender.runtime.yaml.YamlProblem;
import io.tender.testkit.scenario.BatchSetup;
import io.tender.testkit.scenario.ScenarioFailedError;
import io.tender.testkit.scenario.step.BatchCommand;
import io.tender.testkit.scenario.step.BatchExpectation;
import io.tender.testkit.scenario.step.ClockCommand;
import io.tender.testkit.scenario.step.Source;
import io.tender.testkit.scenario.step.Step;
import java.util.ArrayList;
import java.util.List;

/**
 * A batch scheduler on a clock that stands still, with its extenders on real sockets. Tasks that are placed or evicted and
 * that no expectation names are failures, and so are settings with problems that nobody expects.
 */
public final class BatchStage implements Stage {
    private final BatchWorld world;
    private final BatchCalls calls;
    private final BatchChecks checks;
    private Source latest;

    BatchStage(BatchSetup setup, BatchPlugins plugins, Source opening) {
        latest = opening;
        world = new BatchWorld(setup, plugins);
        calls = new BatchCalls(world);
        checks = new BatchChecks(world);
        try {
            setup.opening().forEach(calls::perform);
        } catch (IllegalArgumentException wrong) {
            world.close();
            throw Stage.failed(opening, "the scenario cannot begin", "", String.valueOf(wrong.getMessage()));
        }
    }

    /** Everything that was decided so far, in order. */
    public List<String> history() {
        return List.copyOf(world.history());
    }

    @Override
    public void call(Step.Call call) {
        begin(call.source());
        perform(call);
    }

    @Override
    public void sequence(Step.Sequence sequence) {
        begin(sequence.source());
        sequence.calls().forEach(this::perform);
    }

    private void perform(Step.Call call) {
        Attempt attempt = new Attempt(call);
        try {
            if (call.command() instanceof ClockCommand.Advance advance) {
                world.advance(advance.by());
            } else if (call.command() instanceof BatchCommand command) {
                calls.perform(command);
            } else {
                throw Stage.misplaced(call.source(), "batch sessions");
            }
        } catch (ScenarioFailedError failed) {
            throw failed;
        } catch (IllegalArgumentException refused) {
            attempt.refused("", refused);
        } catch (RuntimeException | Error thrown) {
            ScenarioFailedError failed = Stage.failed(
                    call.source(), "the scheduler threw", "decisions, or a refusal", ServiceStage.trace(thrown));
            failed.initCause(thrown);
            throw failed;
        }
        attempt.judge();
    }

    @Override
    public void check(Step.Check check) {
        if (!(check.expectation() instanceof BatchExpectation expectation)) {
            throw Stage.misplaced(check.source(), "batch sessions");
        }
        checks.check(expectation, check.source(), latest);
    }

    private void begin(Source source) {
        requireNothingLeft();
        latest = source;
    }

    private void requireNothingLeft() {
        List<String> left = new ArrayList<>();
        if (world.setup().strict()) {
            for (Decision.Bind bind : world.binds()) {
                left.add("placed: " + BatchChecks.print(bind));
            }
            for (Decision.Evict evict : world.evictions()) {
                left.add("evicted: " + BatchChecks.print(evict));
            }
        }
        for (YamlProblem problem : world.problems()) {
            left.add("problem: " + problem);
        }
        if (!left.isEmpty()) {
            throw Stage.failed(latest, "nobody expected this", "nothing, or an expectation", String.join("\n", left));
        }
        world.binds().clear();
        world.evictions().clear();
    }

    @Override
    public void end() {
        requireNothingLeft();
    }

    @Override
    public void close() {
        world.close();
    }
}
