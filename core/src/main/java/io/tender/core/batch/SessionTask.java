package io.tender.core.batch;

import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.TaskView;
import java.time.Instant;
import java.util.Optional;

/** A task within a session; only statements change it. */
public final class SessionTask implements TaskView {
    static final int NOWHERE = -1;

    private final TaskRecord record;
    private final SessionJob job;
    private final ResourceList request;
    private TaskStatus status;
    private int node;

    SessionTask(TaskRecord record, SessionJob job, int node) {
        this.record = record;
        this.job = job;
        this.request = job.session().ignored().leave(record.task().request());
        this.status = record.status();
        this.node = node;
    }

    @Override
    public Task task() {
        return record.task();
    }

    /** What a session looks for and counts: all but what it leaves to plugins. */
    @Override
    public ResourceList request() {
        return request;
    }

    @Override
    public SessionJob job() {
        return job;
    }

    @Override
    public TaskStatus status() {
        return status;
    }

    @Override
    public Optional<NodeView> node() {
        return node == NOWHERE ? Optional.empty() : Optional.of(job.session().nodeAt(node));
    }

    @Override
    public Optional<Instant> started() {
        return record.started();
    }

    int nodeIndex() {
        return node;
    }

    int position() {
        return record.position();
    }

    /** The node that was freed for it in an earlier session; empty if none. */
    String nominated() {
        return record.nominated();
    }

    /** Whether it waited when the session began. */
    boolean wasWaiting() {
        return record.status() == TaskStatus.PENDING;
    }

    /** Whether it was on its way out when the session began. */
    boolean wasLeaving() {
        return record.status() == TaskStatus.RELEASING;
    }

    boolean isBestEffort() {
        return template().isBestEffort();
    }

    /** Shows another status, while handlers are told of what is about to be; nothing else is changed by it. */
    void show(TaskStatus shown) {
        status = shown;
    }

    void move(TaskStatus to, int where) {
        status = to;
        node = where;
    }

    @Override
    public String toString() {
        return job.id() + "/" + name();
    }
}
