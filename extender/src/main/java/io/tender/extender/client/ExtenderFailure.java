package io.tender.extender.client;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;

/**
 * Why a call brought no answer. It says what happened and nothing about what follows from it: that is decided by whoever
 * called, in one place.
 */
public sealed interface ExtenderFailure {
    Target target();

    /** Short and of few kinds: the {@code outcome} of the metrics and of recordings. */
    default String label() {
        return FailureText.of(this).label();
    }

    /** What happened, in one line. */
    default String headline() {
        return FailureText.of(this).headline();
    }

    /** What came instead of an answer. */
    default String got() {
        return FailureText.of(this).got();
    }

    default String expected() {
        return FailureText.of(this).expected();
    }

    default String toDo() {
        return FailureText.of(this).toDo();
    }

    /** Whether the same call might succeed when it is repeated at once, provided that it is safe to repeat. */
    default boolean worthRepeating() {
        return switch (this) {
            case Refused ignored -> true;
            case UnknownHost ignored -> true;
            case Unreachable ignored -> true;
            case Reset ignored -> true;
            case CutShort ignored -> true;
            case Status it -> it.code() == 429 || it.code() == 502 || it.code() == 503 || it.code() == 504;
            default -> false;
        };
    }

    /** Whether the peer surely has not heard of the call, so that even what must not be told twice may be repeated. */
    default boolean surelyUnheard() {
        return this instanceof Refused || this instanceof Unreachable || this instanceof UnknownHost;
    }

    /** Whether the same call would fail whenever it is made: the request itself is what is not taken. */
    default boolean refusesForGood() {
        return switch (this) {
            case Status it -> it.code() >= 400 && it.code() < 500 && it.code() != 408 && it.code() != 429;
            case RequestTooLarge ignored -> true;
            default -> false;
        };
    }

    /** Whether the peer or the way to it is to blame, so that the breaker counts it. */
    default boolean blamesPeer() {
        return switch (this) {
            case RequestTooLarge ignored -> false;
            case BreakerOpen ignored -> false;
            case BulkheadFull ignored -> false;
            case BudgetSpent it -> it.fairChance();
            case Interrupted ignored -> false;
            case Closed ignored -> false;
            case Broken ignored -> false;
            default -> true;
        };
    }

    /** All of it, as a person reads it. Holds no secret. */
    default String message() {
        return headline() + "\n  got:      " + got() + "\n  expected: " + expected() + "\n  to do:    " + toDo();
    }

    /** The deadline passed. */
    record TimedOut(Target target, Phase phase, Duration deadline) implements ExtenderFailure {}

    /** Nobody listens there. */
    record Refused(Target target, String what) implements ExtenderFailure {}

    record UnknownHost(Target target) implements ExtenderFailure {}

    /** There is an address and no way to it. */
    record Unreachable(Target target, String what) implements ExtenderFailure {}

    /** The connection ended before an answer began. */
    record Reset(Target target, Phase phase, String what) implements ExtenderFailure {}

    /** The connection ended within the answer. */
    record CutShort(Target target, long received, OptionalLong announced) implements ExtenderFailure {}

    /**
     * An answer that is not 200.
     *
     * @param body the beginning of its body, at most 1 KiB, with control characters and secrets taken out
     */
    record Status(Target target, int code, String body) implements ExtenderFailure {}

    /** It sent us elsewhere; nobody but the settings decides whom we talk to. */
    record Redirected(Target target, int code, String location) implements ExtenderFailure {}

    /**
     * What came is not an answer of the protocol: not HTTP, not UTF-8, not JSON, or not what the dialect wants.
     *
     * @param position where in the body, in bytes from its beginning, if it is the body and the place is known
     */
    record Malformed(Target target, OptionalLong position, String what) implements ExtenderFailure {}

    /** It answered, and the answer says that it failed. */
    record ErrorAnswered(Target target, String said) implements ExtenderFailure {}

    record TooLarge(Target target, long cap, String what) implements ExtenderFailure {}

    /** Nothing was sent. */
    record RequestTooLarge(Target target, long length, long cap) implements ExtenderFailure {}

    /**
     * It failed too often lately, so it was not asked.
     *
     * @param last what the call got after which it was left alone
     */
    record BreakerOpen(Target target, Instant retryAt, String last) implements ExtenderFailure {}

    /** Too many calls were under way and waiting. */
    record BulkheadFull(Target target, int inFlight, int queued) implements ExtenderFailure {}

    /**
     * The cycle's budget ran out before this call's own deadline.
     *
     * @param fairChance whether the call had at least half its deadline, so that its slowness is the peer's
     */
    record BudgetSpent(Target target, Phase phase, Duration budget, boolean fairChance) implements ExtenderFailure {}

    record TlsFailed(Target target, String what) implements ExtenderFailure {}

    /** The calling thread was interrupted; it still is. */
    record Interrupted(Target target, Phase phase) implements ExtenderFailure {}

    /** The client was closed before or during the call. */
    record Closed(Target target, Phase phase) implements ExtenderFailure {}

    /** Something on this side failed, such as writing the body: nothing was wrong with the peer. */
    record Broken(Target target, Phase phase, String what) implements ExtenderFailure {}
}
