package io.tender.benchmarks.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.BiFunction;

/** Sizes given on the command line, instead of those of the reference figures. */
public record Sizes(List<Integer> agents, List<Integer> frameworks, OptionalInt rounds) {

    private static final List<Integer> USUAL_AGENTS = List.of(1000);
    private static final List<Integer> USUAL_FRAMEWORKS = List.of(50, 200);

    public Sizes {
        agents = agents.isEmpty() ? USUAL_AGENTS : List.copyOf(agents);
        frameworks = frameworks.isEmpty() ? USUAL_FRAMEWORKS : List.copyOf(frameworks);
    }

    /** One case for each pair of an agent count and a framework count. */
    List<Workload> grid(BiFunction<Integer, Integer, Workload> make) {
        List<Workload> cases = new ArrayList<>();
        for (int agentCount : agents) {
            for (int frameworkCount : frameworks) {
                cases.add(make.apply(agentCount, frameworkCount));
            }
        }
        return cases;
    }
}
