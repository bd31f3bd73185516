package io.tender.toolkit.check;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/** Batch scheduling as Volcano encodes its own structures: millicores, bytes, whole Kubernetes objects, nulls and all. */
final class VolcanoForm implements BatchForm {
    private static final long MIB = 1 << 20;
    private static final int TASK_CPUS = 2;
    private static final int TASK_MB = 4096;
    private static final int RESIDENT_MILLIS = 100;
    private static final int RESIDENT_MB = 16;

    private final List<String> managedResources;

    VolcanoForm(List<String> managedResources) {
        this.managedResources = List.copyOf(managedResources);
    }

    @Override
    public ObjectNode message() {
        return Templates.object();
    }

    @Override
    public ObjectNode task(Scene scene, Stage stage, String node) {
        ObjectNode task = task(scene.taskName(), scene.taskUid(), "check-job-" + scene.task(), stage, node);
        request(task, TASK_CPUS * 1000, TASK_MB, Integer.toString(TASK_CPUS));
        if (scene.managed()) {
            managedResources.forEach(name -> {
                Templates.at(task, "Resreq", "ScalarResources").put(name, 1000);
                Templates.at(task, "InitResreq", "ScalarResources").put(name, 1000);
                Templates.at(task, "Pod", "spec", "containers", "0", "resources", "requests")
                        .put(name, "1");
            });
        }
        return task;
    }

    @Override
    public void enlarge(ObjectNode task) {
        request(task, 1_000_000_000, 1_000_000_000, "1000000");
    }

    @Override
    public ObjectNode resident(Scene scene, int node, int number) {
        ObjectNode task = task(
                scene.residentName(node) + "-" + number,
                scene.residentUid(node + 1000 * number),
                "check-residents-" + scene.world(),
                Stage.RUNNING,
                scene.nodeName(node));
        request(task, RESIDENT_MILLIS, RESIDENT_MB, RESIDENT_MILLIS + "m");
        return task;
    }

    private static ObjectNode task(String name, String uid, String job, Stage stage, String node) {
        ObjectNode task = Templates.copy("volcano-task")
                .put("UID", uid)
                .put("Job", "default/" + job)
                .put("Name", name)
                .put("NodeName", node)
                .put("EvictionOccurred", stage == Stage.RELEASING)
                .put("Status", stage.number());
        ObjectNode metadata =
                Templates.at(task, "Pod", "metadata").put("name", name).put("uid", uid);
        Templates.at(metadata, "annotations").put("scheduling.k8s.io/group-name", job);
        Templates.at(task, "PodAnnotations").put("scheduling.k8s.io/group-name", job);
        Templates.at(task, "Pod", "status").put("phase", stage.podPhase());
        // A pod has a node only once it was sent there; until then it is not said at all.
        if (stage != Stage.PENDING && stage != Stage.ALLOCATED) {
            Templates.at(task, "Pod", "spec").put("nodeName", node);
        }
        return task;
    }

    private static void request(ObjectNode task, int millis, int memoryMb, String cpus) {
        for (String which : List.of("Resreq", "InitResreq")) {
            Templates.at(task, which).put("MilliCPU", millis).put("Memory", memoryMb * MIB);
        }
        Templates.at(task, "Pod", "spec", "containers", "0", "resources", "requests")
                .put("cpu", cpus)
                .put("memory", memoryMb + "Mi");
    }

    @Override
    public ObjectNode node(Scene scene, int node, int residents) {
        ObjectNode written = Templates.copy("volcano-node").put("Name", scene.nodeName(node));
        int cpus = scene.cpus(node);
        int memory = scene.memoryMb(node);
        ObjectNode object = Templates.at(written, "Node");
        Templates.at(object, "metadata").put("name", scene.nodeName(node));
        Templates.at(object, "metadata", "labels")
                .put("kubernetes.io/hostname", scene.nodeName(node))
                .put("rack", scene.rack(node));
        for (String which : List.of("capacity", "allocatable")) {
            Templates.at(object, "status", which)
                    .put("cpu", Integer.toString(cpus))
                    .put("memory", memory + "Mi");
        }
        for (String which : List.of("Capacity", "Allocatable", "Idle")) {
            Templates.at(written, which).put("MilliCPU", cpus * 1000).put("Memory", memory * MIB);
        }
        if (residents > 0) {
            Templates.at(written, "Idle")
                    .put("MilliCPU", cpus * 1000 - RESIDENT_MILLIS * residents)
                    .put("Memory", (memory - RESIDENT_MB * residents) * MIB);
            Templates.at(written, "Idle", "ScalarResources").put("pods", 110 - residents);
            Templates.at(written, "Used")
                    .put("MilliCPU", RESIDENT_MILLIS * residents)
                    .put("Memory", MIB * RESIDENT_MB * residents)
                    .putObject("ScalarResources")
                    .put("pods", residents);
        }
        ObjectNode tasks = Templates.at(written, "Tasks");
        for (int i = 0; i < residents; i++) {
            tasks.set("default/" + scene.residentName(node) + "-" + i, resident(scene, node, i));
        }
        return written;
    }

    /** With its task four times over, as Volcano has it. */
    @Override
    public ObjectNode job(Scene scene) {
        String name = "check-job-" + scene.task();
        String key = "default/" + name;
        ObjectNode task = task(scene, Stage.PENDING, "");
        ObjectNode job = Templates.copy("volcano-job")
                .put("UID", key)
                .put("PgUID", scene.residentUid(scene.task()))
                .put("Name", name);
        ObjectNode part = Templates.copy("volcano-sub-job")
                .put("GID", key)
                .put("UID", key)
                .put("Job", key);
        for (ObjectNode holder : List.of(part, job)) {
            Templates.at(holder, "Tasks").set(scene.taskUid(), task);
            Templates.at(holder, "TaskStatusIndex")
                    .putObject(Integer.toString(Stage.PENDING.number()))
                    .set(scene.taskUid(), task);
        }
        Templates.at(job, "SubJobs").set(key, part);
        Templates.at(job, "TaskToSubJob").put(scene.taskUid(), key);
        Templates.at(job, "TotalRequest").put("MilliCPU", TASK_CPUS * 1000).put("Memory", TASK_MB * MIB);
        Templates.at(job, "PodGroup", "metadata").put("name", name).put("uid", scene.residentUid(scene.task()));
        return job;
    }

    @Override
    public ObjectNode queue(Scene scene) {
        String name = "check-queue-" + scene.world();
        ObjectNode queue = Templates.copy("volcano-queue").put("UID", name).put("Name", name);
        Templates.at(queue, "Queue", "metadata").put("name", name);
        return queue;
    }

    @Override
    public ObjectNode snapshot(Scene scene) {
        ObjectNode snapshot = message();
        ObjectNode job = job(scene);
        snapshot.putObject("Jobs").set(job.path("UID").asString(), job);
        ObjectNode nodes = snapshot.putObject("Nodes");
        scene.order().forEach(i -> nodes.set(scene.nodeName(i), node(scene, i, 1)));
        snapshot.putObject("Queues").set(queue(scene).path("Name").asString(), queue(scene));
        snapshot.putObject("NamespaceInfo");
        snapshot.putObject("RevocableNodes");
        snapshot.putNull("NodeList");
        return snapshot;
    }

    @Override
    public JsonNode emptyList() {
        return NullNode.getInstance();
    }
}
