package io.tender.benchmarks.daemon;

import io.tender.benchmarks.measure.Environment;
import java.util.List;
import java.util.Optional;

/**
 * What was measured of the daemon.
 *
 * @param load empty if it was not measured, as are the others
 */
public record DaemonReport(
        Environment environment, Optional<Load> load, List<Start> starts, List<Recovery> recoveries) {

    /** @param jobs from apply to running, one at a time */
    public record Load(LoadSize size, List<Daemon> daemons, Spread jobs) {
        /** The part of the throughput that durability costs. */
        public double fall() {
            return 1
                    - of(Durability.FULL).most().launchesPerSecond()
                            / of(Durability.NONE).most().launchesPerSecond();
        }

        /** The part of the launches per second of CPU time that it costs: hardly disturbed by other programs. */
        public double fallPerCpu() {
            return 1
                    - of(Durability.NONE).most().cpuMicros()
                            / of(Durability.FULL).most().cpuMicros();
        }

        private Daemon of(Durability durability) {
            return daemons.stream()
                    .filter(daemon -> daemon.durability() == durability)
                    .findFirst()
                    .orElseThrow();
        }
    }

    /**
     * One daemon.
     *
     * @param most when as much was asked of it as it could do
     * @param steady at an even pace below that
     */
    public record Daemon(Durability durability, Stretch most, Stretch steady, long heapBytes, long residentBytes) {}

    /**
     * The medians of some stretches of time.
     *
     * @param cpuMicros of the daemon for each launch
     */
    public record Stretch(double launchesPerSecond, double cpuMicros, Spread fromWanted, Spread fromSent) {}

    /** In milliseconds. */
    public record Spread(double median, double ninetyNinth) {}

    /**
     * A start.
     *
     * @param how what was started, and what ran the task
     * @param listening seconds from the exec until it listened
     * @param running seconds from the exec until the first task ran
     */
    public record Start(String how, double listening, double running) {}

    /**
     * A recovery.
     *
     * @param form how the state was kept
     * @param ready seconds from the exec until the daemon said that it is ready
     * @param joined seconds until all agents had come back
     */
    public record Recovery(String form, int agents, int tasks, long bytes, double ready, double joined) {}
}
