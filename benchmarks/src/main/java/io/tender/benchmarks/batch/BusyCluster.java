package io.tender.benchmarks.batch;

import io.tender.benchmarks.measure.Statistics;
import io.tender.core.batch.BatchCluster;
import io.tender.core.batch.BatchEngine;
import io.tender.core.batch.Cycle;
import io.tender.core.batch.Snapshot;
import io.tender.model.batch.JobPhase;
import io.tender.model.batch.TaskStatus;
import io.tender.model.service.TaskId;
import io.tender.spi.Chance;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A cluster on which everything runs, and of which some changes between two sessions. */
final class BusyCluster {
    private final BatchCluster cluster;
    private final List<TaskId> tasks = new ArrayList<>();
    private final int nodes;
    private long number;
    private int next;

    BusyCluster(GangWorkload workload) {
        nodes = workload.nodes();
        cluster = workload.cluster();
        for (int job = 0; job < workload.tasks() / GangWorkload.GANG; job++) {
            var gang = GangWorkload.gang(job);
            cluster.setPhase(gang.id(), JobPhase.RUNNING);
            gang.tasks().forEach(task -> tasks.add(task.id()));
        }
        for (int i = 0; i < tasks.size(); i++) {
            cluster.setTask(tasks.get(i), TaskStatus.RUNNING, nodeOf(i), Instant.EPOCH);
        }
        cluster.snapshot();
    }

    private String nodeOf(int task) {
        return "node-%05d".formatted(task % nodes);
    }

    /** Times, in milliseconds, of the snapshot and of opening and closing a session over it. */
    record Opening(double changed, Statistics snapshotMs, Statistics sessionMs) {}

    /** Ends and starts a share of the tasks, then opens a session in which nothing waits. */
    Opening measure(BatchEngine engine, double share, int runs) {
        int changes = (int) (tasks.size() * share);
        double[] snapshotMs = new double[runs];
        double[] sessionMs = new double[runs];
        for (int run = -runs; run < runs; run++) {
            for (int i = 0; i < changes; i++) {
                int task = next++ % tasks.size();
                TaskStatus flipped =
                        cluster.status(tasks.get(task)) == TaskStatus.RUNNING ? TaskStatus.BOUND : TaskStatus.RUNNING;
                cluster.setTask(tasks.get(task), flipped, nodeOf(task), Instant.EPOCH);
            }
            long start = System.nanoTime();
            Snapshot snapshot = cluster.snapshot();
            long middle = System.nanoTime();
            number++;
            engine.run(snapshot, new Cycle("open-" + number, number, Instant.EPOCH, Chance.seeded(1)));
            long end = System.nanoTime();
            if (run >= 0) {
                snapshotMs[run] = (middle - start) / 1e6;
                sessionMs[run] = (end - middle) / 1e6;
            }
        }
        return new Opening(share, Statistics.of(snapshotMs), Statistics.of(sessionMs));
    }
}
