package io.tender.core.batch;

import io.tender.model.batch.Job;
import io.tender.model.batch.JobPhase;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.TaskStatus;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.service.TaskId;
import io.tender.spi.batch.JobView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A job within a session. Its tasks are made when somebody asks for one, as most jobs of a large session wait untouched. */
public final class SessionJob implements JobView {
    private final Session session;
    private final JobRecord record;
    private final SessionQueue queue;
    private final StatusCounts counts;
    private JobPhase phase;
    private ResourceList allocated;
    private ResourceList pipelined = ResourceList.empty();
    private ResourceList pending;
    private int pendingBestEffort;
    private @Nullable List<SessionTask> tasks;
    private @Nullable List<SessionSubJob> subJobs;
    private @Nullable Map<String, StatusCounts> roleCounts;

    SessionJob(Session session, JobRecord record, SessionQueue queue) {
        this.session = session;
        this.record = record;
        this.queue = queue;
        this.counts = record.counts().copy();
        this.phase = record.phase();
        this.allocated = session.ignored().leave(record.allocated());
        this.pending = session.ignored().leave(record.pending());
        this.pendingBestEffort = record.pendingBestEffort();
    }

    Optional<SessionTask> task(TaskId id) {
        return tasks().stream().filter(task -> task.id().equals(id)).findFirst();
    }

    Session session() {
        return session;
    }

    @Override
    public Job job() {
        return record.job();
    }

    @Override
    public OptionalLong version() {
        return record.version() == JobRecord.UNCOUNTED ? OptionalLong.empty() : OptionalLong.of(record.version());
    }

    @Override
    public JobPhase phase() {
        return phase;
    }

    void phase(JobPhase next) {
        phase = next;
    }

    JobPhase phaseBefore() {
        return record.phase();
    }

    @Override
    public SessionQueue queue() {
        return queue;
    }

    @Override
    public List<SessionTask> tasks() {
        if (tasks == null) {
            List<SessionTask> made = new ArrayList<>(record.tasks().size());
            for (TaskRecord task : record.tasks()) {
                made.add(new SessionTask(task, this, session.indexOf(task.node())));
            }
            tasks = made;
        }
        return tasks;
    }

    @Override
    public List<TaskTemplate> templates() {
        return record.templates();
    }

    @Override
    public List<SessionSubJob> subJobs() {
        if (subJobs == null) {
            subJobs = SubJobs.of(this, record.nominatedDomains());
        }
        return subJobs;
    }

    @Override
    public int count(TaskStatus status) {
        return counts.of(status);
    }

    @Override
    public int count(String role, TaskStatus status) {
        if (roleCounts == null) {
            roleCounts = new HashMap<>();
            for (SessionTask task : tasks()) {
                roleCounts
                        .computeIfAbsent(task.role(), unused -> new StatusCounts())
                        .add(task.status());
            }
        }
        StatusCounts ofRole = roleCounts.get(role);
        return ofRole == null ? 0 : ofRole.of(status);
    }

    @Override
    public int pendingBestEffort() {
        return pendingBestEffort;
    }

    @Override
    public ResourceList allocated() {
        return allocated;
    }

    @Override
    public ResourceList pipelined() {
        return pipelined;
    }

    @Override
    public ResourceList requested() {
        return session.ignored().leave(record.requested());
    }

    @Override
    public ResourceList pending() {
        return pending;
    }

    @Override
    public Optional<String> allocatedHyperNode() {
        return session.domains().holding(tasks());
    }

    /** Whether its tasks have to be close together, or to be placed in groups. */
    boolean needsDomains() {
        return !job().subGroups().isEmpty()
                || job().topology().filter(topology -> topology.hard()).isPresent();
    }

    /** Whether room was freed for any of its waiting tasks in an earlier session. */
    boolean isOwedRoom() {
        return record.tasks().stream()
                .anyMatch(task ->
                        task.status() == TaskStatus.PENDING && !task.nominated().isEmpty());
    }

    /** Keeps the sums right when a task of this job changes. */
    void changed(SessionTask task, TaskStatus from, TaskStatus to) {
        ResourceList request = task.request();
        counts.move(from, to);
        if (roleCounts != null) {
            roleCounts
                    .computeIfAbsent(task.role(), unused -> new StatusCounts())
                    .move(from, to);
        }
        if (from.allocated() != to.allocated()) {
            allocated = to.allocated() ? allocated.plus(request) : allocated.minus(request);
            queue.allocatedChanged(request, to.allocated());
        }
        if ((from == TaskStatus.PIPELINED) != (to == TaskStatus.PIPELINED)) {
            pipelined = to == TaskStatus.PIPELINED ? pipelined.plus(request) : pipelined.minus(request);
        }
        if ((from == TaskStatus.PENDING) != (to == TaskStatus.PENDING)) {
            boolean back = to == TaskStatus.PENDING;
            pending = back ? pending.plus(request) : pending.minus(request);
            if (task.isBestEffort()) {
                pendingBestEffort += back ? 1 : -1;
            }
        }
    }

    @Override
    public String toString() {
        return id().toString();
    }
}
