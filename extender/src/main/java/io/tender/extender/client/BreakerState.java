package io.tender.extender.client;

/** Whether an extender is asked. */
public enum BreakerState {
    /** It is asked. */
    CLOSED(0),
    /** A few calls are let through to see whether it is back. */
    HALF_OPEN(1),
    /** It is left alone. */
    OPEN(2);

    private final int level;

    BreakerState(int level) {
        this.level = level;
    }

    /** As the metrics show it. */
    int level() {
        return level;
    }
}
