package io.tender.daemon.proof;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/** Looks whether the daemon's books are in order. */
final class Audit {
    private static final List<String> NAMES = List.of("cpus", "mem", "disk");

    /** Sums of amounts with three places behind the point. */
    private static final double ROUNDING = 0.0001;

    private final Calls calls;
    private final Findings findings;

    Audit(Calls calls, Findings findings) {
        this.calls = calls;
        this.findings = findings;
    }

    /** Every agent that was known has reported, so that what it runs is known. */
    void awaitAgents(int count) {
        Patience.until("agents that have all reported", () -> {
            JsonNode agents = calls.ask("GET_AGENTS");
            return agents.path("agents").size() == count
                    && agents.path("recovered_agents").isEmpty();
        });
    }

    /** Used, offered and free are the total of each agent; used is what its tasks hold. */
    void accounts() throws IOException, InterruptedException {
        JsonNode state = calls.ask("GET_STATE");
        Map<String, double[]> held = new TreeMap<>();
        for (JsonNode task : state.at("/get_tasks/tasks")) {
            if (isAlive(task)) {
                add(held.computeIfAbsent(task.at("/agent_id/value").asString(), agent -> new double[3]), task);
            }
        }
        for (JsonNode agent : state.at("/get_agents/agents")) {
            String id = agent.at("/agent_info/id/value").asString();
            double[] total = amounts(agent.path("total_resources"));
            double[] used = amounts(agent.path("allocated_resources"));
            double[] offered = amounts(agent.path("offered_resources"));
            double[] ofTasks = held.getOrDefault(id, new double[3]);
            for (int i = 0; i < NAMES.size(); i++) {
                String name = NAMES.get(i);
                double free = total[i] - used[i] - offered[i];
                double tasks = ofTasks[i];
                double use = used[i];
                findings.expect(free > -ROUNDING, () -> "agent " + id + " has " + free + " free " + name);
                findings.expect(
                        Math.abs(tasks - use) < ROUNDING,
                        () -> "the tasks of agent " + id + " hold " + tasks + " " + name + ", but " + use
                                + " are used");
            }
        }
    }

    /** The allocator keeps books of its own. Offers come and go between two questions, so they are asked until they agree. */
    void allocatorAgrees() {
        StringBuilder last = new StringBuilder();
        Patience.until(() -> "an allocator that agrees with the master: " + last, () -> {
            double[] promised = new double[NAMES.size()];
            for (JsonNode agent : calls.ask("GET_AGENTS").path("agents")) {
                double[] used = amounts(agent.path("allocated_resources"));
                double[] offered = amounts(agent.path("offered_resources"));
                for (int i = 0; i < promised.length; i++) {
                    promised[i] += used[i] + offered[i];
                }
            }
            double[] counted = new double[NAMES.size()];
            for (JsonNode metric : calls.ask("GET_METRICS").path("metrics")) {
                for (int i = 0; i < counted.length; i++) {
                    if (metric.path("name")
                            .asString()
                            .equals("allocator/mesos/resources/" + NAMES.get(i) + "/offered_or_allocated")) {
                        counted[i] = metric.path("value").asDouble(-1);
                    }
                }
            }
            last.setLength(0);
            last.append(Arrays.toString(promised)).append(" and ").append(Arrays.toString(counted));
            return IntStream.range(0, counted.length).allMatch(i -> Math.abs(promised[i] - counted[i]) < ROUNDING);
        });
    }

    private static boolean isAlive(JsonNode task) {
        String state = task.path("state").asString();
        return !ProofTask.isEnd(state) && !ProofTask.isLoss(state);
    }

    private static void add(double[] sum, JsonNode task) {
        double[] some = amounts(task.path("resources"));
        for (int i = 0; i < sum.length; i++) {
            sum[i] += some[i];
        }
    }

    private static double[] amounts(JsonNode resources) {
        double[] sum = new double[NAMES.size()];
        for (JsonNode resource : resources) {
            int index = NAMES.indexOf(resource.path("name").asString());
            if (index >= 0) {
                sum[index] += resource.at("/scalar/value").asDouble(0);
            }
        }
        return sum;
    }

    void frameworkIsThere(String id) throws IOException, InterruptedException {
        Set<String> there = new HashSet<>();
        for (JsonNode framework : calls.ask("GET_FRAMEWORKS").path("frameworks")) {
            there.add(framework.at("/framework_info/id/value").asString());
        }
        findings.expect(there.contains(id), () -> "framework " + id + " is not among " + there);
    }

    /** Nobody has started more often than once. */
    void starts(TaskPrograms programs) throws IOException {
        programs.starts()
                .forEach((file, tasks) -> findings.expect(
                        new HashSet<>(tasks).size() == tasks.size(),
                        () -> "a task of " + file + " has started twice: " + tasks));
    }

    /** Every process belongs to a task that is known and not over; one may just have ended, so this is asked again. */
    void processes(MarkedProcesses marked) {
        List<String> orphans = new ArrayList<>();
        Patience.until(() -> "processes without a task to end: " + orphans, () -> {
            Map<Long, String> processes = marked.tasks();
            Set<String> known = new HashSet<>();
            for (JsonNode task : calls.ask("GET_TASKS").path("tasks")) {
                if (isAlive(task)) {
                    known.add(task.at("/task_id/value").asString());
                }
            }
            orphans.clear();
            processes.forEach((pid, task) -> {
                if (!known.contains(task)) {
                    orphans.add(pid + " of " + task);
                }
            });
            return orphans.isEmpty();
        });
    }
}
