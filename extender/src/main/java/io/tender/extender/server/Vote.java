package io.tender.extender.server;

/** A say in whether a job is admitted. */
public sealed interface Vote {

    record Permit() implements Vote {}

    /** Others decide. */
    record Abstain() implements Vote {}

    record Reject(String reason) implements Vote {}

    static Vote permit() {
        return new Permit();
    }

    static Vote abstain() {
        return new Abstain();
    }

    static Vote reject(String reason) {
        return new Reject(reason);
    }
}
