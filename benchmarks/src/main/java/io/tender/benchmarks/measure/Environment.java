package io.tender.benchmarks.measure;

import io.tender.benchmarks.workload.Bench;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where the figures come from.
 *
 * @param foreignCpus how many CPUs other programs used on average while it was measured; negative if unknown
 */
public record Environment(
        String date,
        String processor,
        int cpus,
        String system,
        String jvm,
        List<String> jvmOptions,
        String hosting,
        double foreignCpus) {

    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    /** Takes note of everything at the end of a measurement. */
    public static Environment now(double foreignCpus) {
        return new Environment(
                LocalDate.now(ZoneOffset.UTC).toString(),
                processorName(),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("java.vm.name") + " " + Runtime.version(),
                ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                        .filter(option -> option.startsWith("-X"))
                        .toList(),
                Bench.HOSTING,
                foreignCpus);
    }

    private static String processorName() {
        if (!Files.isReadable(CPU_INFO)) {
            return System.getProperty("os.arch");
        }
        try (Stream<String> lines = Files.lines(CPU_INFO)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + CPU_INFO, e);
        }
    }
}
