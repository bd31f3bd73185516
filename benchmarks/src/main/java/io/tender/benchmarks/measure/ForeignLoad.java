package io.tender.benchmarks.measure;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;

/** How much other programs worked meanwhile: figures from a machine that was not quiet mean little. */
public final class ForeignLoad {

    /** What {@link #cpus} answers where the system does not tell. */
    public static final double UNKNOWN = -1;

    private static final Path STATISTICS = Path.of("/proc/stat");
    private static final double TICKS_PER_SECOND = 100;

    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final long beganNanos = System.nanoTime();
    private final double beganForeign = foreignSeconds();

    /** The CPUs used by others since this object was made, on average. */
    public double cpus() {
        return cpus(Duration.ZERO);
    }

    /** @param own what other processes have used that belong to the measurement */
    public double cpus(Duration own) {
        if (beganForeign == UNKNOWN) {
            return UNKNOWN;
        }
        double seconds = (System.nanoTime() - beganNanos) / 1e9;
        double foreign = foreignSeconds() - beganForeign - own.toNanos() / 1e9;
        return Math.max(0, foreign) / Math.max(seconds, 1 / TICKS_PER_SECOND);
    }

    private double foreignSeconds() {
        if (!Files.isReadable(STATISTICS)) {
            return UNKNOWN;
        }
        try {
            // The first line sums up all CPUs: user, nice, system, idle, iowait, irq, softirq, steal.
            String[] fields = Files.readAllLines(STATISTICS).getFirst().trim().split("\\s+", -1);
            double busy =
                    Arrays.stream(fields, 1, 9).mapToDouble(Double::parseDouble).sum()
                            - Double.parseDouble(fields[4])
                            - Double.parseDouble(fields[5]);
            return busy / TICKS_PER_SECOND - system.getProcessCpuTime() / 1e9;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + STATISTICS, e);
        }
    }
}
