package io.tender.daemon;

/** What ends one after the other when the daemon stops, in this order. */
enum Stage {
    /** The turn under way must not wait for a journal that fails. */
    HURRY,
    /** Nothing is decided any more; whoever asks is told to come back. */
    TURNS,
    /** What was decided becomes durable, and those who wait for it hear of it. */
    COMMITS,
    /** Frameworks have heard everything; their streams end. */
    STREAMS,
    SERVER,
    GUESTS,
    MODULES,
    /** Tasks run on. */
    AGENTS,
    STORE,
    METERS
}
