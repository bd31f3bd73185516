package io.tender.core.batch;

import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import io.tender.spi.batch.QueueView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A queue within a session. */
public final class SessionQueue implements QueueView {
    private final Queue queue;
    private final List<SessionJob> jobs = new ArrayList<>();
    private ResourceList allocated = ResourceList.empty();

    SessionQueue(Queue queue) {
        this.queue = queue;
    }

    void add(SessionJob job) {
        jobs.add(job);
        allocated = allocated.plus(job.allocated());
    }

    void allocatedChanged(ResourceList request, boolean more) {
        allocated = more ? allocated.plus(request) : allocated.minus(request);
    }

    @Override
    public Queue queue() {
        return queue;
    }

    @Override
    public List<SessionJob> jobs() {
        return Collections.unmodifiableList(jobs);
    }

    @Override
    public ResourceList allocated() {
        return allocated;
    }

    @Override
    public String toString() {
        return queue.name();
    }
}
