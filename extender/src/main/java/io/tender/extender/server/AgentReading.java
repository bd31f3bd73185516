package io.tender.extender.server;

import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Taint;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

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

    /** The agent at which the parser stands, which reads a text that begins at a place of these bytes. */
    static Agent read(JsonParser in, byte[] bytes, int begin) throws Unreadable {
        if (in.currentToken() != JsonToken.START_OBJECT) {
            throw JsonSource.wrong(in, "a node");
        }
        int from = begin + (int) in.currentTokenLocation().getByteOffset();
        AgentReading agent = new AgentReading();
        for (String key = JsonSource.member(in); !key.isEmpty(); key = JsonSource.member(in)) {
            agent.take(key, in, bytes, begin);
        }
        return agent.build(
                Document.part(bytes, from, begin + (int) in.currentLocation().getByteOffset()));
    }

    private void take(String key, JsonParser in, byte[] bytes, int begin) throws Unreadable {
        switch (key) {
            case "name" -> name = JsonSource.text(in);
            case "labels" -> labels = JsonSource.texts(in);
            case "annotations" -> annotations = JsonSource.texts(in);
            case "taints" -> taints = PodReading.taints(in);
            case "unschedulable" -> unschedulable = JsonSource.truth(in);
            case "allocatable" -> allocatable = Optional.of(Amounts.read(in));
            case "idle" -> idle = Optional.of(Amounts.read(in));
            case "used" -> used = Optional.of(Amounts.read(in));
            case "releasing" -> releasing = Optional.of(Amounts.read(in));
            case "pipelined" -> pipelined = Optional.of(Amounts.read(in));
            case "tasks" -> tasks = TaskReading.all(in, bytes, begin);
            case "node" -> node(in);
            default -> JsonSource.skip(in);
        }
    }

    private void node(JsonParser in) throws Unreadable {
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
