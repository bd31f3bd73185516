package io.tender.core.services;

import io.tender.model.service.Veto.Reason;

/**
 * The outcome of looking at one offer for one group, as a number: nothing is built and no text is made while tasks are
 * matched. The low four bits are the reason, the others say what it is about: which constraint, or which resources.
 */
final class Verdict {
    static final int FITS = 0;

    private static final int DEDICATED = 1;
    private static final int DRAINING = 2;
    private static final int DRAINED = 3;
    private static final int UNAVAILABLE = 4;
    private static final int CONSTRAINT = 5;
    private static final int LIMIT = 6;
    private static final int LIMIT_WITHOUT_ATTRIBUTE = 7;
    private static final int INSUFFICIENT = 8;
    private static final int EMPTY = 9;
    private static final int RESERVED_BY_PREEMPTION = 10;
    private static final int RESERVED_BY_UPDATE = 11;
    private static final int LEFT_OUT = 12;
    private static final int NOT_BOUND = 13;

    private static final int SHIFT = 4;
    private static final int MASK = 15;

    private Verdict() {}

    static int of(Reason reason) {
        return code(reason);
    }

    /** A reason with its detail: the number of a constraint, or a bit for each resource that is short. */
    static int of(Reason reason, int detail) {
        return code(reason) | detail << SHIFT;
    }

    private static int code(Reason reason) {
        return switch (reason) {
            case DEDICATED -> DEDICATED;
            case DRAINING -> DRAINING;
            case DRAINED -> DRAINED;
            case UNAVAILABLE -> UNAVAILABLE;
            case CONSTRAINT -> CONSTRAINT;
            case LIMIT -> LIMIT;
            case LIMIT_WITHOUT_ATTRIBUTE -> LIMIT_WITHOUT_ATTRIBUTE;
            case INSUFFICIENT -> INSUFFICIENT;
            case EMPTY -> EMPTY;
            case RESERVED_BY_PREEMPTION -> RESERVED_BY_PREEMPTION;
            case RESERVED_BY_UPDATE -> RESERVED_BY_UPDATE;
            case LEFT_OUT -> LEFT_OUT;
            case NOT_BOUND -> NOT_BOUND;
        };
    }

    /** Why it does not fit; asked only of what does not. */
    static Reason reason(int verdict) {
        return switch (verdict & MASK) {
            case DEDICATED -> Reason.DEDICATED;
            case DRAINING -> Reason.DRAINING;
            case DRAINED -> Reason.DRAINED;
            case UNAVAILABLE -> Reason.UNAVAILABLE;
            case CONSTRAINT -> Reason.CONSTRAINT;
            case LIMIT -> Reason.LIMIT;
            case LIMIT_WITHOUT_ATTRIBUTE -> Reason.LIMIT_WITHOUT_ATTRIBUTE;
            case INSUFFICIENT -> Reason.INSUFFICIENT;
            case EMPTY -> Reason.EMPTY;
            case RESERVED_BY_PREEMPTION -> Reason.RESERVED_BY_PREEMPTION;
            case RESERVED_BY_UPDATE -> Reason.RESERVED_BY_UPDATE;
            case LEFT_OUT -> Reason.LEFT_OUT;
            case NOT_BOUND -> Reason.NOT_BOUND;
            default -> throw new IllegalArgumentException("No reason in verdict " + verdict);
        };
    }

    static int detail(int verdict) {
        return verdict >>> SHIFT;
    }

    static boolean isStatic(int verdict) {
        return reason(verdict).isStatic();
    }
}
