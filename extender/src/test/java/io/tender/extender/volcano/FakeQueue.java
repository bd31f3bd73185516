package io.tender.extender.volcano;

import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.QueueView;
import java.util.ArrayList;
import java.util.List;

/** A queue whose use the test says. */
final class FakeQueue implements QueueView {
    private final Queue queue;
    private final List<JobView> jobs = new ArrayList<>();
    private ResourceList allocated = ResourceList.empty();

    FakeQueue(Queue queue) {
        this.queue = queue;
    }

    void add(JobView job) {
        jobs.add(job);
    }

    FakeQueue using(String amounts) {
        allocated = ResourceList.parse(amounts);
        return this;
    }

    @Override
    public Queue queue() {
        return queue;
    }

    @Override
    public List<JobView> jobs() {
        return jobs;
    }

    @Override
    public ResourceList allocated() {
        return allocated;
    }
}
