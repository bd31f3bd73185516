package io.tender.testkit.scenario.engine;

import io.tender.testkit.scenario.step.Source;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What became of one calculation: a value, or a failure that somebody has to expect.
 *
 * @param <T> the kind of value
 */
final class Attempted<T> {

    private final Source step;
    private final @Nullable T value;
    private final Optional<RuntimeException> failure;
    private boolean failureSeen;

    private Attempted(Source step, @Nullable T value, Optional<RuntimeException> failure) {
        this.step = step;
        this.value = value;
        this.failure = failure;
    }

    /** Tries something; only exceptions that tell of wrong input or of refusal are taken as an answer. */
    static <T> Attempted<T> to(Source step, Supplier<T> work) {
        try {
            return new Attempted<>(step, work.get(), Optional.empty());
        } catch (IllegalArgumentException
                | IllegalStateException
                | UnsupportedOperationException
                | ArithmeticException e) {
            return new Attempted<>(step, null, Optional.of(e));
        }
    }

    /** The value; a failure in its place fails the scenario. */
    T value() {
        requireNoFailure();
        if (value == null) {
            throw Stage.failed(step, "there is no value", "a value", "none");
        }
        return value;
    }

    /** Fails the scenario if there was a failure that no step has expected. */
    void requireNoFailure() {
        if (failure.isPresent() && !failureSeen) {
            throw Stage.failed(
                    step,
                    "it failed",
                    "no failure",
                    String.valueOf(failure.get().getMessage()));
        }
    }

    /** Fails the scenario unless there was a failure whose message contains the text. */
    void requireFailure(String because, Source check) {
        if (failure.isEmpty()) {
            throw Stage.failed(
                    check, step, "it did not fail", "a failure with '" + because + "'", String.valueOf(value));
        }
        failureSeen = true;
        String message = String.valueOf(failure.get().getMessage());
        if (!message.contains(because)) {
            throw Stage.failed(
                    check, step, "it failed for another reason", "a failure with '" + because + "'", message);
        }
    }
}
