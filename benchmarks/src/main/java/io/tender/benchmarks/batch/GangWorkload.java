package io.tender.benchmarks.batch;

import io.tender.core.batch.BatchCluster;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.Node;
import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.service.TaskId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Nodes of 32 cpus and 256 GiB, and jobs in gangs of 20 tasks of 1 cpu and 2 GiB. */
record GangWorkload(int nodes, int tasks) {
    static final int GANG = 20;

    private static final ResourceList NODE = ResourceList.parse("cpu=32 memory=256Gi");
    private static final TaskTemplate TASK = TaskTemplate.builder("worker", ResourceList.parse("cpu=1 memory=2Gi"))
            .build();

    GangWorkload {
        if (nodes < 1 || tasks < GANG) {
            throw new IllegalArgumentException(
                    "got " + nodes + " nodes and " + tasks + " tasks, expected a node and a gang of " + GANG);
        }
    }

    /** How many tasks there really are: whole gangs. */
    int wholeTasks() {
        return tasks / GANG * GANG;
    }

    BatchCluster cluster() {
        BatchCluster cluster = new BatchCluster();
        cluster.putQueue(Queue.builder(Queue.DEFAULT).build());
        for (int i = 0; i < nodes; i++) {
            cluster.putNode(Node.builder("node-%05d".formatted(i), NODE).build());
        }
        for (int job = 0; job < tasks / GANG; job++) {
            cluster.submit(gang(job));
        }
        return cluster;
    }

    static Job gang(int number) {
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < GANG; i++) {
            String name = "train-%06d-worker-%02d".formatted(number, i);
            tasks.add(new Task(new TaskId(name), name, i, TASK, Instant.EPOCH));
        }
        return Job.builder(new JobId("default", "train-%06d".formatted(number)))
                .created(Instant.EPOCH.plusMillis(number))
                .tasks(tasks)
                .build();
    }
}
