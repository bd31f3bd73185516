package io.tender.benchmarks.placement;

/** Adds up the time of some sections. */
final class Stopwatch {
    private long nanos;

    void time(Runnable section) {
        long began = System.nanoTime();
        section.run();
        nanos += System.nanoTime() - began;
    }

    long nanos() {
        return nanos;
    }
}
