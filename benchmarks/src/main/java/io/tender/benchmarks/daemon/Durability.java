package io.tender.benchmarks.daemon;

/** What becomes of that to which the daemon says yes. */
public enum Durability {
    /** It is on disk first, as always. */
    FULL,
    /** It is forgotten with the process. */
    NONE
}
