package io.tender.extender.server;

import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Taint;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** Reads an agent in either of Volcano's forms: the lean one of its page, and the program's NodeInfo. */
final class AgentReading {
    private String name = "";
    private SortedMap<String, String> labels = Collections.emptySortedMap();
    private SortedMap<String, String> annotations = Collections.emptySortedMap();
    private List<Taint> taints = List.of();
    private boolean unschedulable;
    private Optional<ResourceList> allocatable = Optional.empty();
    private Optional<ResourceList> idle = Optional.empty();
    private Optional<ResourceList> used = Optional.empty();
    private Optional<ResourceList> releasing = Optional.empty();
    private Optional<ResourceList> pipelined = Optional.empty();
    private List<Task> tasks = List.of();

    private AgentReading() {}

    /** The agent at which the cursor is. */
    static Agent read(Cursor in) throws Unreadable {
        int from = in.openObject("a node");
        AgentReading agent = new AgentReading();
        for (String key = in.member(); !key.isEmpty(); key = in.member()) {
            agent.take(key, in);
        }
        return agent.build(in.since(from));
    }

    private void take(String key, Cursor in) throws Unreadable {
        switch (key) {
            case "name" -> name = in.agentName();
            case "labels" -> labels = in.labels(false);
            case "annotations" -> annotations = in.labels(true);
            case "taints" -> taints = PodReading.taints(in);
            case "unschedulable" -> unschedulable = in.truth();
            case "allocatable" -> allocatable = Optional.of(Amounts.read(in));
            case "idle" -> idle = Optional.of(Amounts.read(in));
            case "used" -> used = Optional.of(Amounts.read(in));
            case "releasing" -> releasing = Optional.of(Amounts.read(in));
            case "pipelined" -> pipelined = Optional.of(Amounts.read(in));
            case "tasks" -> tasks = TaskReading.all(in);
            case "node" -> node(in);
            default -> in.skip();
        }
    }

    private void node(Cursor in) throws Unreadable {
        NodeReading node = NodeReading.of(in);
        labels = node.labels();
        annotations = node.annotations();
        taints = node.taints();
        unschedulable = node.unschedulable();
    }

    private Agent build(Document raw) throws Unreadable {
        if (name.isEmpty()) {
            throw new Unreadable("Got a node without a name; expected one by which it can be answered about");
        }
        return new Agent(
                name,
                true,
                labels,
                annotations,
                taints,
                unschedulable,
                allocatable,
                idle,
                used,
                releasing,
                pipelined,
                tasks,
                raw);
    }
}
