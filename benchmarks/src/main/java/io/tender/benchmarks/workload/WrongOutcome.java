package io.tender.benchmarks.workload;

/** The allocator under test decided wrongly, so its times mean nothing. */
public final class WrongOutcome extends RuntimeException {
    public WrongOutcome(String what, Object expected, Object got) {
        super(what + ": expected " + expected + ", got " + got);
    }
}
