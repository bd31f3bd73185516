package io.tender.spi;

/**
 * A call that breaks the allocator's contract. It is refused before anything has changed, so the allocator is as it was.
 */
public final class AllocatorRefusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What was wrong with the call. */
    public enum Reason {
        NOT_INITIALIZED,
        ALREADY_INITIALIZED,
        UNKNOWN_AGENT,
        AGENT_EXISTS,
        UNKNOWN_FRAMEWORK,
        FRAMEWORK_EXISTS,
        /** {@code recover} after agents were added, or with a negative count. */
        RECOVERY_TOO_LATE,
        NEGATIVE_COUNT,
        /** {@code addAgent} while paused and not recovering. */
        PAUSED,
        /** Resources that are not allocated to exactly one role. */
        NOT_ONE_ROLE,
        /** A role in which the framework is not known. */
        UNKNOWN_ROLE,
        /** More was given back or marked as used than is held. */
        NOT_HELD,
        /** Conversions that do not apply to what is held or to the agent's total. */
        CONVERSION_FAILED,
        /** An answer to an inverse offer on an agent without maintenance. */
        NO_MAINTENANCE,
        /** An answer that is neither accept nor decline. */
        UNKNOWN_ANSWER,
        /** Quota on a nested role without the option that supports it. */
        NESTED_QUOTA,
        /** A weight that is not a positive finite number. */
        BAD_WEIGHT,
        /** Offered constraints or suppressions for roles the framework does not subscribe to. */
        UNSUBSCRIBED_ROLE,
        /** Amounts beyond {@link Amounts#LARGEST}, or so many of them that their sum could not be counted. */
        TOO_LARGE,
        /** An agent with a domain while the master has none. */
        DOMAIN_MISMATCH
    }

    private final Reason reason;

    public AllocatorRefusal(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
