package io.tender.benchmarks.batch;

import io.tender.benchmarks.measure.Environment;
import java.util.List;
import java.util.Optional;

/**
 * All that was measured of batch sessions.
 *
 * @param crowd a session with very many waiting tasks
 */
public record BatchReport(
        Environment environment,
        List<Rate> alone,
        List<ExtendedRate> extended,
        List<Opened> openings,
        Optional<Crowd> crowd) {

    /**
     * Tasks placed per second.
     *
     * @param simple the same by an engine that keeps no answers, if it was measured
     * @param volcano what Volcano did, if known
     */
    public record Rate(
            int nodes, int tasks, double ms, double perSecond, Optional<Double> simple, Optional<Double> volcano) {}

    /**
     * The same with an extender.
     *
     * @param share of the rate without it
     * @param callsPerTask requests it got for each placed task
     * @param bytesPerTask of requests and answers
     */
    public record ExtendedRate(
            String kind,
            int nodes,
            int tasks,
            double perSecond,
            double share,
            double callsPerTask,
            double bytesPerTask,
            Optional<Double> volcano) {}

    /** Opening a session of which a share of the tasks has changed. */
    public record Opened(int nodes, int tasks, double changed, double snapshotMs, double sessionMs) {}

    /** A session with very many waiting tasks. */
    public record Crowd(int nodes, int tasks, int placed, double seconds, long heapMegabytes) {}
}
