package io.tender.daemon.cluster.simulated;

import io.tender.daemon.cluster.TaskKey;
import io.tender.daemon.cluster.TaskReport;
import java.util.Optional;

/** One task: as little as will do, since there are many. */
final class SimulatedTask {
    final TaskKey key;
    Optional<TaskReport> report = Optional.empty();
    boolean acknowledged;
    boolean ending;
    long notedInRound;

    SimulatedTask(TaskKey key) {
        this.key = key;
    }

    boolean isOver() {
        return report.filter(it -> it.state().isTerminal()).isPresent();
    }
}
