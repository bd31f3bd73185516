package io.tender.benchmarks.daemon;

/**
 * How much load, and for how long.
 *
 * @param inFlight tasks that each framework runs at a time when as many as possible are launched
 * @param pace launches per second of the steady load
 * @param repeat stretches per daemon and kind of load
 * @param seconds that a stretch is measured
 * @param jobs submitted one after the other
 */
public record LoadSize(
        int agents, int frameworks, int inFlight, int pace, int repeat, int warmUpSeconds, int seconds, int jobs) {
    public static final LoadSize USUAL = new LoadSize(10_000, 1_000, 5, 500, 3, 30, 15, 50);
    public static final LoadSize QUICK = new LoadSize(50, 10, 2, 20, 1, 1, 1, 2);
}
