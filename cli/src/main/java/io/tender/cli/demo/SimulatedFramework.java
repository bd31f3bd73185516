package io.tender.cli.demo;

import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.util.Set;

/** A framework of the demo: its appetite, what it runs, and what became of the offers it got. */
final class SimulatedFramework {

    final FrameworkId id;
    final Role role;
    final double weight;
    final Appetite appetite;
    final Resources task;

    int running;
    boolean suppressed;
    long offers;
    long accepted;
    long declined;
    long tasksStarted;
    long tasksEnded;
    long tasksLost;

    private double wantedSum;
    private double entitledSum;
    private double shareSum;
    private long moments;

    SimulatedFramework(String name, String role, double weight, Appetite appetite) {
        this.id = new FrameworkId(name);
        this.role = Role.of(role);
        this.weight = weight;
        this.appetite = appetite;
        this.task = appetite.task();
    }

    FrameworkInfo info() {
        return FrameworkInfo.of(id, Set.of(role));
    }

    /** How many more tasks it would start now. */
    int hunger() {
        return Math.max(0, appetite.wanted(running) - running);
    }

    /** How many tasks it would rather stop. */
    int surplus() {
        return Math.max(0, running - appetite.wanted(running));
    }

    double wantedShare(ResourceQuantities total) {
        double one = Ledger.dominantShare(task.quantities(), total);
        return Math.min(1, one * appetite.wanted(running));
    }

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

    void note(double wanted, double entitled, double share) {
        wantedSum += wanted;
        entitledSum += entitled;
        shareSum += share;
        moments++;
    }

    Snapshot.Row row(ResourceQuantities total, double entitled) {
        return new Snapshot.Row(
                role.path(),
                weight,
                id.value(),
                wantedShare(total),
                entitled,
                share(total),
                running,
                offers,
                suppressed);
    }

    Summary.RoleSummary summary() {
        double count = Math.max(1, moments);
        return new Summary.RoleSummary(
                role.path(),
                weight,
                id.value(),
                wantedSum / count,
                entitledSum / count,
                shareSum / count,
                offers,
                accepted,
                declined,
                tasksStarted);
    }
}
