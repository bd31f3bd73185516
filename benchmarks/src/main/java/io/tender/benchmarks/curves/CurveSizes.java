package io.tender.benchmarks.curves;

import java.util.List;

/**
 * Where the curves are sampled.
 *
 * @param agents numbers of agents
 * @param frameworks numbers of frameworks, over the middle number of agents
 * @param roles numbers of roles, over the middle number of agents and the largest number of frameworks
 * @param decliners how many frameworks have declined every agent, over the smallest number of agents
 * @param turns how often one agent is offered again
 */
public record CurveSizes(
        List<Integer> agents, List<Integer> frameworks, List<Integer> roles, List<Integer> decliners, int turns) {

    public static CurveSizes usual() {
        return new CurveSizes(
                List.of(1_000, 3_000, 10_000, 30_000, 100_000),
                List.of(10, 100, 1_000, 10_000),
                List.of(1, 10, 100, 1_000, 10_000),
                List.of(1, 5, 20, 50, 100, 200, 500),
                2_000);
    }

    /** Enough to see that everything works. */
    public static CurveSizes quick() {
        return new CurveSizes(List.of(50, 100), List.of(5, 20), List.of(1, 5), List.of(1, 5), 20);
    }

    int middleAgents() {
        return agents.get(agents.size() / 2);
    }

    int mostFrameworks() {
        return frameworks.getLast();
    }
}
