package io.tender.testkit.scenario.engine;

import io.tender.spi.AllocatorRefusal;
import io.tender.testkit.scenario.step.Step;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** One call on its way: queued, carried out, and judged when everything has settled. */
final class Attempt {

    private final Step.Call call;
    private Optional<Refusal> refusal = Optional.empty();
    private Optional<CompletableFuture<Void>> answer = Optional.empty();

    private record Refusal(String reason, String message) {}

    Attempt(Step.Call call) {
        this.call = call;
    }

    Step.Call call() {
        return call;
    }

    void refused(String reason, Throwable why) {
        refusal = Optional.of(new Refusal(reason, String.valueOf(why.getMessage())));
    }

    /** The call answers later. */
    void awaits(CompletableFuture<Void> future) {
        answer = Optional.of(future);
    }

    /** Fails unless the call went as the scenario says. */
    void judge() {
        answer.ifPresent(this::look);
        Optional<Step.ExpectedRefusal> expected = call.refused();
        if (expected.isEmpty() && refusal.isPresent()) {
            throw Stage.failed(call.source(), "the call was refused", "the call to be carried out", got());
        }
        if (expected.isPresent() && refusal.isEmpty()) {
            throw Stage.failed(
                    call.source(),
                    "the call was carried out, but should have been refused",
                    "refused: " + expected.get(),
                    "it was carried out");
        }
        expected.filter(one -> !fits(one)).ifPresent(one -> {
            throw Stage.failed(call.source(), "the call was refused for another reason", "refused: " + one, got());
        });
    }

    private boolean fits(Step.ExpectedRefusal expected) {
        return refusal.filter(got -> got.reason().equals(expected.reason())
                        && expected.because()
                                .filter(text -> !got.message().contains(text))
                                .isEmpty())
                .isPresent();
    }

    private String got() {
        return refusal.map(one -> "refused: " + one.reason() + "\n" + one.message())
                .orElse("");
    }

    private void look(CompletableFuture<Void> future) {
        if (!future.isDone()) {
            throw Stage.failed(call.source(), "the call never answered", "an answer once the queue is empty", "none");
        }
        try {
            future.join();
        } catch (CompletionException e) {
            if (!(e.getCause() instanceof AllocatorRefusal why)) {
                throw Stage.failed(
                        call.source(),
                        "the call failed",
                        "an answer or an AllocatorRefusal",
                        String.valueOf(e.getCause()));
            }
            refused(why.reason().name(), why);
        }
    }
}
