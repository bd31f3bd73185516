package io.tender.daemon.cluster.local;

import io.tender.daemon.cluster.RunState;
import io.tender.daemon.cluster.TaskKey;
import java.time.Duration;
import java.util.Optional;

/** A task as this daemon follows it; what must outlive the daemon is in its record. */
final class LocalTask {
    final TaskKey key;
    final TaskFolder folder;
    TaskRecord record;

    /** Who won the right to start it, once that was seen. */
    Optional<Started> started = Optional.empty();

    /** Until when it must have become a process; in nanoseconds of the machine's timer, as all times here. */
    long startBy;

    /** Whether it was asked to end by this daemon. */
    boolean asked;

    /** When its grace is over, once it is to end. */
    long forceAt;

    /** When it is to be looked at again, if that is set; one timer at a time is enough. */
    Optional<Long> lookAt = Optional.empty();

    /** How often its processes were ended by force and some were still there. */
    int sweeps;

    /** When its last report is due to be said again, and how long to wait after that. */
    long sayAgainAt;

    Duration sayAgainAfter = Reports.FIRST_WAIT;

    /** Whether its record could not be written, so that it must be tried again. */
    boolean unsaved;

    /** What its folder takes of the disk, once it is over. */
    long bytes;

    LocalTask(TaskFolder folder, TaskRecord record) {
        this.key = record.order().key();
        this.folder = folder;
        this.record = record;
    }

    boolean isSaidToRun() {
        return record.report()
                .filter(report -> report.state() == RunState.RUNNING)
                .isPresent();
    }

    boolean isOver() {
        return record.isOver();
    }

    /** Whether nobody needs to hear of it any more. */
    boolean isSettled() {
        return isOver() && record.acknowledged();
    }
}
