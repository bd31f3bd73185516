package io.tender.toolkit.check;

import java.time.Duration;

/** What became of one check. */
public record CheckResult(Check check, Verdict verdict, Duration took) {
    public boolean failed() {
        return verdict instanceof Verdict.Failed;
    }

    /** Whether it was not asked, so that nothing was found out. */
    public boolean untried() {
        return verdict instanceof Verdict.Untried;
    }

    /** {@code passed}, {@code failed}, {@code warned}, {@code skipped} or {@code untried}. */
    public String label() {
        return switch (verdict) {
            case Verdict.Passed ignored -> "passed";
            case Verdict.Failed ignored -> "failed";
            case Verdict.Warned ignored -> "warned";
            case Verdict.Skipped ignored -> "skipped";
            case Verdict.Untried ignored -> "untried";
        };
    }
}
