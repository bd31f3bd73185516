package io.tender.toolkit.check;

/**
 * How much is asked.
 *
 * @param largeNodes nodes of a large question
 * @param crowd tasks of a crowded node
 * @param keptAlive calls over one connection
 * @param samples calls whose time is taken, one after the other
 * @param asking askers at once whose answers are compared
 * @param pressing askers at once under load, in the same number of calls each
 * @param oversizeBytes of a request that is too large for its purpose
 * @param pauseMillis between the pieces of a request
 */
record Effort(
        int largeNodes,
        int crowd,
        int keptAlive,
        int samples,
        int asking,
        int pressing,
        int oversizeBytes,
        int pauseMillis) {
    static final Effort FULL = new Effort(5_000, 100, 1_000, 200, 8, 32, 10 << 20, 30);

    /** Enough to see that every promise is kept at all. */
    static final Effort QUICK = new Effort(500, 25, 50, 20, 3, 4, 1 << 20, 5);
}
