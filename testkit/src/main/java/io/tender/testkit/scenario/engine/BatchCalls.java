package io.tender.testkit.scenario.engine;

import io.tender.core.batch.BatchCluster;
import io.tender.model.BrokenRule;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.TaskStatus;
import io.tender.model.service.TaskId;
import io.tender.testkit.scenario.step.BatchCommand;
import java.time.Duration;
import java.util.List;

/** Carries out what happens in a batch scenario. */
final class BatchCalls {
    /** So that of two jobs the one that was submitted first is the older one. */
    private static final Duration BETWEEN_JOBS = Duration.ofMillis(1);

    private final BatchWorld world;

    BatchCalls(BatchWorld world) {
        this.world = world;
    }

    void perform(BatchCommand command) {
        BatchCluster cluster = world.cluster();
        switch (command) {
            case BatchCommand.PutNode put -> cluster.putNode(put.node().apply(world.now()));
            case BatchCommand.RemoveNode remove -> remove(remove.name());
            case BatchCommand.PutQueue put -> cluster.putQueue(put.queue());
            case BatchCommand.RemoveQueue remove -> cluster.removeQueue(remove.name());
            case BatchCommand.PutHyperNode put -> cluster.putHyperNode(put.domain());
            case BatchCommand.RemoveHyperNode remove -> cluster.removeHyperNode(remove.name());
            case BatchCommand.PutQuota put -> cluster.putQuota(put.quota());
            case BatchCommand.PutBudget put -> cluster.putBudget(put.budget());
            case BatchCommand.Submit submit -> submit(submit);
            case BatchCommand.RemoveJob remove -> cluster.removeJob(known(remove.job()));
            case BatchCommand.Sessions sessions -> {
                for (int i = 0; i < sessions.times(); i++) {
                    world.session();
                }
            }
            case BatchCommand.Report report -> report(report);
            case BatchCommand.Reload reload -> world.load(reload.conf());
            case BatchCommand.Behave behave -> world.extender(behave.extender()).behave(behave.verbs());
            case BatchCommand.Down down -> world.extender(down.extender()).down();
            case BatchCommand.Back back -> world.extender(back.extender()).back();
        }
    }

    private JobId known(JobId job) {
        if (world.cluster().job(job).isEmpty()) {
            throw BrokenRule.of("There is no such job.", "'" + job + "'", "a known job", "submit it first");
        }
        return job;
    }

    private void submit(BatchCommand.Submit submit) {
        BatchCluster cluster = world.cluster();
        world.advance(BETWEEN_JOBS);
        Job job = submit.job().apply(world.now());
        cluster.submit(job);
        for (int i = 0; i < job.tasks().size(); i++) {
            String node = submit.on().get(i);
            if (!node.isEmpty()) {
                cluster.setTask(job.tasks().get(i).id(), TaskStatus.RUNNING, node, job.created());
            }
        }
        submit.phase().ifPresent(phase -> cluster.setPhase(job.id(), phase));
    }

    private void remove(String node) {
        if (world.cluster().node(node).isEmpty()) {
            throw BrokenRule.of("There is no such node.", "'" + node + "'", "a known node", "add it first");
        }
        world.cluster().removeNode(node);
        for (JobId job : world.cluster().jobIds()) {
            for (TaskId task : world.tasksOf(job)) {
                if (world.cluster().nodeOf(task).filter(node::equals).isPresent()) {
                    world.cluster().setTask(task, TaskStatus.UNKNOWN, "", world.now());
                }
            }
        }
    }

    private void report(BatchCommand.Report report) {
        BatchCluster cluster = world.cluster();
        List<TaskId> tasks = world.tasks(report.what()).stream()
                .filter(task -> could(cluster.status(task), report.fate()))
                .toList();
        if (tasks.isEmpty()) {
            throw BrokenRule.of(
                    "No task of '" + report.what() + "' could do that.",
                    world.tasks(report.what()).stream()
                            .map(task -> task + " is " + cluster.status(task))
                            .toList(),
                    "a task that has a node",
                    "place it first");
        }
        for (TaskId task : tasks) {
            String node = cluster.nodeOf(task).orElse("");
            switch (report.fate()) {
                case RUNS -> cluster.setTask(task, TaskStatus.RUNNING, node, world.now());
                case FINISHES -> cluster.setTask(task, TaskStatus.SUCCEEDED, node, world.now());
                case FAILS -> cluster.setTask(task, TaskStatus.FAILED, node, world.now());
                case IS_LOST -> cluster.setTask(task, TaskStatus.UNKNOWN, "", world.now());
                case LEAVES -> cluster.setTask(task, TaskStatus.PENDING, "", world.now());
            }
        }
    }

    private static boolean could(TaskStatus status, BatchCommand.Fate fate) {
        return switch (fate) {
            case RUNS -> status == TaskStatus.BOUND;
            case LEAVES -> status != TaskStatus.PENDING;
            default -> status.holdsRoom();
        };
    }
}
