package io.tender.testkit.batch;

import io.tender.model.AgentId;
import io.tender.model.Resources;
import io.tender.model.service.TaskId;
import io.tender.spi.Allocator;
import io.tender.testkit.ManualHost;
import io.tender.testkit.master.SimulatedMaster;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;

/** What must hold at every moment between an allocator and two frameworks, whatever these do. */
final class WorldPromises {
    private final Allocator allocator;
    private final ManualHost host;
    private final SimulatedMaster batch;
    private final SimulatedMaster services;

    WorldPromises(Allocator allocator, ManualHost host, SimulatedMaster batch, SimulatedMaster services) {
        this.allocator = allocator;
        this.host = host;
        this.batch = batch;
        this.services = services;
    }

    List<String> broken() {
        List<String> broken = new ArrayList<>(batch.violations());
        broken.addAll(services.violations());
        nothingIsPromisedTwice(broken);
        theBooksBalance(broken);
        // Without a connection nobody can be told that a task given up as lost is back.
        if (batch.isConnected()) {
            noTaskRunsTwice(broken);
        }
        return broken;
    }

    private Resources promised(AgentId agent) {
        return batch.promised(agent).plus(services.promised(agent));
    }

    private void nothingIsPromisedTwice(List<String> broken) {
        for (AgentId agent : batch.agents()) {
            if (!batch.total(agent).contains(promised(agent))) {
                broken.add(
                        "agent " + agent + " has '" + batch.total(agent) + "', promised are '" + promised(agent) + "'");
            }
        }
    }

    /** Free, offered and used are the total: what the allocator thinks is held is what the masters know of. */
    private void theBooksBalance(List<String> broken) {
        CompletableFuture<SortedMap<String, Double>> asked = allocator.metrics();
        host.settle();
        SortedMap<String, Double> metrics = asked.join();
        for (String name : List.of("cpus", "mem")) {
            long total = 0;
            long held = 0;
            for (AgentId agent : batch.agents()) {
                total += batch.total(agent).quantities().millis(name);
                held += promised(agent).quantities().millis(name);
            }
            expect(broken, metrics, "allocator/mesos/resources/" + name + "/total", total);
            expect(broken, metrics, "allocator/mesos/resources/" + name + "/offered_or_allocated", held);
        }
    }

    private static void expect(List<String> broken, SortedMap<String, Double> metrics, String key, long millis) {
        double said = metrics.getOrDefault(key, 0.0);
        if (said != millis / 1000.0) {
            broken.add(key + " is " + said + ", the masters have " + millis / 1000.0);
        }
    }

    /** A task is launched under its own id, a dot and the number of the attempt. */
    private void noTaskRunsTwice(List<String> broken) {
        Map<String, TaskId> seen = new HashMap<>();
        for (TaskId launched : batch.alive()) {
            String task = launched.value().substring(0, launched.value().lastIndexOf('.'));
            TaskId other = seen.put(task, launched);
            if (other != null) {
                broken.add("task " + task + " runs as " + other + " and as " + launched);
            }
        }
    }
}
