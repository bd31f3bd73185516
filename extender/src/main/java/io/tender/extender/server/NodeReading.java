package io.tender.extender.server;

import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Taint;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** Reads what Kubernetes calls Node: nothing in it tells what runs there, or how much is used. */
final class NodeReading {
    private String name = "";
    private SortedMap<String, String> labels = Collections.emptySortedMap();
    private SortedMap<String, String> annotations = Collections.emptySortedMap();
    private List<Taint> taints = List.of();
    private boolean unschedulable;
    private Optional<ResourceList> allocatable = Optional.empty();

    private NodeReading() {}

    /** The node at which the cursor is. */
    static Agent read(Cursor in) throws Unreadable {
        int from = in.start();
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
                in.since(from));
    }

    static NodeReading of(Cursor in) throws Unreadable {
        NodeReading node = new NodeReading();
        if (in.opensObject()) {
            for (String key = in.member(); !key.isEmpty(); key = in.member()) {
                switch (key) {
                    case "metadata" -> node.metadata(in);
                    case "spec" -> node.spec(in);
                    case "status" -> node.status(in);
                    default -> in.skip();
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

    private void metadata(Cursor in) throws Unreadable {
        if (!in.opensObject()) {
            return;
        }
        for (String key = in.member(); !key.isEmpty(); key = in.member()) {
            switch (key) {
                case "name" -> name = in.agentName();
                case "labels" -> labels = in.labels(false);
                case "annotations" -> annotations = in.labels(true);
                default -> in.skip();
            }
        }
    }

    private void spec(Cursor in) throws Unreadable {
        if (!in.opensObject()) {
            return;
        }
        for (String key = in.member(); !key.isEmpty(); key = in.member()) {
            switch (key) {
                case "unschedulable" -> unschedulable = in.truth();
                case "taints" -> taints = PodReading.taints(in);
                default -> in.skip();
            }
        }
    }

    private void status(Cursor in) throws Unreadable {
        if (!in.opensObject()) {
            return;
        }
        int capacity = -1;
        for (String key = in.member(); !key.isEmpty(); key = in.member()) {
            switch (key) {
                case "allocatable" -> allocatable = Optional.of(Amounts.quantities(in));
                case "capacity" -> {
                    capacity = in.at();
                    in.skip();
                }
                default -> in.skip();
            }
        }
        // Hardly ever: a node says what can be allocated as soon as it says anything.
        if (allocatable.isEmpty() && capacity >= 0) {
            in.notes().spoil();
            allocatable = Optional.of(Amounts.quantities(in.elsewhere(capacity)));
        }
    }
}
