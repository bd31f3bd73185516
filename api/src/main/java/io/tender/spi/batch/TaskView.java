package io.tender.spi.batch;

import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskStatus;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.service.TaskId;
import java.time.Instant;
import java.util.Optional;

/** A task as the session sees it now. */
public interface TaskView {

    Task task();

    JobView job();

    TaskStatus status();

    /** Where it is, or is to be. */
    Optional<NodeView> node();

    /** When it was placed, if it was before this session. */
    Optional<Instant> started();

    default TaskId id() {
        return task().id();
    }

    default String name() {
        return task().name();
    }

    default String namespace() {
        return job().id().namespace();
    }

    default TaskTemplate template() {
        return task().template();
    }

    default ResourceList request() {
        return task().template().request();
    }

    default String role() {
        return task().template().role();
    }
}
