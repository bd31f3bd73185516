package io.tender.cli.demo.simulated;

import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;

/** A framework that answers at once, with an appetite and tasks that are all alike. */
final class SimulatedFramework extends Participant {

    final Appetite appetite;
    final Resources task;

    int running;

    SimulatedFramework(String name, String role, double weight, Appetite appetite) {
        super(name, role, weight);
        this.appetite = appetite;
        this.task = appetite.task();
    }

    @Override
    int running() {
        return running;
    }

    /** How many more tasks it would start now. */
    int hunger() {
        return Math.max(0, appetite.wanted(running) - running);
    }

    /** How many tasks it would rather stop. */
    int surplus() {
        return Math.max(0, running - appetite.wanted(running));
    }

    @Override
    double wantedShare(ResourceQuantities total) {
        double one = Ledger.dominantShare(task.quantities(), total);
        return Math.min(1, one * appetite.wanted(running));
    }

    @Override
    double share(ResourceQuantities total) {
        return running * Ledger.dominantShare(task.quantities(), total);
    }

    /** Books its answer to an offer, from which it started so many tasks. */
    void answered(int started) {
        offers++;
        running += started;
        tasksStarted += started;
        appetite.started(started);
        if (started > 0) {
            accepted++;
        } else {
            declined++;
        }
    }
}
