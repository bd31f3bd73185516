package io.tender.benchmarks.micro;

import io.tender.model.Resources;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The algebra on an agent's resources, with none, some or many port ranges. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ResourcesBenchmark {

    /** How many separate ranges of ports are used; 0: no ports at all. */
    @Param({"0", "16", "100"})
    public int ranges;

    private Resources total;
    private Resources used;
    private Resources usedAgain;
    private Resources free;

    @Setup
    public void prepare() {
        String ports = ranges == 0 ? "" : ";ports:[31000-32000]";
        total = Resources.parse("cpus:24;mem:4096;disk:4096" + ports);
        used = Resources.parse("cpus:16;mem:2014;disk:1024" + usedPorts());
        usedAgain = Resources.parse("cpus:16;mem:2014;disk:1024" + usedPorts());
        free = total.minus(used);
    }

    private String usedPorts() {
        if (ranges == 0) {
            return "";
        }
        return IntStream.range(0, ranges)
                .mapToObj(i -> (31000 + 2 * i) + "-" + (31000 + 2 * i))
                .collect(Collectors.joining(",", ";ports:[", "]"));
    }

    @Benchmark
    public Resources minus() {
        return total.minus(used);
    }

    @Benchmark
    public Resources plus() {
        return free.plus(used);
    }

    @Benchmark
    public boolean contains() {
        return total.contains(used);
    }

    /** Two equal objects that are not the same one. */
    @Benchmark
    public boolean equal() {
        return used.equals(usedAgain);
    }
}
