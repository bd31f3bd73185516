package io.tender.testkit.scenario.engine;

import io.tender.model.BrokenRule;
import io.tender.testkit.ManualHost;
import io.tender.testkit.scenario.ScenarioFailedError;
import io.tender.testkit.scenario.ServiceSetup;
import io.tender.testkit.scenario.step.ClockCommand;
import io.tender.testkit.scenario.step.ServiceCommand;
import io.tender.testkit.scenario.step.ServiceExpectation;
import io.tender.testkit.scenario.step.Source;
import io.tender.testkit.scenario.step.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A service scheduler on a clock that stands still. Each step takes a millisecond, so that what it causes has its first
 * try; more time passes only when it is told to.
 *
 * <p>Tasks that are placed or asked to end and that no expectation names are failures. So is every broken promise of the
 * cluster, and everything that is thrown.
 */
final class ServiceStage implements Stage {

    /** As long as a new group of tasks waits for its first attempt. */
    private static final Duration STEP = Duration.ofMillis(1);

    /** Between two periodic runs of the allocator. */
    private static final Duration TICK = Duration.ofSeconds(1);

    private final ServiceCluster cluster;
    private final ServiceCalls calls;
    private final ServiceChecks checks;
    private Source latest;

    ServiceStage(ServiceSetup setup, Source opening) {
        latest = opening;
        try {
            cluster = new ServiceCluster(setup);
        } catch (IllegalArgumentException e) {
            throw Stage.failed(opening, "the settings cannot be used", "", String.valueOf(e.getMessage()));
        }
        calls = new ServiceCalls(cluster);
        checks = new ServiceChecks(cluster);
        guarded(host()::settle);
    }

    private ManualHost host() {
        return cluster.world().host();
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

    @Override
    public void together(Step.Together together) {
        begin(together.source());
        List<Attempt> attempts = together.calls().stream().map(this::enqueue).toList();
        guarded(() -> host().advance(STEP));
        attempts.forEach(Attempt::judge);
    }

    private void perform(Step.Call call) {
        if (call.command() instanceof ClockCommand command) {
            guarded(() -> move(command));
            return;
        }
        Attempt attempt = enqueue(call);
        guarded(() -> host().advance(STEP));
        attempt.judge();
    }

    private void move(ClockCommand command) {
        switch (command) {
            case ClockCommand.Settle settle -> host().settle();
            case ClockCommand.Advance advance -> host().advance(advance.by());
            case ClockCommand.Tick tick -> host().advance(TICK.multipliedBy(tick.times()));
        }
    }

    private Attempt enqueue(Step.Call call) {
        if (!(call.command() instanceof ServiceCommand command)) {
            throw Stage.misplaced(call.source(), "services");
        }
        Attempt attempt = new Attempt(call);
        host().enqueue(() -> {
            try {
                calls.perform(command);
            } catch (BrokenRule e) {
                attempt.refused("", e);
            }
        });
        return attempt;
    }

    @Override
    public void check(Step.Check check) {
        if (!(check.expectation() instanceof ServiceExpectation expectation)) {
            throw Stage.misplaced(check.source(), "services");
        }
        checks.check(expectation, check.source(), latest);
    }

    private void begin(Source source) {
        requireNothingLeft();
        latest = source;
    }

    private void requireNothingLeft() {
        if (cluster.setup().strict()) {
            cluster.inbox().requireEmpty(latest);
        }
        cluster.inbox().clear();
    }

    @Override
    public void end() {
        requireNothingLeft();
    }

    @Override
    public void close() {
        cluster.close();
    }

    /** Whatever goes wrong in a turn is told as a failure of the step that was at work. */
    private void guarded(Runnable work) {
        try {
            work.run();
        } catch (ScenarioFailedError e) {
            throw e;
        } catch (RuntimeException | Error e) {
            ScenarioFailedError failed =
                    Stage.failed(latest, "the scheduler threw", "a refusal, or no exception", trace(e));
            failed.initCause(e);
            throw failed;
        }
        List<String> broken = new ArrayList<>(cluster.world().brokenPromises());
        if (!broken.isEmpty()) {
            throw Stage.failed(
                    latest, "a promise of the cluster is broken", "none is, ever", String.join("\n", broken));
        }
    }

    static String trace(Throwable thrown) {
        StringBuilder got = new StringBuilder(thrown.toString());
        for (StackTraceElement frame : thrown.getStackTrace()) {
            if (frame.getClassName().startsWith("io.tender.testkit.scenario")) {
                break;
            }
            got.append("\n  at ").append(frame);
        }
        return got.toString();
    }
}
