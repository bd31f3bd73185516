package io.tender.toolkit.check;

import java.util.Optional;

/** Ends a trial with a verdict other than "passed". */
final class Ended extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Verdict verdict;

    private Ended(Verdict verdict) {
        // No stack trace: it is a result, and there may be many of them.
        super("a trial ended", null, false, false);
        this.verdict = verdict;
    }

    Verdict verdict() {
        return verdict;
    }

    static Ended failed(String got, String expected) {
        return new Ended(new Verdict.Failed(new Evidence(got, expected, Optional.empty(), Optional.empty())));
    }

    static Ended failed(Exchange exchange, String got, String expected) {
        return new Ended(new Verdict.Failed(exchange.evidence(got, expected)));
    }

    static Ended warned(Exchange exchange, String got, String expected) {
        return warned(exchange.evidence(got, expected));
    }

    static Ended warned(Evidence evidence) {
        return new Ended(new Verdict.Warned(evidence));
    }

    /** The time for all checks is over. */
    static Ended outOfTime() {
        return new Ended(new Verdict.Untried("the time for all checks was over"));
    }

    static Ended skipped(String reason) {
        return new Ended(new Verdict.Skipped(reason));
    }
}
