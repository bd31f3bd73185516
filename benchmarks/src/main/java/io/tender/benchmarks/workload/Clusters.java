package io.tender.benchmarks.workload;

import io.tender.benchmarks.workload.Bench.Agent;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Clusters of any size for what goes beyond the original workloads: frameworks dealt out to roles, agents in use. */
public final class Clusters {

    private Clusters() {}

    /** Frameworks {@code framework1} and on, dealt out in turn to numbered roles. */
    public static List<FrameworkInfo> frameworks(int count, int roles) {
        List<Role> roleList =
                IntStream.range(0, roles).mapToObj(n -> Role.of("role" + n)).toList();
        return IntStream.range(0, count)
                .mapToObj(
                        i -> FrameworkInfo.of(new FrameworkId("framework" + (i + 1)), Set.of(roleList.get(i % roles))))
                .toList();
    }

    /** An agent as in DeclineOffers: part of it, with its ports in 16 ranges, is used by one framework. */
    public static Agent agent(int index, List<FrameworkInfo> frameworks) {
        FrameworkInfo user = frameworks.get(index % frameworks.size());
        Resources used =
                Resources.parse(DeclineOffers.USED).allocate(user.roles().first());
        return new Agent(
                Inputs.info("agent" + (index + 1)), Resources.parse(Inputs.LARGE_AGENT), Map.of(user.id(), used));
    }

    public static List<Agent> agents(int count, List<FrameworkInfo> frameworks) {
        return IntStream.range(0, count).mapToObj(i -> agent(i, frameworks)).toList();
    }
}
