package io.tender.extender.volcano;

import io.tender.extender.json.Json;
import io.tender.model.batch.Job;
import io.tender.model.batch.Node;
import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Taint;
import io.tender.model.batch.TaskTemplate;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.QueueView;
import io.tender.spi.batch.TaskView;
import java.util.Locale;
import java.util.Set;

/**
 * The lean form of the published page, carried through to all verbs. Amounts are numbers: {@code cpu} in cores,
 * {@code memory} in MiB, all else in units (bytes, devices, places).
 */
final class DocumentedDialect implements Dialect {
    private static final double MIB = 1 << 20;

    private final boolean everyJob;

    DocumentedDialect(boolean everyJob) {
        this.everyJob = everyJob;
    }

    @Override
    public boolean namesSession() {
        return true;
    }

    @Override
    public byte[] task(TaskView task, JobDomains domains) {
        Json json = new Json();
        write(json, task);
        return json.bytes();
    }

    private static void write(Json json, TaskView task) {
        TaskTemplate template = task.template();
        json.begin()
                .put("namespace", task.namespace())
                .put("name", task.name())
                .put("uid", task.id().value())
                .put("job", task.job().id().toString())
                .put("queue", task.job().job().queue())
                .put("role", task.role())
                .put("phase", word(task.status()))
                .put("priority", template.priority())
                .put("preemptable", template.preemptable());
        // A place for itself is what every task takes, and says nothing.
        amounts(json, "resources", template.request().without(ResourceList.PODS), template.named());
        json.put("labels", template.labels())
                .put("annotations", template.annotations())
                .put("nodeSelector", template.nodeSelector())
                .put("node", task.node().map(NodeView::name).orElse(""))
                .end();
    }

    @Override
    public byte[] node(NodeView view, JobDomains domains) {
        Node node = view.node();
        Json json = new Json().begin().put("name", node.name());
        amounts(json, "allocatable", view.allocatable());
        amounts(json, "idle", view.idle());
        amounts(json, "used", view.used());
        amounts(json, "releasing", view.releasing());
        amounts(json, "pipelined", view.pipelined());
        json.put("labels", node.labels()).put("annotations", node.annotations());
        json.list("taints", node.taints(), DocumentedDialect::taint);
        json.put("unschedulable", node.unschedulable());
        return json.<TaskView>list("tasks", view.tasks(), DocumentedDialect::write)
                .end()
                .bytes();
    }

    private static void taint(Json json, Taint taint) {
        json.begin()
                .put("key", taint.key())
                .put("value", taint.value())
                .put("effect", KubeObjects.effect(taint.effect()))
                .end();
    }

    @Override
    public byte[] job(JobView view) {
        Job job = view.job();
        Json json = new Json()
                .begin()
                .put("namespace", job.id().namespace())
                .put("name", job.id().name())
                .put("uid", job.uid())
                .put("queue", job.queue())
                .put("phase", word(view.phase()))
                .put("priority", job.priority())
                .put("minAvailable", job.minAvailable());
        json.begin("roleMinimums");
        job.roleMinimums().forEach(json::put);
        json.end();
        amounts(
                json,
                "minResources",
                everyJob ? job.reserved() : job.minResources().orElse(ResourceList.empty()));
        amounts(json, "allocated", view.allocated());
        amounts(json, "requested", view.requested());
        return json.put("labels", job.labels())
                .put("annotations", job.annotations())
                .put("created", job.created().toString())
                .<TaskView>list("tasks", view.tasks(), DocumentedDialect::write)
                .end()
                .bytes();
    }

    @Override
    public byte[] queue(QueueView view) {
        Queue queue = view.queue();
        Json json = new Json().begin().put("name", queue.name()).put("weight", queue.weight());
        optionalAmounts(json, "capability", queue.capability(), queue.forbidden());
        amounts(json, "guarantee", queue.guarantee());
        optionalAmounts(json, "deserved", queue.deserved(), queue.undeserved());
        amounts(json, "allocated", view.allocated());
        return json.put("reclaimable", queue.reclaimable())
                .put("priority", queue.priority())
                .put("parent", queue.parent().orElse(""))
                .put("state", word(queue.state()))
                .put("annotations", queue.annotations())
                .end()
                .bytes();
    }

    /** Cores and memory are always there, so that nobody has to ask whether they are. */
    private static void amounts(Json json, String name, ResourceList list) {
        amounts(json, name, list, Set.of());
    }

    private static void amounts(Json json, String name, ResourceList list, Set<String> zeros) {
        json.begin(name);
        json.putMillis("cpu", list.millis(ResourceList.CPU));
        json.put("memory", list.millis(ResourceList.MEMORY) / MIB);
        for (String zero : zeros) {
            if (!zero.equals(ResourceList.CPU) && !zero.equals(ResourceList.MEMORY)) {
                json.put(zero, 0);
            }
        }
        others(json, list);
    }

    /** Where what is not named is unlimited, nothing may look like a limit of zero. */
    private static void optionalAmounts(Json json, String name, ResourceList list, Set<String> zeros) {
        json.begin(name);
        zeros.forEach(zero -> json.put(zero, 0));
        if (list.has(ResourceList.CPU)) {
            json.putMillis("cpu", list.millis(ResourceList.CPU));
        }
        if (list.has(ResourceList.MEMORY)) {
            json.put("memory", list.millis(ResourceList.MEMORY) / MIB);
        }
        others(json, list);
    }

    private static void others(Json json, ResourceList list) {
        for (int i = 0; i < list.size(); i++) {
            if (!list.name(i).equals(ResourceList.CPU) && !list.name(i).equals(ResourceList.MEMORY)) {
                String resource = list.name(i);
                if (ResourceList.isBytes(resource)) {
                    json.put(resource, list.millis(i));
                } else {
                    json.putMillis(resource, list.millis(i));
                }
            }
        }
        json.end();
    }

    /** {@code PENDING} as {@code Pending}. */
    static String word(Enum<?> value) {
        return value.name().charAt(0) + value.name().substring(1).toLowerCase(Locale.ROOT);
    }
}
