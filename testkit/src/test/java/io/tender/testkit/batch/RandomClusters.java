package io.tender.testkit.batch;

import io.tender.core.batch.BatchCluster;
import io.tender.core.batch.Decision;
import io.tender.core.batch.SessionResult;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.Node;
import io.tender.model.batch.NodeAffinity;
import io.tender.model.batch.PodAffinity;
import io.tender.model.batch.Queue;
import io.tender.model.batch.Requirement;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Selector;
import io.tender.model.batch.SpreadConstraint;
import io.tender.model.batch.Taint;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskStatus;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.service.TaskId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Small clusters of all kinds, with jobs of all kinds that want to run on them. */
final class RandomClusters {
    private RandomClusters() {}

    /** Has what a session decided be true. */
    static void carryOut(BatchCluster cluster, SessionResult result, Instant now) {
        for (Decision decision : result.decisions()) {
            switch (decision) {
                case Decision.Bind bind -> cluster.setTask(bind.task(), TaskStatus.RUNNING, bind.node(), now);
                // The first session after an eviction still sees the task leave, the next one does not.
                case Decision.Evict evict -> cluster.setTask(evict.task(), TaskStatus.RELEASING, evict.node(), now);
                case Decision.Phase phase -> cluster.setPhase(phase.job(), phase.phase());
                case Decision.Nominate nominate -> cluster.nominate(nominate.task(), nominate.node());
                case Decision.NominateDomains nominate -> cluster.nominateDomains(nominate.job(), nominate.domains());
            }
        }
    }

    static BatchCluster cluster(Random random) {
        BatchCluster cluster = new BatchCluster();
        int queues = 1 + random.nextInt(3);
        for (int i = 0; i < queues; i++) {
            cluster.putQueue(
                    Queue.builder("q" + i).weight(1 + random.nextInt(3)).build());
        }
        int nodes = 3 + random.nextInt(12);
        for (int i = 0; i < nodes; i++) {
            List<Taint> taints = random.nextInt(6) == 0
                    ? List.of(new Taint(
                            "t",
                            "v",
                            random.nextBoolean() ? Taint.Effect.NO_SCHEDULE : Taint.Effect.PREFER_NO_SCHEDULE))
                    : List.of();
            cluster.putNode(Node.builder(
                            "n%02d".formatted(i),
                            ResourceList.parse(
                                    "cpu=" + (2 + random.nextInt(6)) + " memory=" + (4 + random.nextInt(12)) + "Gi"))
                    .labels(Map.of("zone", "z" + i % 3, "disk", random.nextBoolean() ? "ssd" : "hdd"))
                    .taints(taints)
                    .unschedulable(random.nextInt(10) == 0)
                    .build());
        }
        int jobs = 4 + random.nextInt(10);
        for (int i = 0; i < jobs; i++) {
            cluster.submit(job(random, "j%02d".formatted(i), "q" + random.nextInt(queues)));
        }
        return cluster;
    }

    private static Job job(Random random, String name, String queue) {
        int size = 1 + random.nextInt(5);
        TaskTemplate template = template(random, name);
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            String task = name + "-" + i;
            tasks.add(new Task(new TaskId(task), task, i, template, Instant.EPOCH));
        }
        return Job.builder(new JobId("d", name))
                .queue(queue)
                .priority(random.nextInt(3))
                .minAvailable(1 + random.nextInt(size))
                .created(Instant.EPOCH.plusMillis(random.nextInt(100)))
                .tasks(tasks)
                .build();
    }

    private static TaskTemplate template(Random random, String name) {
        // Jobs of one kind share a template, so that answers are shared between them.
        String request = random.nextInt(8) == 0
                ? "cpu=0"
                : "cpu=" + (1 + random.nextInt(2)) + " memory=" + (1 + random.nextInt(3)) + "Gi";
        TaskTemplate.Builder template =
                TaskTemplate.builder("worker", ResourceList.parse(request)).priority(random.nextInt(3));
        Selector ssd = new Selector(List.of(new Requirement("disk", Requirement.Operator.IN, List.of("ssd"))));
        switch (random.nextInt(7)) {
            case 0 -> template.nodeSelector(Map.of("disk", "ssd"));
            case 1 -> template.nodeAffinity(new NodeAffinity(List.of(), List.of(new NodeAffinity.Preferred(50, ssd))));
            case 2 ->
                template.labels(Map.of("app", name))
                        .podAffinity(new PodAffinity(
                                List.of(),
                                List.of(new PodAffinity.Term(Selector.labels(Map.of("app", name)), "zone", List.of())),
                                List.of(),
                                List.of()));
            case 3 ->
                template.labels(Map.of("app", name))
                        .spread(List.of(new SpreadConstraint(
                                1, "zone", random.nextBoolean(), Selector.labels(Map.of("app", name)))));
            default -> {}
        }
        return template.build();
    }
}
