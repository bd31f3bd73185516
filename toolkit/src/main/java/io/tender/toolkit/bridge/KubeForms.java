package io.tender.toolkit.bridge;

import io.tender.extender.json.Json;
import io.tender.extender.server.Agent;
import io.tender.extender.server.Dialect;
import io.tender.extender.server.Document;
import io.tender.extender.server.Task;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Taint;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Pods and nodes. Where the request had one, it is passed on as it came: as it is from kube-scheduler, out of Volcano's
 * structures from Volcano; otherwise it is made of what is known.
 */
final class KubeForms {
    private static final String GROUP = "scheduling.k8s.io/group-name";
    private static final String ROLE = "volcano.sh/task-spec";

    private final Dialect from;

    KubeForms(Dialect from) {
        this.from = from;
    }

    byte[] pod(Task task) {
        return given(task.raw(), "/Pod").orElseGet(() -> {
            Json json = new Json().begin();
            writePod(json, task);
            return json.end().bytes();
        });
    }

    byte[] node(Agent agent) {
        return given(agent.raw(), "/Node").orElseGet(() -> {
            Json json = new Json().begin();
            writeNode(json, agent);
            return json.end().bytes();
        });
    }

    private Optional<byte[]> given(Document raw, String within) {
        if (raw.isEmpty()) {
            return Optional.empty();
        }
        return switch (from) {
            case KUBE -> Optional.of(raw.bytes());
            case VOLCANO -> raw.at(within).map(text -> text.getBytes(StandardCharsets.UTF_8));
            case AURORA, TENDER -> Optional.empty();
        };
    }

    private static void writePod(Json json, Task task) {
        SortedMap<String, String> annotations = new TreeMap<>(task.annotations());
        task.job().ifPresent(job -> annotations.putIfAbsent(GROUP, job.substring(job.indexOf('/') + 1)));
        task.role().ifPresent(role -> annotations.putIfAbsent(ROLE, role));
        json.begin("metadata")
                .put("name", task.name())
                .put("namespace", task.namespace().isEmpty() ? "default" : task.namespace())
                .put("uid", task.key())
                .putUnlessEmpty("labels", task.labels())
                .putUnlessEmpty("annotations", annotations)
                .end();
        json.begin("spec").list("containers").begin().put("name", "main").begin("resources");
        if (!task.resources().isEmpty()) {
            json.quantities("requests", task.resources());
        }
        json.end().end().endList();
        json.putUnlessEmpty("nodeSelector", task.nodeSelector())
                .putUnlessEmpty("nodeName", task.agent().orElse(""))
                .put("schedulerName", "default-scheduler")
                .put("priority", task.priority().orElse(0))
                .end();
        json.begin("status")
                .put("phase", task.phase().filter("Running"::equals).isPresent() ? "Running" : "Pending")
                .put("qosClass", task.resources().isEmpty() ? "BestEffort" : "Burstable")
                .end();
    }

    /** A node's size is what it can allot, or what is free of it where that is all that is told. */
    private static void writeNode(Json json, Agent agent) {
        json.begin("metadata")
                .put("name", agent.name())
                .putUnlessEmpty("labels", agent.labels())
                .putUnlessEmpty("annotations", agent.annotations())
                .end();
        json.begin("spec");
        if (agent.unschedulable()) {
            json.put("unschedulable", true);
        }
        if (!agent.taints().isEmpty()) {
            json.list("taints", agent.taints(), KubeForms::taint);
        }
        ResourceList size = agent.allocatable().or(agent::free).orElse(ResourceList.empty());
        json.end().begin("status").quantities("capacity", size).quantities("allocatable", size);
        json.list("conditions")
                .begin()
                .put("type", "Ready")
                .put("status", "True")
                .putNull("lastHeartbeatTime")
                .putNull("lastTransitionTime")
                .end()
                .endList()
                .end();
    }

    static void taint(Json json, Taint taint) {
        json.begin()
                .put("key", taint.key())
                .putUnlessEmpty("value", taint.value())
                .put("effect", effect(taint.effect()))
                .end();
    }

    static String effect(Taint.Effect effect) {
        return switch (effect) {
            case NO_SCHEDULE -> "NoSchedule";
            case PREFER_NO_SCHEDULE -> "PreferNoSchedule";
            case NO_EXECUTE -> "NoExecute";
        };
    }
}
