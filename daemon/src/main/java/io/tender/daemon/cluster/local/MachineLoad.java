package io.tender.daemon.cluster.local;

import io.tender.model.batch.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How busy this machine is, by what its kernel counts. Lives on one thread. */
final class MachineLoad {
    /** Of the numbers behind {@code cpu}: user, nice, system, idle, iowait, irq, softirq, steal; guests are in user. */
    private static final int COUNTED = 8;

    private static final int IDLE = 3;
    private static final int WAITING = 4;

    private final Path proc;
    private long all;
    private long idle;

    /** @param proc what the kernel shows as {@code /proc} */
    MachineLoad(Path proc) {
        this.proc = proc;
    }

    /**
     * Of the CPUs since it was last asked, at first since the machine started; of the memory now.
     *
     * @throws IOException if the kernel does not say it
     */
    Node.Usage measure(Instant now) throws IOException {
        return new Node.Usage(cpuPercent(), memoryPercent(), now);
    }

    private double cpuPercent() throws IOException {
        String[] words = lines("stat").getFirst().trim().split("\\s+", -1);
        if (words.length <= WAITING + 1 || !words[0].equals("cpu")) {
            throw new IOException(proc.resolve("stat") + " does not begin with what the CPUs did");
        }
        long allNow = 0;
        for (int i = 1; i < Math.min(words.length, COUNTED + 1); i++) {
            allNow += number(words[i]);
        }
        long idleNow = number(words[IDLE + 1]) + number(words[WAITING + 1]);
        long passed = allNow - all;
        long rested = idleNow - idle;
        all = allNow;
        idle = idleNow;
        // Counters of single CPUs may step back a little; asked twice within a tick, nothing has passed.
        return passed <= 0 ? 0 : Math.clamp(100.0 * (passed - rested) / passed, 0, 100);
    }

    private double memoryPercent() throws IOException {
        Map<String, Long> kilobytes = new HashMap<>();
        for (String line : lines("meminfo")) {
            String[] words = line.trim().split("\\s+", -1);
            if (words.length >= 2 && (words[0].equals("MemTotal:") || words[0].equals("MemAvailable:"))) {
                kilobytes.put(words[0], number(words[1]));
            }
        }
        long total = kilobytes.getOrDefault("MemTotal:", 0L);
        if (total <= 0 || !kilobytes.containsKey("MemAvailable:")) {
            throw new IOException(proc.resolve("meminfo") + " does not say how much memory is available");
        }
        return Math.clamp(100.0 * (total - kilobytes.getOrDefault("MemAvailable:", 0L)) / total, 0, 100);
    }

    private List<String> lines(String file) throws IOException {
        List<String> lines = Files.readAllLines(proc.resolve(file));
        if (lines.isEmpty()) {
            throw new IOException(proc.resolve(file) + " is empty");
        }
        return lines;
    }

    private static long number(String word) throws IOException {
        try {
            return Long.parseLong(word);
        } catch (NumberFormatException other) {
            throw new IOException("got '" + word + "', expected a number", other);
        }
    }
}
