package io.tender.extender.compare;

import java.util.Locale;

/**
 * One thing in which two decisions differ.
 *
 * @param about the node, host or task concerned; empty if it is the answer as a whole
 */
public record Difference(Kind kind, String about, String before, String after) {

    /** In which way. */
    public enum Kind {
        /** Another kind of answer, another word, or a failure on one side. */
        ANSWER,
        /** A node fits on one side only. */
        FIT,
        /** Refused on both sides, with another code: preemption may or may not help. */
        CODE,
        SCORE,
        /** The best node is another one. */
        WINNER,
        /** Named on one side only. */
        MEMBER,
        /** Its place in the order. */
        PLACE,
        VICTIMS,
        /** The words of a refusal, which decide nothing. */
        REASON;

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Whether something else is decided; what is not decisive is worth a note only. */
    public boolean decisive() {
        return kind != Kind.REASON;
    }

    @Override
    public String toString() {
        return kind.label() + (about.isEmpty() ? "" : " " + about) + ": " + before + " → " + after;
    }
}
