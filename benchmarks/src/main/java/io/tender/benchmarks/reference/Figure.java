package io.tender.benchmarks.reference;

/** A time of the reference allocator; where one figure was taken, all three are the same. */
public record Figure(double minMs, double medianMs, double maxMs, State state) {

    /** Whether it is the best of several runs, and not their median. */
    public boolean ofBestRun() {
        return state == State.CPU;
    }

    /** What a figure is worth. */
    public enum State {
        /** Elapsed time on an otherwise idle machine. */
        QUIET,
        /** CPU time while others used about one of two CPUs: the order of magnitude, nothing finer. */
        BUSY,
        /** CPU time of the only thread, the best of several runs. */
        CPU,
        /** From the project's own change log, on a machine nobody named. */
        PUBLISHED
    }
}
