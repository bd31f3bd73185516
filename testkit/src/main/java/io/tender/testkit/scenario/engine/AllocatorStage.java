package io.tender.testkit.scenario.engine;

import io.tender.spi.AllocatorRefusal;
import io.tender.testkit.scenario.AllocatorSource;
import io.tender.testkit.scenario.ScenarioFailedError;
import io.tender.testkit.scenario.Setup;
import io.tender.testkit.scenario.step.AllocatorExpectation;
import io.tender.testkit.scenario.step.ClockCommand;
import io.tender.testkit.scenario.step.Source;
import io.tender.testkit.scenario.step.Step;
import java.util.ArrayList;
import java.util.List;

/**
 * An allocator on a host whose clock stands still. Every call is queued and, unless several are made together, the
 * queue is emptied before the next one.
 *
 * <p>Offers, inverse offers and rescinds that no expectation names are failures. So is everything that no allocator may
 * do, see {@link Cluster.Violation}, and everything that is thrown.
 */
final class AllocatorStage implements Stage {

    private final Cluster cluster;
    private final Calls calls;
    private final Checks checks;
    private Source latest;

    AllocatorStage(Setup setup, AllocatorSource source, Source opening) {
        latest = opening;
        try {
            cluster = new Cluster(setup, source);
        } catch (IllegalArgumentException e) {
            throw Stage.failed(opening, "the allocator cannot be made", "", String.valueOf(e.getMessage()));
        }
        calls = new Calls(cluster);
        checks = new Checks(cluster);
        if (setup.initialized()) {
            cluster.host().enqueue(cluster::initialize);
            settle();
        }
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
        if (call.command() instanceof ClockCommand command) {
            move(command);
        } else {
            Attempt attempt = enqueue(call);
            settle();
            attempt.judge();
        }
    }

    @Override
    public void together(Step.Together together) {
        begin(together.source());
        List<Attempt> attempts = new ArrayList<>();
        together.calls().forEach(call -> attempts.add(enqueue(call)));
        settle();
        attempts.forEach(Attempt::judge);
    }

    @Override
    public void check(Step.Check check) {
        if (!(check.expectation() instanceof AllocatorExpectation expectation)) {
            throw Stage.misplaced(check.source(), "an allocator");
        }
        guarded(() -> checks.check(expectation, check.source(), latest));
    }

    @Override
    public void end() {
        requireNothingLeft();
    }

    @Override
    public void close() {
        cluster.close();
    }

    private void begin(Source source) {
        requireNothingLeft();
        latest = source;
        cluster.inbox().beginCall();
    }

    private void requireNothingLeft() {
        if (cluster.setup().strict()) {
            cluster.inbox().requireEmpty(latest);
        }
        cluster.inbox().clear();
    }

    private Attempt enqueue(Step.Call call) {
        Attempt attempt = new Attempt(call);
        cluster.host().enqueue(() -> {
            Books before = cluster.books().copy();
            try {
                calls.perform(call.command(), attempt);
            } catch (AllocatorRefusal e) {
                cluster.restore(before);
                attempt.refused(e.reason().name(), e);
            } catch (MasterRefusal e) {
                cluster.restore(before);
                attempt.refused(e.reason(), e);
            }
        });
        return attempt;
    }

    private void move(ClockCommand command) {
        guarded(() -> {
            switch (command) {
                case ClockCommand.Settle settle -> cluster.host().settle();
                case ClockCommand.Advance advance -> cluster.host().advance(advance.by());
                case ClockCommand.Tick tick -> {
                    for (int i = 0; i < tick.times(); i++) {
                        cluster.host().advance(cluster.setup().options().allocationInterval());
                    }
                }
            }
        });
    }

    private void settle() {
        guarded(() -> {
            // Carrying a call out may replace the host, which then has turns of its own.
            while (cluster.host().queued() > 0) {
                cluster.host().settle();
            }
        });
    }

    /** Whatever goes wrong in a turn is told as a failure of the step that was at work. */
    private void guarded(Runnable work) {
        try {
            work.run();
        } catch (ScenarioFailedError e) {
            throw e;
        } catch (RuntimeException | Error e) {
            throw crashed(e);
        }
        cluster.violation().ifPresent(broken -> {
            throw Stage.failed(latest, broken.problem(), broken.expected(), broken.got());
        });
    }

    private ScenarioFailedError crashed(Throwable thrown) {
        StringBuilder got = new StringBuilder(thrown.toString());
        for (StackTraceElement frame : thrown.getStackTrace()) {
            if (frame.getClassName().startsWith("io.tender.testkit.")) {
                break;
            }
            got.append("\n  at ").append(frame);
        }
        ScenarioFailedError failed =
                Stage.failed(latest, "the allocator threw", "a refusal, or no exception", got.toString());
        failed.initCause(thrown);
        return failed;
    }
}
