package io.tender.daemon.cluster.local;

import io.tender.daemon.cluster.TaskOrder;
import io.tender.daemon.cluster.TaskReport;
import java.util.Optional;

/**
 * What the agent keeps of a task on disk.
 *
 * @param boot which run of the machine the task belongs to; no process outlives it
 * @param orphan whether the master did not know it any more, so that nobody will acknowledge its end
 * @param report the last report; none before the task was seen to start
 * @param acknowledged whether that report need not be said again
 */
record TaskRecord(
        TaskOrder order,
        String boot,
        boolean orphan,
        Optional<KillRequest> kill,
        Optional<TaskReport> report,
        boolean acknowledged) {

    static TaskRecord of(TaskOrder order, String boot) {
        return new TaskRecord(order, boot, false, Optional.empty(), Optional.empty(), false);
    }

    TaskRecord withKill(KillRequest request, boolean ofOrphan) {
        return new TaskRecord(order, boot, orphan || ofOrphan, Optional.of(request), report, acknowledged);
    }

    /** Nobody waits for what becomes of an orphan. */
    TaskRecord withReport(TaskReport said) {
        return new TaskRecord(order, boot, orphan, kill, Optional.of(said), orphan);
    }

    TaskRecord withAcknowledgement() {
        return new TaskRecord(order, boot, orphan, kill, report, true);
    }

    boolean isOver() {
        return report.filter(said -> said.state().isTerminal()).isPresent();
    }
}
