package io.tender.extender.server;

import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Taint;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import tools.jackson.core.JsonParser;

/** Reads what Kubernetes calls Node: nothing in it tells what runs there, or how much is used. */
final class NodeReading {
    private String name = "";
    private SortedMap<String, String> labels = Collections.emptySortedMap();
    private SortedMap<String, String> annotations = Collections.emptySortedMap();
    private List<Taint> taints = List.of();
    private boolean unschedulable;
    private Optional<ResourceList> allocatable = Optional.empty();

    private NodeReading() {}

    /** The node at which the parser stands. */
    static Agent read(JsonParser in, Document raw) throws Unreadable {
        NodeReading node = of(in);
        if (node.name.isEmpty()) {
            throw new Unreadable("Got a node without a name; expected metadata.name");
        }
        return new Agent(
                node.name,
                true,
                node.labels,
                node.annotations,
                node.taints,
                node.unschedulable,
                node.allocatable,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                raw);
    }

    static NodeReading of(JsonParser in) throws Unreadable {
        NodeReading node = new NodeReading();
        if (JsonSource.isObject(in)) {
            for (String key = JsonSource.member(in); !key.isEmpty(); key = JsonSource.member(in)) {
                switch (key) {
                    case "metadata" -> node.metadata(in);
                    case "spec" -> node.spec(in);
                    case "status" -> node.status(in);
                    default -> JsonSource.skip(in);
                }
            }
        }
        return node;
    }

    SortedMap<String, String> labels() {
        return labels;
    }

    SortedMap<String, String> annotations() {
        return annotations;
    }

    List<Taint> taints() {
        return taints;
    }

    boolean unschedulable() {
        return unschedulable;
    }

    private void metadata(JsonParser in) throws Unreadable {
        if (!JsonSource.isObject(in)) {
            return;
        }
        for (String key = JsonSource.member(in); !key.isEmpty(); key = JsonSource.member(in)) {
            switch (key) {
                case "name" -> name = JsonSource.text(in);
                case "labels" -> labels = JsonSource.texts(in);
                case "annotations" -> annotations = JsonSource.texts(in);
                default -> JsonSource.skip(in);
            }
        }
    }

    private void spec(JsonParser in) throws Unreadable {
        if (!JsonSource.isObject(in)) {
            return;
        }
        for (String key = JsonSource.member(in); !key.isEmpty(); key = JsonSource.member(in)) {
            switch (key) {
                case "unschedulable" -> unschedulable = JsonSource.truth(in);
                case "taints" -> taints = PodReading.taints(in);
                default -> JsonSource.skip(in);
            }
        }
    }

    private void status(JsonParser in) throws Unreadable {
        if (!JsonSource.isObject(in)) {
            return;
        }
        Optional<ResourceList> capacity = Optional.empty();
        for (String key = JsonSource.member(in); !key.isEmpty(); key = JsonSource.member(in)) {
            switch (key) {
                case "allocatable" -> allocatable = Optional.of(Amounts.quantities(in));
                case "capacity" -> capacity = Optional.of(Amounts.quantities(in));
                default -> JsonSource.skip(in);
            }
        }
        if (allocatable.isEmpty()) {
            allocatable = capacity;
        }
    }
}
