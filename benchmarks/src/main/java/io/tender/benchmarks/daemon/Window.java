package io.tender.benchmarks.daemon;

/** What happened in a stretch of time. */
final class Window {
    /** From the moment a framework wanted to run a task until it heard that it runs. */
    final Samples fromWanted = new Samples();

    /** From the moment it sent the call that launches it. */
    final Samples fromSent = new Samples();
}
