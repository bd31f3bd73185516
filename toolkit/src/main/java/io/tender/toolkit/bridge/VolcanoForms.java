package io.tender.toolkit.bridge;

import io.tender.extender.json.Json;
import io.tender.extender.server.Agent;
import io.tender.extender.server.Dialect;
import io.tender.extender.server.Document;
import io.tender.extender.server.Job;
import io.tender.extender.server.Queue;
import io.tender.extender.server.Task;
import io.tender.model.batch.ResourceList;
import java.util.function.Supplier;

/**
 * The structures of Volcano's program, as far as they can be filled; readers in Go take what is left out for empty. What came
 * from Volcano is passed on as it is.
 */
final class VolcanoForms implements BatchForms {
    private final boolean same;
    private final KubeForms kube;

    VolcanoForms(Dialect from) {
        this.same = from == Dialect.VOLCANO;
        this.kube = new KubeForms(from);
    }

    private byte[] given(Document raw, Supplier<Json> made) {
        return same && !raw.isEmpty() ? raw.bytes() : made.get().bytes();
    }

    @Override
    public byte[] task(Task task) {
        return given(task.raw(), () -> {
            Json json = new Json()
                    .begin()
                    .put("UID", task.key())
                    .put("Job", task.job().orElse(""))
                    .put("Name", task.name())
                    .put("Namespace", task.namespace())
                    .put("TaskRole", task.role().orElse(""));
            resource(json, "Resreq", task.resources());
            resource(json, "InitResreq", task.resources());
            json.put("NodeName", task.agent().orElse(""))
                    .put("Status", status(task.phase().orElse("Pending")))
                    .putNull("LastTransaction")
                    .put("Priority", task.priority().orElse(1))
                    .put("Preemptable", task.preemptable().orElse(true))
                    .put("BestEffort", task.resources().isEmpty())
                    .begin("NumaInfo")
                    .put("Policy", "")
                    .begin("ResMap")
                    .end()
                    .end();
            return json.encoded("Pod", kube.pod(task)).end();
        });
    }

    @Override
    public byte[] agent(Agent agent) {
        return given(agent.raw(), () -> {
            Json json = new Json().begin().put("Name", agent.name()).encoded("Node", kube.node(agent));
            json.begin("State").put("Phase", 1).put("Reason", "").end();
            resource(json, "Releasing", agent.releasing().orElse(ResourceList.empty()));
            resource(json, "Pipelined", agent.pipelined().orElse(ResourceList.empty()));
            ResourceList size = agent.allocatable().or(agent::free).orElse(ResourceList.empty());
            // Where nobody says what is used, nothing is known to be.
            resource(json, "Idle", agent.free().orElse(size));
            resource(json, "Used", agent.used().orElse(ResourceList.empty()));
            resource(json, "Allocatable", size);
            resource(json, "Capacity", size);
            json.begin("Tasks");
            agent.tasks().forEach(task -> json.encoded(task.namespace() + "/" + task.name(), task(task)));
            return json.end().begin("Others").end().end();
        });
    }

    @Override
    public byte[] job(Job job) {
        return given(job.raw(), () -> {
            Json json = new Json()
                    .begin()
                    .put("UID", job.id())
                    .put("PgUID", job.uid())
                    .put("Name", job.name())
                    .put("Namespace", job.namespace())
                    .put("Queue", job.queue().orElse(""))
                    .put("Priority", job.priority().orElse(0))
                    .put("MinAvailable", job.minAvailable());
            json.begin("Tasks");
            job.tasks().forEach(task -> json.encoded(task.key(), task(task)));
            json.end().begin("TaskMinAvailable");
            job.roleMinimums().forEach(json::put);
            json.end();
            resource(json, "Allocated", job.allocated().orElse(ResourceList.empty()));
            resource(json, "TotalRequest", job.requested().orElse(ResourceList.empty()));
            json.begin("PodGroup").begin("metadata");
            json.put("name", job.name())
                    .put("namespace", job.namespace())
                    .put("uid", job.uid())
                    .putUnlessEmpty("labels", job.labels())
                    .putUnlessEmpty("annotations", job.annotations())
                    .end();
            json.begin("spec")
                    .put("minMember", job.minAvailable())
                    .putUnlessEmpty("queue", job.queue().orElse(""));
            job.minResources().ifPresent(amounts -> json.quantities("minResources", amounts));
            return json.end()
                    .begin("status")
                    .put("phase", job.phase().orElse("Pending"))
                    .end()
                    .put("Version", "v1beta1")
                    .end()
                    .end();
        });
    }

    @Override
    public byte[] queue(Queue queue) {
        return given(queue.raw(), () -> {
            Json json = new Json()
                    .begin()
                    .put("UID", queue.name())
                    .put("Name", queue.name())
                    .put("Weight", queue.weight())
                    .begin("Queue")
                    .begin("metadata")
                    .put("name", queue.name())
                    .putUnlessEmpty("annotations", queue.annotations())
                    .end();
            json.begin("spec").put("weight", queue.weight());
            unlessEmpty(json, "capability", queue.capability());
            json.put("reclaimable", queue.reclaimable()).begin("guarantee");
            unlessEmpty(json, "resource", queue.guarantee());
            json.end().putUnlessEmpty("parent", queue.parent().orElse(""));
            unlessEmpty(json, "deserved", queue.deserved());
            json.put("priority", queue.priority()).end();
            json.begin("status").put("state", queue.state().orElse("Open"));
            queue.allocated().ifPresent(amounts -> json.quantities("allocated", amounts));
            return json.end().end().end();
        });
    }

    private static void unlessEmpty(Json json, String name, ResourceList amounts) {
        if (!amounts.isEmpty()) {
            json.quantities(name, amounts);
        }
    }

    /** Thousandths of cores, bytes, whole places, and thousandths of everything else. */
    private static void resource(Json json, String name, ResourceList amounts) {
        json.begin(name)
                .put("MilliCPU", amounts.millis(ResourceList.CPU))
                .put("Memory", amounts.millis(ResourceList.MEMORY))
                .begin("ScalarResources");
        for (int i = 0; i < amounts.size(); i++) {
            String resource = amounts.name(i);
            if (resource.equals(ResourceList.PODS)) {
                json.putMillis(resource, amounts.millis(i));
            } else if (!resource.equals(ResourceList.CPU) && !resource.equals(ResourceList.MEMORY)) {
                json.put(resource, ResourceList.isBytes(resource) ? amounts.millis(i) * 1000 : amounts.millis(i));
            }
        }
        json.end().put("MaxTaskNum", amounts.millis(ResourceList.PODS) / 1000).end();
    }

    private static int status(String phase) {
        return switch (phase) {
            case "Pending" -> 1;
            case "Allocated" -> 2;
            case "Pipelined" -> 4;
            case "Binding" -> 8;
            case "Bound" -> 16;
            case "Running" -> 32;
            case "Releasing" -> 64;
            case "Succeeded" -> 128;
            case "Failed" -> 256;
            default -> 512;
        };
    }
}
