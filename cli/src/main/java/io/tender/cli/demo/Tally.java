package io.tender.cli.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** Adds up what was seen of the cluster: who has which share, what was launched, and how long jobs waited. */
final class Tally {
    private static final List<String> AMOUNTS = List.of("cpus", "mem");

    private final Set<String> launched = new HashSet<>();
    private final Map<String, Integer> launchedBy = new TreeMap<>();
    private final Set<String> over = new HashSet<>();
    private final Map<String, Integer> overBy = new TreeMap<>();
    private final Map<String, Double> waitedMillis = new TreeMap<>();
    private final Set<String> finishedJobs = new TreeSet<>();
    private final Set<String> waiting = new TreeSet<>();
    private List<Row> rows = List.of();
    private Map<String, Double> inUse = Map.of();
    private Map<String, Double> totals = Map.of();
    private int agents;

    /** A framework at the moment: its part of the cluster, and its tasks. */
    record Row(ShowRole role, double share, int tasks, int launched) {}

    void add(Look look) {
        totals = new TreeMap<>();
        agents = 0;
        for (JsonNode agent : look.state().at("/get_agents/agents")) {
            agents++;
            amounts(agent.path("total_resources")).forEach((name, amount) -> totals.merge(name, amount, Double::sum));
        }
        Map<String, Integer> running = tasks(look.state());
        Map<String, Double> used = new TreeMap<>();
        Map<String, Row> found = new TreeMap<>();
        for (JsonNode framework : look.state().at("/get_frameworks/frameworks")) {
            String name = framework.at("/framework_info/name").asString();
            Map<String, Double> amounts = amounts(framework.path("allocated_resources"));
            amounts.forEach((resource, amount) -> used.merge(resource, amount, Double::sum));
            double share = AMOUNTS.stream()
                    .mapToDouble(resource -> part(amounts, resource))
                    .max()
                    .orElse(0);
            String id = framework.at("/framework_info/id/value").asString();
            ShowRole.ALL.stream()
                    .filter(role -> role.framework().equals(name))
                    .forEach(role -> found.put(
                            name, new Row(role, share, running.getOrDefault(id, 0), launchedBy.getOrDefault(id, 0))));
        }
        inUse = used;
        rows = ShowRole.ALL.stream()
                .map(role -> found.getOrDefault(role.framework(), new Row(role, 0, 0, 0)))
                .toList();
        jobs(look.jobs());
    }

    private double part(Map<String, Double> amounts, String resource) {
        double total = totals.getOrDefault(resource, 0.0);
        return total == 0 ? 0 : amounts.getOrDefault(resource, 0.0) / total;
    }

    private static Map<String, Double> amounts(JsonNode resources) {
        Map<String, Double> amounts = new TreeMap<>();
        for (JsonNode resource : resources) {
            amounts.merge(
                    resource.path("name").asString(),
                    resource.at("/scalar/value").asDouble(0),
                    Double::sum);
        }
        return amounts;
    }

    /** How many run of each framework; what was never seen before is counted on the way. */
    private Map<String, Integer> tasks(JsonNode state) {
        Map<String, Integer> running = new TreeMap<>();
        for (String list : List.of("tasks", "completed_tasks")) {
            for (JsonNode task : state.path("get_tasks").path(list)) {
                String framework = task.at("/framework_id/value").asString();
                String id = framework + "/" + task.at("/task_id/value").asString();
                boolean ended = Audit.OVER.contains(task.path("state").asString());
                if (launched.add(id)) {
                    launchedBy.merge(framework, 1, Integer::sum);
                }
                if (ended && over.add(id)) {
                    overBy.merge(task.path("state").asString(), 1, Integer::sum);
                }
                if (!ended) {
                    running.merge(framework, 1, Integer::sum);
                }
            }
        }
        return running;
    }

    private void jobs(JsonNode jobs) {
        waiting.clear();
        for (JsonNode job : jobs) {
            String id = job.path("id").asString();
            String phase = job.at("/status/state/phase").asString();
            if (phase.equals("Running") && !waitedMillis.containsKey(id)) {
                Duration wait = Duration.between(
                        Instant.parse(job.at("/status/created").asString()),
                        Instant.parse(job.at("/status/state/lastTransitionTime").asString()));
                waitedMillis.put(id, Math.max(0, wait.toMillis()) * 1.0);
            }
            if (phase.equals("Completed")) {
                finishedJobs.add(id);
            }
            if (phase.equals("Pending")) {
                waiting.add(id);
            }
        }
    }

    List<Row> rows() {
        return rows;
    }

    int agents() {
        return agents;
    }

    /** Which part of all there is of a resource is used. */
    double inUse(String resource) {
        return part(inUse, resource);
    }

    double total(String resource) {
        return totals.getOrDefault(resource, 0.0);
    }

    int launched() {
        return launched.size();
    }

    int ended(String state) {
        return overBy.getOrDefault(state, 0);
    }

    /** Tasks that ended otherwise than by finishing or by being asked to. */
    int failed() {
        return over.size() - ended("TASK_FINISHED") - ended("TASK_KILLED");
    }

    /** Jobs whose names begin like that and that have completed. */
    long finished(String beginning) {
        return finishedJobs.stream()
                .filter(id -> id.startsWith("default/" + beginning))
                .count();
    }

    Set<String> waiting() {
        return Collections.unmodifiableSet(waiting);
    }

    /** How long half of the jobs waited at most from being asked for to running; 0 if none runs yet. */
    double medianWaitMillis() {
        return waitOf(0.5);
    }

    double waitOf(double part) {
        List<Double> sorted = new ArrayList<>(waitedMillis.values());
        Collections.sort(sorted);
        return sorted.isEmpty() ? 0 : sorted.get((int) Math.min(sorted.size() - 1, Math.floor(part * sorted.size())));
    }
}
