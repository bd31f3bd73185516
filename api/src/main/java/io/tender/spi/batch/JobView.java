package io.tender.spi.batch;

import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.JobPhase;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskStatus;
import io.tender.model.batch.TaskTemplate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

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

    /**
     * The different templates of its tasks, each instance once, in the order of their first tasks. Whoever holds jobs for
     * long should remember the answer: plugins ask for it with every session.
     */
    @SuppressWarnings("ReferenceEquality") // the instance is what is meant
    default List<TaskTemplate> templates() {
        Set<TaskTemplate> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        List<TaskTemplate> templates = new ArrayList<>();
        for (Task task : job().tasks()) {
            // Tasks of a role follow each other, so that most need no look into the set.
            boolean same = !templates.isEmpty() && templates.getLast() == task.template();
            if (!same && seen.add(task.template())) {
                templates.add(task.template());
            }
        }
        return List.copyOf(templates);
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

    /**
     * Another one whenever the job has changed between two sessions; what a session itself does with the job does not show in
     * it. Empty if nobody keeps count.
     */
    default OptionalLong version() {
        return OptionalLong.empty();
    }
}
