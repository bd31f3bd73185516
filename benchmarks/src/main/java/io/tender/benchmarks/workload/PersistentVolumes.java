package io.tender.benchmarks.workload;

import io.tender.benchmarks.workload.Bench.Agent;
import io.tender.core.sorter.SorterKind;
import io.tender.model.Disk;
import io.tender.model.FrameworkCapability;
import io.tender.model.FrameworkInfo;
import io.tender.model.Reservation;
import io.tender.model.Resource;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Six rounds of returned offers on agents that are wholly reserved and have a volume each, shared or not. */
record PersistentVolumes(int agents, int frameworks, Volumes volumes) implements Workload {

    /** Which agents' volumes are shared: none, all, or every second one. */
    enum Volumes {
        REGULAR,
        SHARED,
        MIXED;

        private boolean isShared(int agent) {
            return this == SHARED || (this == MIXED && agent % 2 == 0);
        }
    }

    static final Family FAMILY = new Family(
            "PersistentVolumes",
            "six rounds of returned offers; every agent is reserved and has a volume",
            Family.GRID,
            Pattern.compile(Family.GRID_LABEL.pattern() + " (regular|shared|mixed)"),
            label -> new PersistentVolumes(
                    Family.number(label, 1),
                    Family.number(label, 2),
                    Volumes.valueOf(label.group(3).toUpperCase(Locale.ROOT))),
            PersistentVolumes::sized);

    private static final int ROUNDS = 6;
    private static final Role ROLE = Role.of("test");
    private static final String TOTAL = "cpus(test):24;mem(test):4096;disk(test):3072;ports(test):[31000-32000]";
    private static final String USED =
            "cpus(test):16;mem(test):1024;disk(test):1024;ports(test):" + Inputs.fragmentedPorts(16);
    private static final long VOLUME_MB = 1024;

    private static List<Workload> sized(Sizes sizes) {
        List<Workload> cases = new ArrayList<>();
        for (Volumes volumes : Volumes.values()) {
            cases.addAll(sizes.grid((agents, frameworks) -> new PersistentVolumes(agents, frameworks, volumes)));
        }
        return cases;
    }

    @Override
    public String name() {
        return FAMILY.name();
    }

    @Override
    public String label() {
        return agents + "x" + frameworks + " " + volumes.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public void run(Candidate candidate, Recorder recorder) {
        List<FrameworkInfo> frameworkList = volumes == Volumes.REGULAR
                ? Inputs.frameworks(frameworks, ROLE)
                : Inputs.frameworks(frameworks, ROLE, FrameworkCapability.SHARED_RESOURCES);
        // Used under the role '*', though reserved for another: so the original has it.
        List<Agent> agentList = Inputs.agents(agents, this::total, frameworkList, i -> Resources.parse(USED), Role.ANY);
        Bench bench = new Bench(candidate, SorterKind.DRF);

        recorder.time("add frameworks", () -> bench.addFrameworks(frameworkList));
        recorder.time("add agents", () -> bench.addAgents(agentList));
        recorder.expect("offers after adding the agents", agents, bench.offersMade());
        for (int round = 0; round < ROUNDS; round++) {
            bench.returnOffers(Optional.empty());
            recorder.time("offering round", bench::tick);
            recorder.expect("offers in round " + round, agents, bench.offersMade());
        }
    }

    private Resources total(int agent) {
        Resource volume = Resource.scalar("disk", VOLUME_MB * 1000)
                .withReservations(Reservation.ofStatic(ROLE))
                .withDisk(Disk.persistent("id" + agent, "path" + agent));
        return Resources.parse(TOTAL).plus(volumes.isShared(agent) ? volume.asShared() : volume);
    }
}
