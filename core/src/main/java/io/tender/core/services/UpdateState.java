package io.tender.core.services;

/** How far an update has come. */
public enum UpdateState {
    ROLLING_FORWARD,
    ROLLING_BACK,
    ROLL_FORWARD_PAUSED,
    ROLL_BACK_PAUSED,
    ROLLED_FORWARD,
    ROLLED_BACK,
    ABORTED,
    FAILED;

    /** Whether it is over. */
    public boolean isOver() {
        return switch (this) {
            case ROLLED_FORWARD, ROLLED_BACK, ABORTED, FAILED -> true;
            case ROLLING_FORWARD, ROLLING_BACK, ROLL_FORWARD_PAUSED, ROLL_BACK_PAUSED -> false;
        };
    }

    public boolean isPaused() {
        return this == ROLL_FORWARD_PAUSED || this == ROLL_BACK_PAUSED;
    }

    /** Whether it has given up, and is on its way back. */
    public boolean isGoingBack() {
        return this == ROLLING_BACK || this == ROLL_BACK_PAUSED;
    }

    UpdateState paused() {
        return switch (this) {
            case ROLLING_FORWARD -> ROLL_FORWARD_PAUSED;
            case ROLLING_BACK -> ROLL_BACK_PAUSED;
            default -> this;
        };
    }

    UpdateState resumed() {
        return switch (this) {
            case ROLL_FORWARD_PAUSED -> ROLLING_FORWARD;
            case ROLL_BACK_PAUSED -> ROLLING_BACK;
            default -> this;
        };
    }
}
