package io.tender.extender.client;

/** Carries a failure to the end of the call; never leaves this package. */
final class CallFailed extends Exception {
    private final transient ExtenderFailure failure;

    CallFailed(ExtenderFailure failure) {
        // Failing extenders are ordinary: no stack is walked for them.
        super(failure.label(), null, false, false);
        this.failure = failure;
    }

    ExtenderFailure failure() {
        return failure;
    }
}
