package io.tender.testkit.scenario.engine;

import io.tender.model.AgentId;
import io.tender.model.service.InstanceKey;
import io.tender.testkit.scenario.step.Instances;
import io.tender.testkit.scenario.step.ServiceExpectation;
import io.tender.testkit.scenario.step.Source;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeSet;

/** Compares what was launched and asked to end with what is expected. */
final class PlacementCheck {
    private final ServiceCluster cluster;

    PlacementCheck(ServiceCluster cluster) {
        this.cluster = cluster;
    }

    void check(SortedMap<Instances, List<List<AgentId>>> expected, Source step, Source cause) {
        List<ServiceInbox.Launch> came = List.copyOf(cluster.inbox().launches());
        List<ServiceInbox.Launch> strangers = new ArrayList<>(came);
        boolean met = true;
        for (var entry : expected.entrySet()) {
            List<ServiceInbox.Launch> own = came.stream()
                    .filter(launch -> entry.getKey().has(launch.instance()))
                    .toList();
            strangers.removeAll(own);
            met &= own.size() == entry.getValue().size() && fits(own, entry.getValue());
        }
        boolean strangersAreFine = !cluster.setup().strict() && !expected.isEmpty();
        if (!met || (!strangers.isEmpty() && !strangersAreFine)) {
            throw Stage.failed(step, cause, "not placed as expected", text(expected), text(came));
        }
        cluster.inbox().launches().clear();
    }

    /** Whether each launch can be given a wish of its own. */
    private static boolean fits(List<ServiceInbox.Launch> launches, List<List<AgentId>> wishes) {
        int[] givenTo = new int[wishes.size()];
        Arrays.fill(givenTo, -1);
        for (int launch = 0; launch < launches.size(); launch++) {
            if (!give(launch, launches, wishes, givenTo, new boolean[wishes.size()])) {
                return false;
            }
        }
        return true;
    }

    /** Gives the launch a wish, if need be one whose owner can have another. */
    private static boolean give(
            int launch,
            List<ServiceInbox.Launch> launches,
            List<List<AgentId>> wishes,
            int[] givenTo,
            boolean[] tried) {
        for (int i = 0; i < wishes.size(); i++) {
            List<AgentId> wish = wishes.get(i);
            boolean will = wish.isEmpty() || wish.contains(launches.get(launch).agent());
            if (will && !tried[i]) {
                tried[i] = true;
                if (givenTo[i] < 0 || give(givenTo[i], launches, wishes, givenTo, tried)) {
                    givenTo[i] = launch;
                    return true;
                }
            }
        }
        return false;
    }

    private static String text(SortedMap<Instances, List<List<AgentId>>> expected) {
        List<String> lines = new ArrayList<>();
        expected.forEach((instances, wishes) -> lines.add(instances + ": "
                + String.join(
                        ", ",
                        wishes.stream()
                                .map(wish -> wish.isEmpty()
                                        ? "any"
                                        : String.join(
                                                " or ",
                                                wish.stream()
                                                        .map(AgentId::value)
                                                        .toList()))
                                .toList())));
        return lines.isEmpty() ? "nothing" : String.join("\n", lines);
    }

    private String text(List<ServiceInbox.Launch> came) {
        List<String> lines = new ArrayList<>();
        came.forEach(launch -> lines.add(launch.toString()));
        cluster.scheduler().tasks().stream()
                .flatMap(task -> cluster.scheduler().why(task.id()).stream()
                        .map(why -> task.instance() + " waits: " + why.pendingReason()))
                .limit(20)
                .forEach(lines::add);
        return lines.isEmpty() ? "nothing" : String.join("\n", lines);
    }

    void check(ServiceExpectation.Ending expected, Source step, Source cause) {
        TreeSet<InstanceKey> got = new TreeSet<>();
        cluster.inbox().endings().stream()
                .filter(ending -> ending.why() == expected.why())
                .forEach(ending -> got.add(ending.instance()));
        boolean named =
                got.stream().allMatch(key -> expected.instances().stream().anyMatch(instances -> instances.has(key)));
        boolean all = expected.instances().stream()
                .allMatch(instances -> instances.isAll()
                        ? got.stream().anyMatch(instances::has)
                        : instances.numbers().stream()
                                .allMatch(number -> got.contains(new InstanceKey(instances.job(), number))));
        if (!named || !all) {
            throw Stage.failed(
                    step,
                    cause,
                    "others were " + ServiceInbox.word(expected.why()),
                    expected.instances().isEmpty()
                            ? "nothing"
                            : expected.instances().toString(),
                    got.isEmpty() ? "nothing" : got.toString());
        }
        cluster.inbox().endings().removeIf(ending -> ending.why() == expected.why());
    }
}
