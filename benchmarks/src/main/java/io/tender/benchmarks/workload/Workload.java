package io.tender.benchmarks.workload;

/** One case of a workload: sizes, a history of calls, which parts of it are timed, and what must come out. */
public interface Workload {

    /** The workload's name in the Mesos sources, such as {@code DeclineOffers}. */
    String name();

    /** The sizes of this case, as the reference figures name them, such as {@code 1000x50}. */
    String label();

    /**
     * Plays the whole history once on a fresh allocator.
     *
     * @throws WrongOutcome if the allocator did not do what every correct one does
     */
    void run(Candidate candidate, Recorder recorder);
}
