package io.tender.benchmarks.workload;

import io.tender.benchmarks.workload.Bench.Agent;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.FrameworkCapability;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The agents and frameworks that the workloads are made of. */
final class Inputs {

    /** The agent of most workloads. */
    static final String LARGE_AGENT = "cpus:24;mem:4096;disk:4096;ports:[31000-32000]";

    private Inputs() {}

    /** The ports 31000 to 32000 in so many ranges: every second port by itself, and the rest as the last range. */
    static String fragmentedPorts(int ranges) {
        String single = IntStream.range(0, ranges - 1)
                .map(i -> 31000 + 2 * i)
                .mapToObj(port -> port + "-" + port + ",")
                .collect(Collectors.joining());
        return "[" + single + (31000 + 2 * (ranges - 1)) + "-32000]";
    }

    /** Frameworks {@code framework1} and on, all in one role. */
    static List<FrameworkInfo> frameworks(int count, Role role, FrameworkCapability... capabilities) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(n -> framework("framework" + n, role, capabilities))
                .toList();
    }

    static FrameworkInfo framework(String id, Role role, FrameworkCapability... capabilities) {
        return FrameworkInfo.of(new FrameworkId(id), Set.of(role), capabilities);
    }

    /** Agents {@code agent1} and on, with nothing used; the text is read anew for each of them. */
    static List<Agent> agents(int count, String total) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Agent(info("agent" + (i + 1)), Resources.parse(total), Map.of()))
                .toList();
    }

    /** Agents {@code agent1} and on; on each, one slice is used by one framework, taken in turn. */
    static List<Agent> agents(
            int count,
            IntFunction<Resources> total,
            List<FrameworkInfo> frameworks,
            IntFunction<Resources> used,
            Role usedUnder) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Agent(
                        info("agent" + (i + 1)),
                        total.apply(i),
                        Map.of(
                                frameworks.get(i % frameworks.size()).id(),
                                used.apply(i).allocate(usedUnder))))
                .toList();
    }

    static List<Agent> agents(int count, String total, List<FrameworkInfo> frameworks, String used, Role usedUnder) {
        return agents(count, i -> Resources.parse(total), frameworks, i -> Resources.parse(used), usedUnder);
    }

    static AgentInfo info(String id) {
        return new AgentInfo(new AgentId(id), id, List.of(), Optional.empty());
    }
}
