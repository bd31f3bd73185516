package io.tender.extender.volcano;

import io.tender.extender.json.Json;
import io.tender.model.batch.HostPort;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobPhase;
import io.tender.model.batch.Node;
import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Taint;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskStatus;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.batch.Toleration;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.QueueView;
import io.tender.spi.batch.TaskView;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The objects of Kubernetes, built from what we know: with keys in the order of Kubernetes. */
final class KubeObjects {
    static final String GROUP_NAME = "scheduling.k8s.io/group-name";
    static final String TASK_SPEC = "volcano.sh/task-spec";
    /** What Kubernetes says of a node that has told nothing of itself. */
    private static final List<String> NODE_INFO = List.of(
            "machineID",
            "systemUUID",
            "bootID",
            "kernelVersion",
            "osImage",
            "containerRuntimeVersion",
            "kubeletVersion",
            "kubeProxyVersion",
            "operatingSystem",
            "architecture");

    private KubeObjects() {}

    /** For whom they are written. */
    enum PodForm {
        /** As they stand within Volcano's structures. */
        VOLCANO("volcano"),
        /** As kube-scheduler shows them: with what the API server adds to a pod, and nodes that say that they are ready. */
        KUBERNETES("default-scheduler");

        private final String scheduler;

        PodForm(String scheduler) {
            this.scheduler = scheduler;
        }
    }

    static String effect(Taint.Effect effect) {
        return switch (effect) {
            case NO_SCHEDULE -> "NoSchedule";
            case PREFER_NO_SCHEDULE -> "PreferNoSchedule";
            case NO_EXECUTE -> "NoExecute";
        };
    }

    /** Kubernetes has whole seconds. */
    static String time(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** With the two that tell Volcano's controllers to whom a pod belongs. */
    static SortedMap<String, String> annotations(TaskView task) {
        SortedMap<String, String> annotations = new TreeMap<>(task.template().annotations());
        annotations.putIfAbsent(GROUP_NAME, task.job().id().name());
        if (!task.role().isEmpty()) {
            annotations.putIfAbsent(TASK_SPEC, task.role());
        }
        return annotations;
    }

    /** The members of a pod. */
    static void pod(Json json, TaskView view, PodForm form) {
        Task task = view.task();
        TaskTemplate template = task.template();
        json.begin("metadata");
        json.put("name", task.name())
                .put("namespace", view.namespace())
                .put("uid", task.id().value())
                .put("creationTimestamp", time(task.created()))
                .putUnlessEmpty("labels", template.labels())
                .put("annotations", annotations(view))
                .end();
        json.begin("spec");
        containers(json, template);
        json.putUnlessEmpty("nodeSelector", template.nodeSelector())
                .putUnlessEmpty(
                        "nodeName",
                        isPlaced(view) ? view.node().map(NodeView::name).orElse("") : "");
        KubeAffinity.write(json, template);
        json.put("schedulerName", form.scheduler);
        if (!template.tolerations().isEmpty()) {
            json.list("tolerations", template.tolerations(), KubeObjects::toleration);
        }
        template.priorityClass().ifPresent(name -> json.put("priorityClassName", name));
        if (template.priorityClass().isPresent() || form == PodForm.KUBERNETES) {
            json.put("priority", template.priority());
        }
        if (!template.mayPreempt()) {
            json.put("preemptionPolicy", "Never");
        }
        KubeAffinity.spread(json, template.spread());
        if (template.gated()) {
            json.list(
                    "schedulingGates",
                    List.of("gated"),
                    (out, gate) -> out.begin().put("name", gate).end());
        }
        json.end().begin("status").put("phase", phase(view.status()));
        if (form == PodForm.KUBERNETES) {
            json.put("qosClass", qualityOfService(template));
        }
        json.end();
    }

    private static String qualityOfService(TaskTemplate template) {
        if (template.request().without(ResourceList.PODS).isEmpty()) {
            return "BestEffort";
        }
        boolean guaranteed = Stream.of(ResourceList.CPU, ResourceList.MEMORY)
                .allMatch(name -> template.limits().has(name)
                        && template.limits().millis(name) == template.request().millis(name));
        return guaranteed ? "Guaranteed" : "Burstable";
    }

    private static boolean isPlaced(TaskView view) {
        return view.status() != TaskStatus.PENDING
                && view.status() != TaskStatus.ALLOCATED
                && view.status() != TaskStatus.PIPELINED;
    }

    private static void containers(Json json, TaskTemplate template) {
        json.list("containers");
        int count = Math.max(1, template.images().size());
        for (int i = 0; i < count; i++) {
            json.begin().put("name", i == 0 ? "main" : "main-" + i);
            if (i < template.images().size()) {
                json.put("image", template.images().get(i));
            }
            if (i == 0 && !template.ports().isEmpty()) {
                json.list("ports", template.ports(), KubeObjects::port);
            }
            json.begin("resources");
            ResourceList request = template.request().without(ResourceList.PODS);
            if (i == 0 && !template.limits().isEmpty()) {
                json.quantities("limits", template.limits());
            }
            if (i == 0 && !(request.isEmpty() && template.named().isEmpty())) {
                json.quantities("requests", request, template.named());
            }
            json.end().end();
        }
        json.endList();
    }

    private static void port(Json json, HostPort port) {
        json.begin()
                .put("hostPort", port.port())
                .put("containerPort", port.port())
                .put("protocol", port.protocol())
                .putUnlessEmpty("hostIP", port.address())
                .end();
    }

    private static void toleration(Json json, Toleration toleration) {
        json.begin()
                .putUnlessEmpty("key", toleration.key())
                .put("operator", toleration.exists() ? "Exists" : "Equal")
                .putUnlessEmpty("value", toleration.exists() ? "" : toleration.value())
                .putUnlessEmpty(
                        "effect", toleration.effect().map(KubeObjects::effect).orElse(""))
                .end();
    }

    private static String phase(TaskStatus status) {
        return switch (status) {
            case PENDING, ALLOCATED, PIPELINED, BINDING, BOUND -> "Pending";
            case RUNNING, RELEASING -> "Running";
            case SUCCEEDED -> "Succeeded";
            case FAILED -> "Failed";
            case UNKNOWN -> "Unknown";
        };
    }

    /** The members of a node. */
    static void node(Json json, Node node, PodForm form) {
        json.begin("metadata").put("name", node.name());
        json.putUnlessEmpty("labels", node.labels())
                .putUnlessEmpty("annotations", node.annotations())
                .end();
        json.begin("spec");
        if (node.unschedulable()) {
            json.put("unschedulable", true);
        }
        if (!node.taints().isEmpty()) {
            json.list(
                    "taints",
                    node.taints(),
                    (out, taint) -> out.begin()
                            .put("key", taint.key())
                            .putUnlessEmpty("value", taint.value())
                            .put("effect", effect(taint.effect()))
                            .end());
        }
        json.end().begin("status");
        json.quantities("capacity", node.allocatable());
        json.quantities("allocatable", node.allocatable());
        if (form == PodForm.KUBERNETES) {
            // Only ready nodes are asked about, and extenders look for it.
            json.list("conditions", List.of("Ready"), KubeObjects::condition);
        }
        json.begin("daemonEndpoints")
                .begin("kubeletEndpoint")
                .put("Port", 0)
                .end()
                .end();
        json.begin("nodeInfo");
        NODE_INFO.forEach(name -> json.put(name, ""));
        json.end();
        if (!node.images().isEmpty()) {
            json.list(
                    "images",
                    node.images().entrySet(),
                    (out, image) -> out.begin()
                            .texts("names", List.of(image.getKey()))
                            .put("sizeBytes", image.getValue())
                            .end());
        }
        json.end();
    }

    private static void condition(Json json, String type) {
        json.begin()
                .put("type", type)
                .put("status", "True")
                .putNull("lastHeartbeatTime")
                .putNull("lastTransitionTime")
                .end();
    }

    /** @param reserving whether it says what admission reserves for it though nobody wrote that down, as Volcano's controller does */
    static void podGroup(Json json, JobView view, boolean reserving) {
        Job job = view.job();
        json.begin("PodGroup").begin("metadata");
        json.put("name", job.id().name())
                .put("namespace", job.id().namespace())
                .put("uid", job.uid())
                .put("creationTimestamp", time(job.created()))
                .putUnlessEmpty("labels", job.labels())
                .putUnlessEmpty("annotations", job.annotations())
                .end();
        json.begin("spec").put("minMember", job.minAvailable());
        if (!job.roleMinimums().isEmpty()) {
            json.begin("minTaskMember");
            job.roleMinimums().forEach(json::put);
            json.end();
        }
        json.putUnlessEmpty("queue", job.queue())
                .putUnlessEmpty("priorityClassName", job.priorityClass().orElse(""));
        (reserving ? Optional.of(job.reserved()) : job.minResources())
                .ifPresent(amounts -> json.quantities("minResources", amounts));
        job.topology().ifPresent(topology -> KubeAffinity.topology(json, "networkTopology", topology));
        json.end();
        json.begin("status").put("phase", phase(view.phase())).end();
        json.put("Version", "v1beta1").end();
    }

    private static String phase(JobPhase phase) {
        return DocumentedDialect.word(phase);
    }

    static void queue(Json json, QueueView view) {
        Queue queue = view.queue();
        json.begin("Queue").begin("metadata").put("name", queue.name());
        json.put("creationTimestamp", time(queue.created()))
                .putUnlessEmpty("annotations", queueAnnotations(queue))
                .end();
        json.begin("spec").put("weight", queue.weight());
        if (!(queue.capability().isEmpty() && queue.forbidden().isEmpty())) {
            json.quantities("capability", queue.capability(), queue.forbidden());
        }
        json.put("reclaimable", queue.reclaimable()).begin("guarantee");
        if (!queue.guarantee().isEmpty()) {
            json.quantities("resource", queue.guarantee());
        }
        json.end().putUnlessEmpty("parent", queue.parent().orElse(""));
        if (!(queue.deserved().isEmpty() && queue.undeserved().isEmpty())) {
            json.quantities("deserved", queue.deserved(), queue.undeserved());
        }
        if (queue.priority() != 0) {
            json.put("priority", queue.priority());
        }
        json.end().begin("status").put("state", DocumentedDialect.word(queue.state()));
        json.begin("reservation").end();
        json.quantities("allocated", view.allocated());
        json.end().end();
    }

    private static SortedMap<String, String> queueAnnotations(Queue queue) {
        SortedMap<String, String> annotations = new TreeMap<>(queue.annotations());
        if (!queue.hierarchy().isEmpty()) {
            annotations.putIfAbsent("volcano.sh/hierarchy", queue.hierarchy());
            annotations.putIfAbsent("volcano.sh/hierarchy-weights", queue.hierarchyWeights());
        }
        return annotations;
    }
}
