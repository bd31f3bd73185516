package io.tender.testkit.scenario;

import io.tender.runtime.batch.BatchPlugins;
import io.tender.testkit.scenario.engine.Stage;
import io.tender.testkit.scenario.engine.Stages;
import io.tender.testkit.scenario.step.Source;
import io.tender.testkit.scenario.step.Step;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Carries scenarios out. */
public final class ScenarioRunner {

    private final AllocatorSource allocators;
    private final Optional<BatchPlugins> batchPlugins;

    /** With the batch plugins of the class path. */
    public ScenarioRunner(AllocatorSource allocators) {
        this(allocators, Optional.empty());
    }

    /** @param batchPlugins those that settings of batch scenarios can name */
    public ScenarioRunner(AllocatorSource allocators, BatchPlugins batchPlugins) {
        this(allocators, Optional.of(batchPlugins));
    }

    private ScenarioRunner(AllocatorSource allocators, Optional<BatchPlugins> batchPlugins) {
        this.allocators = allocators;
        this.batchPlugins = batchPlugins;
    }

    private Stage open(Scenario scenario) {
        Source opening = scenario.opening();
        return batchPlugins
                .map(plugins -> Stages.open(scenario.subject(), allocators, () -> plugins, opening))
                .orElseGet(() -> Stages.open(scenario.subject(), allocators, opening));
    }

    /** Runs one scenario from its beginning to its end or its first failure. */
    public Outcome run(Scenario scenario) {
        long start = System.nanoTime();
        Optional<Failure> failure = Optional.empty();
        try (Stage stage = open(scenario)) {
            perform(scenario.steps(), stage);
            stage.end();
        } catch (ScenarioFailedError e) {
            failure = Optional.of(e.failure());
        }
        return new Outcome(scenario, failure, Duration.ofNanos(System.nanoTime() - start));
    }

    static void perform(List<Step> steps, Stage stage) {
        for (Step step : steps) {
            perform(step, stage);
        }
    }

    static void perform(Step step, Stage stage) {
        switch (step) {
            case Step.Call call -> stage.call(call);
            case Step.Check check -> check(check, stage);
            case Step.Sequence sequence -> stage.sequence(sequence);
            case Step.Together together -> stage.together(together);
            case Step.Repeat repeat -> {
                for (int i = 0; i < repeat.times(); i++) {
                    perform(repeat.steps(), stage);
                }
            }
        }
    }

    /** An expectation may itself be wrong, for example name a client that does not exist. */
    private static void check(Step.Check check, Stage stage) {
        try {
            stage.check(check);
        } catch (IllegalArgumentException e) {
            throw Stage.failed(check.source(), "the expectation cannot be judged", "", String.valueOf(e.getMessage()));
        }
    }
}
