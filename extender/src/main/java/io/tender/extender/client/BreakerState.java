package io.tender.extender.client;

import java.util.Locale;

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

    /** As people read it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** As the metrics show it. */
    int level() {
        return level;
    }
}
