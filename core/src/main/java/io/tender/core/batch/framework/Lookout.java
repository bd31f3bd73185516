package io.tender.core.batch.framework;

/**
 * When to ask for offers though nothing waits: a plugin that moves tasks to calmer agents must see those on which nothing runs,
 * and they are offered only to who wants room.
 */
final class Lookout {
    private final int periods;
    private int passed;
    private boolean looking;

    /** @param periods how long it rests after it saw something, and how long it looks for offers that others may have */
    Lookout(int periods) {
        this.periods = periods;
    }

    boolean isLooking() {
        return looking;
    }

    /**
     * One period more has passed.
     *
     * @param wanted whether somebody would look now
     * @return whether that ended a look at which nobody offered anything
     */
    boolean endsAfter(boolean wanted) {
        passed++;
        if (passed < periods || (!looking && !wanted)) {
            return false;
        }
        passed = 0;
        looking = !looking;
        return !looking;
    }

    /** A session had offers in hand. */
    void seen() {
        passed = 0;
        looking = false;
    }
}
