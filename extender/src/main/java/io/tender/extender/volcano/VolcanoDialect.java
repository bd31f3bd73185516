package io.tender.extender.volcano;

import io.tender.extender.json.Json;
import io.tender.model.batch.Job;
import io.tender.model.batch.NetworkTopology;
import io.tender.model.batch.Node;
import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.TaskStatus;
import io.tender.model.batch.TaskTemplate;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.QueueView;
import io.tender.spi.batch.SubJobView;
import io.tender.spi.batch.TaskView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the real program sends: its inner structures with the names of their fields, nothing left out, and nulls where it
 * has nothing. What only a kubelet knows is as empty as with a node that has just come.
 */
final class VolcanoDialect implements Dialect {
    static final String REVOCABLE_ZONE = "volcano.sh/revocable-zone";

    private final boolean everyJob;

    VolcanoDialect(boolean everyJob) {
        this.everyJob = everyJob;
    }

    @Override
    public boolean namesSession() {
        return false;
    }

    @Override
    public byte[] task(TaskView view, JobDomains domains) {
        TaskTemplate template = view.template();
        Json json = new Json()
                .begin()
                .put("UID", view.id().value())
                .put("Job", view.job().id().toString())
                .put("Name", view.name())
                .put("Namespace", view.namespace())
                .put("TaskRole", view.role());
        VolcanoResource.write(json, "Resreq", template.request(), 0);
        VolcanoResource.write(json, "InitResreq", template.request(), 0);
        json.putNull("DRAResreq").putNull("ResourceClaimKeys").putNull("ResourceClaimDRAResreq");
        json.put("NodeName", view.node().map(NodeView::name).orElse(""))
                .put("EvictionOccurred", view.status() == TaskStatus.RELEASING)
                .put("JobAllocatedHyperNode", domains.of(view.job()))
                .put("Status", view.status().number())
                .putNull("LastTransaction")
                .put("Priority", template.priority())
                .put("VolumeReady", false)
                .put("Preemptable", template.preemptable())
                .put("BestEffort", template.isBestEffort())
                .put("HasRestartableInitContainer", false)
                .put("SchGated", template.gated())
                .put("RevocableZone", template.revocableZone());
        json.begin("NumaInfo").put("Policy", "").begin("ResMap").end().end();
        json.begin("Pod");
        KubeObjects.pod(json, view, KubeObjects.PodForm.VOLCANO);
        json.end();
        return json.put("PodAnnotations", KubeObjects.annotations(view))
                .put("CustomBindErrHandlerSucceeded", false)
                .end()
                .bytes();
    }

    @Override
    public byte[] node(NodeView view, JobDomains domains) {
        Node node = view.node();
        long places = node.allocatable().millis(ResourceList.PODS) / 1000;
        Json json = new Json().begin().put("Name", node.name());
        json.begin("Node");
        KubeObjects.node(json, node, KubeObjects.PodForm.VOLCANO);
        json.end();
        json.begin("State").put("Phase", 1).put("Reason", "").end();
        VolcanoResource.write(json, "Releasing", view.releasing(), 0);
        VolcanoResource.write(json, "Pipelined", view.pipelined(), 0);
        VolcanoResource.write(json, "Idle", view.idle(), places);
        VolcanoResource.write(json, "Used", view.used(), 0);
        VolcanoResource.write(json, "Allocatable", node.allocatable(), places);
        VolcanoResource.write(json, "Capacity", node.allocatable(), places);
        usage(json, node);
        SortedMap<String, TaskView> tasks = new TreeMap<>();
        view.tasks().forEach(task -> tasks.put(task.namespace() + "/" + task.name(), task));
        json.begin("Tasks");
        tasks.forEach((name, task) -> json.encoded(name, task(task, domains)));
        json.end();
        json.putNull("NumaInfo").putNull("UnassignedNumaPods").putNull("NumaSchedulerInfo");
        json.put("RevocableZone", node.labels().getOrDefault(REVOCABLE_ZONE, ""));
        json.begin("Others").end();
        json.put("OversubscriptionNode", false).put("OfflineJobEvicting", false);
        VolcanoResource.write(json, "OversubscriptionResource", ResourceList.empty(), 0);
        json.begin("ImageStates").end();
        return json.put("Generation", 0).put("BindGeneration", 0).end().bytes();
    }

    private static void usage(Json json, Node node) {
        json.begin("ResourceUsage");
        if (node.usage().isPresent()) {
            Node.Usage usage = node.usage().get();
            json.put("MetricsTime", KubeObjects.time(usage.measured()));
            json.begin("CPUUsageAvg").put("5m", usage.cpuPercent()).end();
            json.begin("MEMUsageAvg").put("5m", usage.memoryPercent()).end();
        } else {
            json.put("MetricsTime", "0001-01-01T00:00:00Z")
                    .putNull("CPUUsageAvg")
                    .putNull("MEMUsageAvg");
        }
        json.end();
    }

    @Override
    public byte[] job(JobView view) {
        Job job = view.job();
        // Each task is in there four times, as with the real program; it is encoded once.
        JobDomains domains = new JobDomains();
        SortedMap<String, byte[]> encoded = new TreeMap<>();
        view.tasks().forEach(task -> encoded.put(task.id().value(), task(task, domains)));
        Json json = new Json()
                .begin()
                .put("UID", job.id().toString())
                .put("PgUID", job.uid())
                .put("Name", job.id().name())
                .put("Namespace", job.id().namespace())
                .put("Queue", job.queue())
                .put("Priority", job.priority())
                .put("MinAvailable", job.minAvailable());
        if (job.waitingTime().isPresent()) {
            json.put("WaitingTime", job.waitingTime().get().toNanos());
        } else {
            json.putNull("WaitingTime");
        }
        json.put("JobFitErrors", "").begin("NodesFitErrors").end();
        json.put("AllocatedHyperNode", domains.of(view));
        topology(json, job.topology());
        json.begin("SubJobs");
        view.subJobs().forEach(subJob -> subJob(json, subJob, encoded));
        json.end().begin("TaskToSubJob");
        SortedMap<String, String> owners = new TreeMap<>();
        view.subJobs()
                .forEach(subJob ->
                        subJob.tasks().forEach(task -> owners.put(task.id().value(), subJob.id())));
        owners.forEach(json::put);
        json.end().begin("MinSubJobs");
        job.subGroups().forEach(policy -> json.put(policy.name(), policy.minGroups()));
        json.end();
        byStatus(json, view.tasks(), encoded);
        tasks(json, view.tasks(), encoded);
        json.begin("TaskMinAvailable");
        job.roleMinimums().forEach(json::put);
        json.end();
        json.put(
                "TaskMinAvailableTotal",
                job.roleMinimums().values().stream().mapToInt(Integer::intValue).sum());
        VolcanoResource.write(json, "Allocated", view.allocated(), 0);
        VolcanoResource.write(json, "TotalRequest", view.requested(), 0);
        json.put("CreationTimestamp", KubeObjects.time(job.created()));
        KubeObjects.podGroup(json, view, everyJob);
        json.putNull("ScheduleStartTimestamp")
                .put("Preemptable", job.preemptable())
                .put("RevocableZone", job.revocableZone());
        return json.begin("Budget")
                .put("MinAvailable", job.budgetMinAvailable())
                .put("MaxUnavailable", job.budgetMaxUnavailable())
                .end()
                .end()
                .bytes();
    }

    private static void topology(Json json, Optional<NetworkTopology> topology) {
        if (topology.isPresent()) {
            KubeAffinity.topology(json, "NetworkTopology", topology.get());
        } else {
            json.putNull("NetworkTopology");
        }
    }

    private static void subJob(Json json, SubJobView subJob, SortedMap<String, byte[]> encoded) {
        String job = subJob.job().id().toString();
        int priority = subJob.tasks().stream()
                .mapToInt(task -> task.template().priority())
                .max()
                .orElse(0);
        json.begin(subJob.id())
                .put("GID", subJob.policy().isEmpty() ? job : job + "/" + subJob.policy())
                .put("UID", subJob.id())
                .put("Job", job)
                .put("MinAvailable", subJob.minAvailable())
                .put("Priority", priority)
                .put("MatchIndex", subJob.matchIndex());
        tasks(json, subJob.tasks(), encoded);
        byStatus(json, subJob.tasks(), encoded);
        json.put("AllocatedHyperNode", JobDomains.of(subJob))
                .put("NominatedHyperNode", JobDomains.named(subJob.nominatedHyperNode()));
        topology(json, subJob.topology());
        json.end();
    }

    private static void members(Json json, Iterable<? extends TaskView> tasks, SortedMap<String, byte[]> encoded) {
        SortedSet<String> uids = new TreeSet<>();
        tasks.forEach(task -> uids.add(task.id().value()));
        for (String uid : uids) {
            byte[] bytes = encoded.get(uid);
            if (bytes != null) {
                json.encoded(uid, bytes);
            }
        }
    }

    private static void tasks(Json json, Iterable<? extends TaskView> tasks, SortedMap<String, byte[]> encoded) {
        json.begin("Tasks");
        members(json, tasks, encoded);
        json.end();
    }

    private static void byStatus(Json json, Iterable<? extends TaskView> tasks, SortedMap<String, byte[]> encoded) {
        SortedMap<String, List<TaskView>> statuses = new TreeMap<>();
        for (TaskView task : tasks) {
            statuses.computeIfAbsent(Integer.toString(task.status().number()), unused -> new ArrayList<>())
                    .add(task);
        }
        json.begin("TaskStatusIndex");
        statuses.forEach((status, group) -> {
            json.begin(status);
            members(json, group, encoded);
            json.end();
        });
        json.end();
    }

    @Override
    public byte[] queue(QueueView view) {
        Queue queue = view.queue();
        Json json = new Json()
                .begin()
                .put("UID", queue.name())
                .put("Name", queue.name())
                .put("Weight", queue.weight())
                .put("Weights", queue.hierarchyWeights())
                .put("Hierarchy", queue.hierarchy());
        KubeObjects.queue(json, view);
        return json.end().bytes();
    }
}
