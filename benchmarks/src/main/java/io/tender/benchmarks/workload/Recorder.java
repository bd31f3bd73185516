package io.tender.benchmarks.workload;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What one run of a workload measured: samples per phase and counts worth reporting, in the order they came. */
public final class Recorder {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Map<String, List<Sample>> phases = new LinkedHashMap<>();
    private final Map<String, Long> facts = new LinkedHashMap<>();

    /** How long a timed section took, and how many bytes its thread allocated. */
    public record Sample(long nanos, long bytes) {
        public static Sample of(Runnable section) {
            long bytes = THREADS.getCurrentThreadAllocatedBytes();
            long began = System.nanoTime();
            section.run();
            long nanos = System.nanoTime() - began;
            return new Sample(nanos, THREADS.getCurrentThreadAllocatedBytes() - bytes);
        }
    }

    public void time(String phase, Runnable section) {
        add(phase, Sample.of(section));
    }

    /** For sections whose phase is known only afterwards. */
    public void add(String phase, Sample sample) {
        phases.computeIfAbsent(phase, name -> new ArrayList<>()).add(sample);
    }

    /** Notes a count that belongs into the report. */
    public void fact(String what, long count) {
        facts.put(what, count);
    }

    /** Fails the run if a count is not what every correct allocator gives. */
    public void expect(String what, long expected, long got) {
        if (expected != got) {
            throw new WrongOutcome(what, expected, got);
        }
    }

    public Map<String, List<Sample>> phases() {
        return phases;
    }

    public Map<String, Long> facts() {
        return facts;
    }
}
