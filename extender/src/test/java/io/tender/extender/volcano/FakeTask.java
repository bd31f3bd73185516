package io.tender.extender.volcano;

import io.tender.model.batch.Task;
import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.TaskView;
import java.time.Instant;
import java.util.Optional;

/** A task that the test moves about. */
final class FakeTask implements TaskView {
    private final Task task;
    private final JobView job;
    private TaskStatus status = TaskStatus.PENDING;
    private Optional<NodeView> node = Optional.empty();

    FakeTask(Task task, JobView job) {
        this.task = task;
        this.job = job;
    }

    /** Has the task be there, in that state. */
    FakeTask on(FakeNode place, TaskStatus state) {
        node = Optional.of(place);
        status = state;
        place.add(this);
        return this;
    }

    /** Has it be in another state where it is. */
    void becomes(TaskStatus state) {
        status = state;
    }

    @Override
    public Task task() {
        return task;
    }

    @Override
    public JobView job() {
        return job;
    }

    @Override
    public TaskStatus status() {
        return status;
    }

    @Override
    public Optional<NodeView> node() {
        return node;
    }

    @Override
    public Optional<Instant> started() {
        return Optional.empty();
    }
}
