package io.tender.extender.volcano;

import io.tender.model.batch.DisruptionBudget;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.NamespaceQuota;
import io.tender.model.batch.Node;
import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.service.TaskId;
import io.tender.spi.Chance;
import io.tender.spi.batch.HyperNodeView;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.SessionView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A small cluster: the one of the documents, unless the test adds to it. */
final class FakeSession implements SessionView {
    static final Instant CREATED = Instant.parse("2026-01-02T03:04:05Z");
    static final String UID = "11111111-1111-1111-1111-111111111111";

    private final List<FakeNode> nodes = new ArrayList<>();
    private final List<FakeJob> jobs = new ArrayList<>();
    private final List<FakeQueue> queues = new ArrayList<>();
    private final List<NamespaceQuota> quotas = new ArrayList<>();
    private String id = "session-1";

    FakeSession named(String name) {
        id = name;
        return this;
    }

    FakeQueue queue(Queue queue) {
        queues.add(new FakeQueue(queue));
        return queues.getLast();
    }

    FakeQueue defaultQueue() {
        return queues.isEmpty()
                ? queue(Queue.builder("default").created(CREATED).build())
                : queues.getFirst();
    }

    FakeNode node(String name, String amounts) {
        return node(Node.builder(name, ResourceList.parse(amounts))
                .labels(Map.of("kubernetes.io/hostname", name))
                .build());
    }

    FakeNode node(Node node) {
        nodes.add(new FakeNode(node, nodes.size()));
        return nodes.getLast();
    }

    List<NodeView> nodes(int count) {
        List<NodeView> made = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            made.add(node("n" + i, "cpu=8 memory=16Gi"));
        }
        return made;
    }

    /** One task of a job of its own. */
    FakeTask task(String job, String amounts) {
        return job(job, 1, amounts).task(0);
    }

    FakeJob job(String name, int tasks, String amounts) {
        TaskTemplate template = TaskTemplate.builder("worker", ResourceList.parse(amounts))
                .named(ResourceList.amounts(amounts).keySet())
                .build();
        List<Task> members = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            String member = name + "-worker-" + i;
            members.add(new Task(new TaskId("uid-of-" + member), member, i, template, CREATED));
        }
        return job(Job.builder(new JobId("default", name))
                .created(CREATED)
                .tasks(members)
                .build());
    }

    FakeJob job(Job job) {
        jobs.add(new FakeJob(job, defaultQueue()));
        return jobs.getLast();
    }

    /** The job of the specification's examples. */
    FakeJob exampleJob() {
        TaskTemplate template = TaskTemplate.builder("worker", ResourceList.parse("cpu=2 memory=4Gi nvidia.com/gpu=1"))
                .images(List.of("busybox"))
                .build();
        return job(Job.builder(new JobId("default", "job-a"))
                .uid("33333333-3333-3333-3333-333333333333")
                .created(CREATED)
                .minAvailable(2)
                .roleMinimums(Map.of("worker", 2))
                .priorityClass("high")
                .minResources(ResourceList.parse("cpu=4"))
                .tasks(List.of(new Task(new TaskId(UID), "job-a-worker-0", 0, template, CREATED)))
                .build());
    }

    /** The queue of the specification's examples. */
    FakeQueue exampleQueue() {
        return queue(Queue.builder("default")
                        .capability(ResourceList.parse("cpu=100"))
                        .created(CREATED)
                        .build())
                .using("cpu=2");
    }

    void remove(FakeNode node) {
        nodes.remove(node);
    }

    void quota(NamespaceQuota quota) {
        quotas.add(quota);
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public long number() {
        return 1;
    }

    @Override
    public Instant now() {
        return CREATED;
    }

    @Override
    public Chance chance() {
        return Chance.seeded(1);
    }

    @Override
    public List<FakeNode> nodes() {
        return nodes;
    }

    @Override
    public Optional<FakeNode> node(String name) {
        return nodes.stream().filter(node -> node.name().equals(name)).findFirst();
    }

    @Override
    public List<FakeJob> jobs() {
        return jobs;
    }

    @Override
    public Optional<FakeJob> job(JobId job) {
        return jobs.stream().filter(known -> known.id().equals(job)).findFirst();
    }

    @Override
    public List<FakeQueue> queues() {
        return queues;
    }

    @Override
    public Optional<FakeQueue> queue(String name) {
        return queues.stream().filter(queue -> queue.name().equals(name)).findFirst();
    }

    @Override
    public List<HyperNodeView> hyperNodes() {
        return List.of();
    }

    @Override
    public List<NamespaceQuota> quotas() {
        return quotas;
    }

    @Override
    public List<DisruptionBudget> budgets() {
        return List.of();
    }

    @Override
    public ResourceList total() {
        return ResourceList.empty();
    }

    @Override
    public String action() {
        return "";
    }
}
