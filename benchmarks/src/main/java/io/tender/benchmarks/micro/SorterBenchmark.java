package io.tender.benchmarks.micro;

import io.tender.core.sorter.Sorter;
import io.tender.core.sorter.SorterKind;
import io.tender.model.AgentId;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.spi.Chance;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A sorter with all clients active: what a change costs, and the order after a change. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SorterBenchmark {

    private static final int AGENTS = 1000;

    @Param({"DRF", "RANDOM"})
    public SorterKind kind;

    @Param({"100", "1000"})
    public int clients;

    private final Resources held = Resources.parse("cpus:16;mem:2014;disk:1024");
    private Sorter sorter;
    private List<String> names;
    private int turn;

    @Setup
    public void prepare() {
        sorter = Sorter.create(kind, Set.of(), Chance.seeded(1));
        names = IntStream.range(0, clients).mapToObj(Integer::toString).toList();
        for (String name : names) {
            sorter.add(name);
            sorter.activate(name);
        }
        ResourceQuantities total = ResourceQuantities.parse("cpus:24;mem:4096;disk:4096");
        for (int i = 0; i < AGENTS; i++) {
            sorter.addAgent(agent(i), total);
            sorter.allocated(names.get(i % clients), agent(i), held);
        }
    }

    private static AgentId agent(int index) {
        return new AgentId("agent" + index);
    }

    /** Takes back what a client holds on one agent, and charges it again. */
    @Benchmark
    public void charge() {
        move();
    }

    /** As {@link #charge}, and then the whole order, as a list. */
    @Benchmark
    public List<String> chargeAndSort() {
        move();
        return sorter.sort();
    }

    private void move() {
        int index = turn++ % AGENTS;
        String client = names.get(index % clients);
        AgentId agent = agent(index);
        sorter.unallocated(client, agent, held);
        sorter.allocated(client, agent, held);
    }
}
