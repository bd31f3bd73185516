package io.tender.cli.demo;

import io.tender.mesos.ResourceJson;
import io.tender.model.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * Checks two promises at every look: what tasks use, what is offered and what is free make up each agent, nothing of it twice;
 * and a gang is there whole or not at all.
 */
final class Audit {
    private static final int MOST_PROBLEMS = 20;
    static final Set<String> OVER = Set.of(
            "TASK_FINISHED", "TASK_FAILED", "TASK_KILLED", "TASK_ERROR", "TASK_LOST", "TASK_DROPPED", "TASK_GONE");

    private final Set<String> problems = new TreeSet<>();
    private final Set<String> whole = new TreeSet<>();
    private long looks;
    private long agents;

    /** @param gangs how many tasks each has that was asked for, by name */
    void check(JsonNode state, Map<String, Integer> gangs) {
        looks++;
        Map<String, Book> books = books(state);
        state.at("/get_agents/agents").forEach(agent -> checkAgent(agent, books));
        checkGangs(state, gangs);
    }

    /** What the tasks and the offers of each agent add up to. */
    private record Book(Resources used, Resources offered) {
        static final Book EMPTY = new Book(Resources.empty(), Resources.empty());
    }

    private static Map<String, Book> books(JsonNode state) {
        Map<String, Book> books = new TreeMap<>();
        for (JsonNode task : state.at("/get_tasks/tasks")) {
            if (!OVER.contains(task.path("state").asString())) {
                books.merge(
                        task.at("/agent_id/value").asString(),
                        new Book(resources(task.path("resources")), Resources.empty()),
                        (one, more) -> new Book(one.used().plus(more.used()), one.offered()));
            }
        }
        for (JsonNode framework : state.at("/get_frameworks/frameworks")) {
            for (JsonNode offer : framework.path("offers")) {
                books.merge(
                        offer.at("/agent_id/value").asString(),
                        new Book(Resources.empty(), resources(offer.path("resources"))),
                        (one, more) -> new Book(one.used(), one.offered().plus(more.offered())));
            }
        }
        return books;
    }

    private static Resources resources(JsonNode list) {
        return ResourceJson.parseJson(list.toString()).unallocate();
    }

    private void checkAgent(JsonNode agent, Map<String, Book> books) {
        agents++;
        String id = agent.at("/agent_info/id/value").asString();
        Book book = books.getOrDefault(id, Book.EMPTY);
        Resources total = resources(agent.path("total_resources"));
        Resources promised = book.used().plus(book.offered());
        if (!total.contains(promised)) {
            problem("agent " + id + " has " + total + ", but its tasks use " + book.used() + " and its offers are "
                    + book.offered());
        }
        Resources said = resources(agent.path("allocated_resources")).plus(resources(agent.path("offered_resources")));
        if (!said.equals(promised)) {
            problem("agent " + id + " is said to have promised " + said + ", but tasks and offers are " + promised);
        }
    }

    private void checkGangs(JsonNode state, Map<String, Integer> gangs) {
        Map<String, Integer> seen = new TreeMap<>();
        for (String list : List.of("tasks", "completed_tasks")) {
            for (JsonNode task : state.path("get_tasks").path(list)) {
                String[] name = task.at("/task_id/value").asString().split("\\.", -1);
                if (name.length > 1 && gangs.containsKey(name[1])) {
                    seen.merge(name[1], 1, Integer::sum);
                }
            }
        }
        seen.forEach((gang, tasks) -> {
            // Looked at when it is first seen: later its oldest tasks may be forgotten, or some started again.
            if (whole.add(gang) && !tasks.equals(gangs.get(gang))) {
                problem(gang + " was started with " + tasks + " of its " + gangs.get(gang) + " tasks");
            }
        });
    }

    private void problem(String what) {
        if (problems.size() < MOST_PROBLEMS) {
            problems.add(what);
        }
    }

    /** Gangs that were started. */
    int gangs() {
        return whole.size();
    }

    long looks() {
        return looks;
    }

    /** Agents whose books were checked, each look counted. */
    long agents() {
        return agents;
    }

    List<String> problems() {
        return new ArrayList<>(problems);
    }
}
