package io.tender.extender.volcano;

import io.tender.model.batch.Job;
import io.tender.model.batch.JobPhase;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.QueueView;
import io.tender.spi.batch.SubJobView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A job whose domain is what the test says. */
final class FakeJob implements JobView {
    private final Job job;
    private final FakeQueue queue;
    private final List<FakeTask> tasks = new ArrayList<>();
    private Optional<String> domain = Optional.empty();
    private int domainSearches;
    private OptionalLong version = OptionalLong.empty();

    FakeJob(Job job, FakeQueue queue) {
        this.job = job;
        this.queue = queue;
        for (Task task : job.tasks()) {
            tasks.add(new FakeTask(task, this));
        }
        queue.add(this);
    }

    /** Says that it keeps count of its changes. */
    void version(long given) {
        version = OptionalLong.of(given);
    }

    @Override
    public OptionalLong version() {
        return version;
    }

    FakeTask task(int index) {
        return tasks.get(index);
    }

    @Override
    public Job job() {
        return job;
    }

    @Override
    public JobPhase phase() {
        return JobPhase.PENDING;
    }

    @Override
    public QueueView queue() {
        return queue;
    }

    @Override
    public List<FakeTask> tasks() {
        return tasks;
    }

    @Override
    public List<? extends SubJobView> subJobs() {
        return FakeSubJob.of(this);
    }

    @Override
    public int count(TaskStatus status) {
        return (int) tasks.stream().filter(task -> task.status() == status).count();
    }

    @Override
    public int count(String role, TaskStatus status) {
        return (int) tasks.stream()
                .filter(task -> task.status() == status && task.role().equals(role))
                .count();
    }

    @Override
    public int pendingBestEffort() {
        return 0;
    }

    @Override
    public ResourceList allocated() {
        return sum(true);
    }

    @Override
    public ResourceList pipelined() {
        return ResourceList.empty();
    }

    @Override
    public ResourceList requested() {
        return sum(false);
    }

    private ResourceList sum(boolean allocatedOnly) {
        ResourceList sum = ResourceList.empty();
        for (FakeTask task : tasks) {
            if (!allocatedOnly || task.status().allocated()) {
                sum = sum.plus(task.request());
            }
        }
        return sum;
    }

    @Override
    public ResourceList pending() {
        return ResourceList.empty();
    }

    @Override
    public Optional<String> allocatedHyperNode() {
        domainSearches++;
        return domain;
    }

    /** Has all its placed tasks be in that domain. */
    FakeJob in(String name) {
        domain = Optional.of(name);
        return this;
    }

    /** How often its domain was looked for, which is much work in a real session. */
    int domainSearches() {
        return domainSearches;
    }
}
