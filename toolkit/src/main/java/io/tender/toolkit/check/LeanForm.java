package io.tender.toolkit.check;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Batch scheduling in the dialect tender: cores, MiB, and no more than a decision needs. */
final class LeanForm implements BatchForm {
    static final String SESSION = "session-of-checks";

    private static final double RESIDENT_CPUS = 0.1;
    private static final int RESIDENT_MB = 16;

    private final List<String> managedResources;

    LeanForm(List<String> managedResources) {
        this.managedResources = List.copyOf(managedResources);
    }

    @Override
    public ObjectNode message() {
        return Templates.object().put("sessionId", SESSION);
    }

    @Override
    public ObjectNode task(Scene scene, Stage stage, String node) {
        ObjectNode task = Templates.copy("tender-task")
                .put("name", scene.taskName())
                .put("uid", scene.taskUid())
                .put("job", "default/check-job-" + scene.task())
                .put("phase", stage.phase())
                .put("node", node);
        ObjectNode resources = Templates.at(task, "resources").put("cpu", 2).put("memory", 4096);
        if (scene.managed()) {
            managedResources.forEach(name -> resources.put(name, 1));
        }
        return task;
    }

    @Override
    public void enlarge(ObjectNode task) {
        Templates.at(task, "resources").put("cpu", 1_000_000).put("memory", 1_000_000_000);
    }

    @Override
    public ObjectNode resident(Scene scene, int node, int number) {
        ObjectNode task = Templates.copy("tender-task")
                .put("name", scene.residentName(node) + "-" + number)
                .put("uid", scene.residentUid(node + 1000 * number))
                .put("job", "default/check-residents-" + scene.world())
                .put("phase", Stage.RUNNING.phase())
                .put("node", scene.nodeName(node));
        Templates.at(task, "resources").put("cpu", RESIDENT_CPUS).put("memory", RESIDENT_MB);
        return task;
    }

    @Override
    public ObjectNode node(Scene scene, int node, int residents) {
        double used = Math.round(RESIDENT_CPUS * residents * 1000) / 1000.0;
        ObjectNode written = Templates.copy("tender-node").put("name", scene.nodeName(node));
        amounts(Templates.at(written, "allocatable"), scene.cpus(node), scene.memoryMb(node), 110);
        amounts(
                Templates.at(written, "idle"),
                scene.cpus(node) - used,
                scene.memoryMb(node) - RESIDENT_MB * residents,
                110 - residents);
        if (residents > 0) {
            amounts(Templates.at(written, "used"), used, RESIDENT_MB * residents, residents);
        }
        Templates.at(written, "labels")
                .put("kubernetes.io/hostname", scene.nodeName(node))
                .put("rack", scene.rack(node));
        ArrayNode tasks = written.putArray("tasks");
        for (int i = 0; i < residents; i++) {
            tasks.add(resident(scene, node, i));
        }
        return written;
    }

    private static void amounts(ObjectNode resources, double cpu, int memory, int pods) {
        if (cpu == Math.rint(cpu)) {
            resources.put("cpu", (long) cpu);
        } else {
            resources.put("cpu", cpu);
        }
        resources.put("memory", memory).put("pods", pods);
    }

    @Override
    public ObjectNode job(Scene scene) {
        ObjectNode job = Templates.copy("tender-job")
                .put("name", "check-job-" + scene.task())
                .put("uid", scene.residentUid(scene.task()));
        job.putArray("tasks").add(task(scene, Stage.PENDING, ""));
        return job;
    }

    @Override
    public ObjectNode queue(Scene scene) {
        return Templates.copy("tender-queue").put("name", "check-queue-" + scene.world());
    }

    @Override
    public ObjectNode snapshot(Scene scene) {
        ObjectNode snapshot = message().put("snapshot", "full");
        ArrayNode nodes = snapshot.putArray("nodes");
        scene.order().forEach(i -> nodes.add(node(scene, i, 1)));
        snapshot.putArray("jobs").add(job(scene));
        snapshot.putArray("queues").add(queue(scene));
        return snapshot;
    }

    /** What changed since a session that the service cannot know. */
    static ObjectNode unknownDelta() {
        ObjectNode delta = Templates.object()
                .put("sessionId", SESSION)
                .put("snapshot", "delta")
                .put("since", "session-never-opened");
        for (String list : List.of("nodes", "removedNodes", "jobs", "removedJobs", "queues", "removedQueues")) {
            delta.putArray(list);
        }
        return delta;
    }

    @Override
    public JsonNode emptyList() {
        return Templates.JSON.createArrayNode();
    }
}
