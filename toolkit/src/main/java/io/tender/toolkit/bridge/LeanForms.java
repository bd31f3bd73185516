package io.tender.toolkit.bridge;

import io.tender.extender.json.Json;
import io.tender.extender.server.Agent;
import io.tender.extender.server.Dialect;
import io.tender.extender.server.Document;
import io.tender.extender.server.Job;
import io.tender.extender.server.Queue;
import io.tender.extender.server.Task;
import io.tender.model.batch.ResourceList;
import java.util.Optional;
import java.util.function.Supplier;

/** Tender's own form: cores, MiB and units. What came in it is passed on as it is. */
final class LeanForms implements BatchForms {
    private static final double MIB = 1 << 20;

    private final boolean same;

    LeanForms(Dialect from) {
        this.same = from == Dialect.TENDER;
    }

    private byte[] given(Document raw, Supplier<Json> made) {
        return same && !raw.isEmpty() ? raw.bytes() : made.get().bytes();
    }

    @Override
    public byte[] task(Task task) {
        return given(task.raw(), () -> {
            Json json = new Json().begin();
            write(json, task);
            return json.end();
        });
    }

    private static void write(Json json, Task task) {
        json.put("namespace", task.namespace())
                .put("name", task.name())
                .put("uid", task.key())
                .put("job", task.job().orElse(""))
                .put("queue", task.queue().orElse(""))
                .put("role", task.role().orElse(""))
                .put("phase", task.phase().orElse("Pending"))
                .put("priority", task.priority().orElse(0))
                .put("preemptable", task.preemptable().orElse(true));
        amounts(json, "resources", Optional.of(task.resources()));
        json.put("labels", task.labels())
                .put("annotations", task.annotations())
                .put("nodeSelector", task.nodeSelector())
                .put("node", task.agent().orElse(""));
    }

    @Override
    public byte[] agent(Agent agent) {
        return given(agent.raw(), () -> {
            Json json = new Json().begin().put("name", agent.name());
            amounts(json, "allocatable", agent.allocatable().or(agent::free));
            amounts(json, "idle", agent.free());
            amounts(json, "used", agent.used());
            amounts(json, "releasing", agent.releasing());
            amounts(json, "pipelined", agent.pipelined());
            return json.put("labels", agent.labels())
                    .put("annotations", agent.annotations())
                    .list("taints", agent.taints(), KubeForms::taint)
                    .put("unschedulable", agent.unschedulable())
                    .<Task>list("tasks", agent.tasks(), (out, task) -> {
                        out.begin();
                        write(out, task);
                        out.end();
                    })
                    .end();
        });
    }

    @Override
    public byte[] job(Job job) {
        return given(job.raw(), () -> {
            Json json = new Json()
                    .begin()
                    .put("namespace", job.namespace())
                    .put("name", job.name())
                    .put("uid", job.uid())
                    .put("queue", job.queue().orElse(""))
                    .put("phase", job.phase().orElse("Pending"))
                    .put("priority", job.priority().orElse(0))
                    .put("minAvailable", job.minAvailable());
            json.begin("roleMinimums");
            job.roleMinimums().forEach(json::put);
            json.end();
            amounts(json, "minResources", job.minResources());
            amounts(json, "allocated", job.allocated());
            amounts(json, "requested", job.requested());
            return json.put("labels", job.labels())
                    .put("annotations", job.annotations())
                    .putUnlessEmpty(
                            "created", job.created().map(Object::toString).orElse(""))
                    .<Task>list("tasks", job.tasks(), (out, task) -> {
                        out.begin();
                        write(out, task);
                        out.end();
                    })
                    .end();
        });
    }

    @Override
    public byte[] queue(Queue queue) {
        return given(queue.raw(), () -> {
            Json json = new Json().begin().put("name", queue.name()).put("weight", queue.weight());
            limits(json, "capability", queue.capability());
            amounts(json, "guarantee", Optional.of(queue.guarantee()));
            limits(json, "deserved", queue.deserved());
            amounts(json, "allocated", queue.allocated());
            return json.put("reclaimable", queue.reclaimable())
                    .put("priority", queue.priority())
                    .put("parent", queue.parent().orElse(""))
                    .put("state", queue.state().orElse("Open"))
                    .put("annotations", queue.annotations())
                    .end();
        });
    }

    /** What is not known is left out, so that nobody takes it for nothing. */
    private static void amounts(Json json, String name, Optional<ResourceList> amounts) {
        if (amounts.isPresent()) {
            json.begin(name);
            json.putMillis("cpu", amounts.get().millis(ResourceList.CPU));
            json.put("memory", amounts.get().millis(ResourceList.MEMORY) / MIB);
            others(json, amounts.get());
        }
    }

    /** Where what is not named is unlimited, nothing may look like a limit of zero. */
    private static void limits(Json json, String name, ResourceList amounts) {
        json.begin(name);
        if (amounts.has(ResourceList.CPU)) {
            json.putMillis("cpu", amounts.millis(ResourceList.CPU));
        }
        if (amounts.has(ResourceList.MEMORY)) {
            json.put("memory", amounts.millis(ResourceList.MEMORY) / MIB);
        }
        others(json, amounts);
    }

    private static void others(Json json, ResourceList amounts) {
        for (int i = 0; i < amounts.size(); i++) {
            String name = amounts.name(i);
            if (!name.equals(ResourceList.CPU) && !name.equals(ResourceList.MEMORY)) {
                if (ResourceList.isBytes(name)) {
                    json.put(name, amounts.millis(i));
                } else {
                    json.putMillis(name, amounts.millis(i));
                }
            }
        }
        json.end();
    }
}
