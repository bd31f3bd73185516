package io.tender.cli.demo.simulated;

import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.ResourceQuantities;
import io.tender.model.Role;
import java.util.Set;

/** Somebody who is offered resources: what became of the offers, and how its share compares with its due. */
abstract sealed class Participant permits SimulatedFramework, ServiceFramework, BatchFramework {

    final FrameworkId id;
    final Role role;
    final double weight;

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

    Participant(String name, String role, double weight) {
        this.id = new FrameworkId(name);
        this.role = Role.of(role);
        this.weight = weight;
    }

    /** How many tasks it has on agents. */
    abstract int running();

    abstract double wantedShare(ResourceQuantities total);

    abstract double share(ResourceQuantities total);

    FrameworkInfo info() {
        return FrameworkInfo.of(id, Set.of(role));
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
                running(),
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
