package io.tender.core.batch;

import io.tender.model.batch.Node;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.NodeView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node at one moment of a session. A change makes another one, so taking a change back is returning to this one. */
public final class SessionNode implements NodeView {
    private final Session session;
    private final NodeRecord record;
    private final int index;
    private final ResourceList idle;
    private final ResourceList used;
    private final ResourceList releasing;
    private final ResourceList pipelined;
    private final ResourceList futureIdle;
    private final long version;
    private @Nullable List<SessionTask> tasks;

    SessionNode(Session session, NodeRecord record, int index) {
        this(
                session,
                record,
                index,
                record.idle(),
                record.used(),
                record.releasing(),
                ResourceList.empty(),
                record.version(),
                null);
    }

    private SessionNode(
            Session session,
            NodeRecord record,
            int index,
            ResourceList idle,
            ResourceList used,
            ResourceList releasing,
            ResourceList pipelined,
            long version,
            @Nullable List<SessionTask> tasks) {
        this.session = session;
        this.record = record;
        this.index = index;
        this.idle = idle;
        this.used = used;
        this.releasing = releasing;
        this.pipelined = pipelined;
        this.futureIdle = idle.plus(releasing).minus(pipelined);
        this.version = version;
        this.tasks = tasks;
    }

    /** The node after a task on it went from one status to another. */
    SessionNode after(SessionTask task, TaskStatus from, TaskStatus to, long newVersion) {
        ResourceList request = task.request();
        boolean held = from.holdsRoom();
        boolean holds = to.holdsRoom();
        ResourceList nextIdle = held == holds ? idle : holds ? idle.minus(request) : idle.plus(request);
        ResourceList nextUsed = held == holds ? used : holds ? used.plus(request) : used.minus(request);
        return new SessionNode(
                session,
                record,
                index,
                nextIdle,
                nextUsed,
                moved(releasing, request, from == TaskStatus.RELEASING, to == TaskStatus.RELEASING),
                moved(pipelined, request, from == TaskStatus.PIPELINED, to == TaskStatus.PIPELINED),
                newVersion,
                tasksAfter(task, isHere(from), isHere(to)));
    }

    private static ResourceList moved(ResourceList sum, ResourceList request, boolean was, boolean is) {
        return was == is ? sum : is ? sum.plus(request) : sum.minus(request);
    }

    private static boolean isHere(TaskStatus status) {
        return status.holdsRoom() || status == TaskStatus.PIPELINED;
    }

    private List<SessionTask> tasksAfter(SessionTask task, boolean was, boolean is) {
        List<SessionTask> before = tasks();
        if (was == is) {
            return before;
        }
        List<SessionTask> after = new ArrayList<>(before.size() + 1);
        after.addAll(before);
        if (is) {
            after.add(task);
        } else {
            after.remove(task);
        }
        return after;
    }

    @Override
    public Node node() {
        return record.node();
    }

    @Override
    public int index() {
        return index;
    }

    @Override
    public ResourceList idle() {
        return idle;
    }

    @Override
    public ResourceList used() {
        return used;
    }

    @Override
    public ResourceList releasing() {
        return releasing;
    }

    @Override
    public ResourceList pipelined() {
        return pipelined;
    }

    @Override
    public ResourceList futureIdle() {
        return futureIdle;
    }

    @Override
    public List<SessionTask> tasks() {
        if (tasks == null) {
            List<SessionTask> found = new ArrayList<>(record.tasks().size());
            for (TaskRecord task : record.tasks()) {
                session.task(task).ifPresent(found::add);
            }
            tasks = found;
        }
        return tasks;
    }

    @Override
    public long version() {
        return version;
    }

    @Override
    public String toString() {
        return name() + " idle " + idle;
    }
}
