package io.tender.toolkit.check;

import java.util.Optional;

/** Ends a trial with a verdict other than "passed". */
final class Ended extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Verdict verdict;
    private final transient Optional<Obstacle> obstacle;
    private final transient Optional<CheckId> matterOf;

    private Ended(Verdict verdict, Optional<Obstacle> obstacle, Optional<CheckId> matterOf) {
        // No stack trace: it is a result, and there may be many of them.
        super("a trial ended", null, false, false);
        this.verdict = verdict;
        this.obstacle = obstacle;
        this.matterOf = matterOf;
    }

    private Ended(Verdict verdict) {
        this(verdict, Optional.empty(), Optional.empty());
    }

    Verdict verdict() {
        return verdict;
    }

    /** What stood in the way of any answer, if it was that. */
    Optional<Obstacle> obstacle() {
        return obstacle;
    }

    /** The check that is meant for it, if it is known to be another one. */
    Optional<CheckId> matterOf() {
        return matterOf;
    }

    static Ended failed(String got, String expected) {
        return new Ended(new Verdict.Failed(Evidence.of(got, expected)));
    }

    static Ended failed(Exchange exchange, String got, String expected) {
        return new Ended(new Verdict.Failed(exchange.evidence(got, expected)));
    }

    /** There is no answer. */
    static Ended unanswered(Obstacle obstacle, String got, String expected) {
        return new Ended(new Verdict.Failed(Evidence.of(got, expected)), Optional.of(obstacle), Optional.empty());
    }

    /** There is an answer, and it cannot be used. */
    static Ended unusable(Trouble trouble, Exchange exchange, String got, String expected) {
        return new Ended(
                new Verdict.Failed(exchange.evidence(got, expected)),
                Optional.of(new Obstacle(trouble, exchange.target())),
                Optional.empty());
    }

    /** JSON that the scheduler takes for no answer. */
    static Ended unreadable(Exchange exchange, String got, String expected) {
        return unusable(Trouble.FORM, exchange, got, expected);
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

    /** It was not even asked, since what is asked of it has no answer in time. */
    static Ended spared(Obstacle obstacle, String reason) {
        return new Ended(new Verdict.Untried(reason), Optional.of(obstacle), Optional.empty());
    }

    static Ended skipped(String reason) {
        return new Ended(new Verdict.Skipped(reason));
    }

    /** The same, with what helps in this case in place of what usually does. */
    Ended toDo(String what) {
        return verdict instanceof Verdict.Failed failed
                ? new Ended(new Verdict.Failed(failed.evidence().withToDo(what)), obstacle, matterOf)
                : this;
    }

    /** The same, which is not for this check to tell, but for that one. */
    Ended asMatterOf(String id) {
        return new Ended(verdict, obstacle, Optional.of(new CheckId(id)));
    }
}
