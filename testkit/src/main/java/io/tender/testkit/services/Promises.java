package io.tender.testkit.services;

import io.tender.core.services.TaskView;
import io.tender.model.AgentId;
import io.tender.model.Resources;
import io.tender.model.service.Constraint;
import io.tender.model.service.InstanceKey;
import io.tender.model.service.TaskId;
import io.tender.testkit.master.SimulatedMaster;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What must hold in a world at every moment. */
final class Promises {
    private static final AgentId NOWHERE = new AgentId("nowhere");

    private final ServiceWorld world;
    private final SimulatedMaster master;

    Promises(ServiceWorld world, SimulatedMaster master) {
        this.world = world;
        this.master = master;
    }

    List<String> broken() {
        List<String> broken = new ArrayList<>(master.violations());
        nothingIsPromisedTwice(broken);
        // Without a connection nobody can be told that a task given up as lost is back.
        if (master.isConnected()) {
            noInstanceRunsTwice(broken);
        }
        limitsHold(broken);
        return broken;
    }

    private void nothingIsPromisedTwice(List<String> broken) {
        for (AgentId agent : world.agents()) {
            Resources promised = master.promised(agent);
            if (!master.total(agent).contains(promised)) {
                broken.add("agent " + agent + " has '" + master.total(agent) + "', promised are '" + promised + "'");
            }
        }
    }

    private void noInstanceRunsTwice(List<String> broken) {
        Map<InstanceKey, TaskId> seen = new HashMap<>();
        for (TaskId task : world.aliveTasks()) {
            TaskId other = seen.put(world.instanceOf(task), task);
            if (other != null) {
                broken.add("instance " + world.instanceOf(task) + " runs as " + other + " and as " + task);
            }
        }
    }

    /** Tasks of an older config count against their own limit; so the largest limit among those there is what holds. */
    private void limitsHold(List<String> broken) {
        Map<String, Integer> counts = new TreeMap<>();
        Map<String, Integer> limits = new HashMap<>();
        for (TaskView task : world.scheduler().tasks()) {
            AgentId agent = task.agent().orElse(NOWHERE);
            if (!task.state().isPlaced() || !world.agents().contains(agent)) {
                continue;
            }
            for (Constraint constraint : task.config().constraints()) {
                if (constraint instanceof Constraint.Limit limit) {
                    for (String value : world.attribute(agent, limit.attribute())) {
                        String what = task.instance().job() + " on " + limit.attribute() + " " + value;
                        counts.merge(what, 1, Integer::sum);
                        limits.merge(what, limit.limit(), Math::max);
                    }
                }
            }
        }
        counts.forEach((what, count) -> {
            if (count > limits.getOrDefault(what, 0)) {
                broken.add(what + ": " + count + " tasks, the limit is " + limits.get(what));
            }
        });
    }
}
