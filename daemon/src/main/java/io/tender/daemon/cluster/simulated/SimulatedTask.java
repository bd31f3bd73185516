package io.tender.daemon.cluster.simulated;

import io.tender.daemon.cluster.TaskKey;
import io.tender.daemon.cluster.TaskOrder;
import io.tender.daemon.cluster.TaskReport;
import java.util.Optional;

/** One task: as little as will do, since there are many. */
final class SimulatedTask {
    final TaskKey key;
    final long cpus;
    final long memory;
    Optional<TaskReport> report = Optional.empty();
    boolean acknowledged;
    boolean ending;
    long notedInRound;

    SimulatedTask(TaskOrder order) {
        this.key = order.key();
        this.cpus = order.resources().amount("cpus");
        this.memory = order.resources().amount("mem");
    }

    boolean isOver() {
        return report.filter(it -> it.state().isTerminal()).isPresent();
    }
}
