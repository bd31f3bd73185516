package io.tender.spi.batch;

import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.JobPhase;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.TaskStatus;
import java.util.List;
import java.util.Optional;

/** A job as the session sees it now. */
public interface JobView {

    Job job();

    JobPhase phase();

    QueueView queue();

    /** All of its tasks, in the order they were submitted. */
    List<? extends TaskView> tasks();

    /** Its sub-groups; a job without a policy is one sub-group. */
    List<? extends SubJobView> subJobs();

    /** How many tasks have that status. */
    int count(TaskStatus status);

    /** How many tasks of a role have that status. */
    int count(String role, TaskStatus status);

    /** How many pending tasks ask for nothing but a place. */
    int pendingBestEffort();

    /** What its allocated tasks hold. */
    ResourceList allocated();

    /** What its pipelined tasks were promised. */
    ResourceList pipelined();

    /** What all its tasks ask for. */
    ResourceList requested();

    /** What its pending tasks ask for. */
    ResourceList pending();

    /** The domain all its placed tasks are in, where topology matters. */
    Optional<String> allocatedHyperNode();

    default JobId id() {
        return job().id();
    }

    default int minAvailable() {
        return job().minAvailable();
    }

    /** Tasks that count towards the gang: allocated or succeeded. */
    default int readyTasks() {
        return count(TaskStatus.ALLOCATED)
                + count(TaskStatus.BINDING)
                + count(TaskStatus.BOUND)
                + count(TaskStatus.RUNNING)
                + count(TaskStatus.SUCCEEDED);
    }

    /** Tasks that were promised room. */
    default int waitingTasks() {
        return count(TaskStatus.PIPELINED);
    }
}
