package io.tender.benchmarks.placement;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * How fast tasks were placed on one size of cluster.
 *
 * @param exchangeMillis how long it took, in the middle, to send a question about all agents over the loopback and to read
 *     the answer, with nothing around it; 0 if it was not measured
 * @param lines one for each scheduler and setting
 */
public record PlacementResult(int agents, int tasks, int batch, double exchangeMillis, List<Line> lines) {

    /** Whose order of offers a task was placed by. */
    public enum Kind {
        NATIVE,
        HTTP,
        FENZO
    }

    /**
     * What one scheduler did.
     *
     * @param placed how many tasks were placed while it was measured, each of them checked
     * @param batches in how many batches; fewer than asked for if time was up
     * @param tasksPerSecond tasks per second in the middle batch, which is what is compared
     * @param together all tasks over all time
     * @param slowest tasks per second in the slowest batch
     * @param fastest tasks per second in the fastest batch
     * @param agentsUsed how many agents had tasks at the end; empty if time was up before all were placed
     */
    public record Line(
            String scheduler,
            Kind kind,
            long placed,
            int batches,
            double tasksPerSecond,
            double together,
            double slowest,
            double fastest,
            Optional<Integer> agentsUsed) {}

    /** The faster of Fenzo's settings. */
    public Optional<Line> fenzo() {
        return lines.stream()
                .filter(line -> line.kind() == Kind.FENZO)
                .max(Comparator.comparingDouble(Line::tasksPerSecond));
    }

    /** The slowest of the native orders. */
    public Optional<Line> slowestNative() {
        return lines.stream()
                .filter(line -> line.kind() == Kind.NATIVE)
                .min(Comparator.comparingDouble(Line::tasksPerSecond));
    }

    /** The same as a line of the HTTP order does, but in the native order. */
    public Optional<Line> nativeTwin(Line http) {
        String wanted = http.scheduler().replaceFirst("^HTTP", "native");
        return lines.stream()
                .filter(line -> line.scheduler().equals(wanted) && line.kind() == Kind.NATIVE)
                .findFirst();
    }
}
