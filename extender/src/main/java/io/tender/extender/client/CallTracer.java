package io.tender.extender.client;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * Follows calls, so that a trace can show what somebody waited for. Asked at the beginning of every call, from many threads;
 * it must not wait.
 */
@FunctionalInterface
public interface CallTracer {
    /** Follows nothing: every call begins a trace of its own, or continues the one it is part of. */
    CallTracer NONE = (target, subject) -> Optional.empty();

    /**
     * A call begins.
     *
     * @param subject what it is about, if its caller said so
     * @return the step of a trace that the call is; empty if nobody follows it
     */
    Optional<Step> begin(Target target, Optional<String> subject);

    /** A call as a step of a trace. */
    interface Step {
        /** What the peer is told, so that its own steps become part of the trace. */
        TraceParent context();

        /**
         * The call has ended; told once.
         *
         * @param outcome {@code ok}, or the failure's label: as in the metrics
         * @param status of the last answer, if there was one
         */
        void ended(String outcome, int attempts, OptionalInt status);
    }
}
