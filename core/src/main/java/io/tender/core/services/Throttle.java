package io.tender.core.services;

/** Slows down instances that end again and again soon after they began. */
final class Throttle {
    private final ServiceSettings settings;

    Throttle(ServiceSettings settings) {
        this.settings = settings;
    }

    /** How many flaps in a row the successor of this task begins with. */
    int flapsAfter(Task ended, long now) {
        boolean soon = now - ended.assignedAt < settings.flappingThresholdMillis();
        return !ended.interrupted && ended.place != null && soon ? ended.flaps + 1 : 0;
    }

    /** How long an instance waits that flapped so often in a row: twice as long each time, up to a bound. */
    long delayMillis(int flaps) {
        if (flaps == 0) {
            return 0;
        }
        int doublings = Math.min(flaps - 1, 30);
        return Math.min(settings.maxFlappingMillis(), settings.initialFlappingMillis() << doublings);
    }
}
