package io.tender.core.services;

/** Lets so many things happen per second; what was not used within the last second may happen in a burst. */
final class RateLimit {
    private final double perMilli;
    private final double burst;
    private double tokens;
    private long asOf;

    RateLimit(double perSecond, long now) {
        this.perMilli = perSecond / 1000;
        this.burst = Math.max(1, perSecond);
        this.tokens = burst;
        this.asOf = now;
    }

    /** Takes the next place in line and tells how many milliseconds away it is. */
    long reserve(long now) {
        tokens = Math.min(burst, tokens + (now - asOf) * perMilli);
        asOf = now;
        tokens -= 1;
        return tokens >= 0 ? 0 : (long) Math.ceil(-tokens / perMilli);
    }
}
