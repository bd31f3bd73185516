package io.tender.toolkit.check;

/** What a check found. */
public sealed interface Verdict {
    /** @param note what is worth knowing all the same; may be empty */
    record Passed(String note) implements Verdict {}

    record Failed(Evidence evidence) implements Verdict {}

    /** Some schedulers live with it, or it is a matter of taste; it should be known. */
    record Warned(Evidence evidence) implements Verdict {}

    /** Nothing was found out. */
    record Skipped(String reason) implements Verdict {}

    /**
     * It was not asked before it could be known: the time for all checks was over, or the service too late so far. Unlike what was
     * skipped, it does not count as good.
     */
    record Untried(String reason) implements Verdict {}
}
