package io.tender.benchmarks.placement;

import com.netflix.fenzo.SchedulingResult;
import com.netflix.fenzo.TaskAssignmentResult;
import com.netflix.fenzo.TaskRequest;
import com.netflix.fenzo.TaskScheduler;
import com.netflix.fenzo.VMAssignmentResult;
import com.netflix.fenzo.VirtualMachineLease;
import com.netflix.fenzo.functions.Action2;
import com.netflix.fenzo.plugins.BinPackingFitnessCalculators;
import io.tender.benchmarks.placement.PlacementResult.Kind;
import io.tender.benchmarks.workload.WrongOutcome;
import java.util.ArrayList;
import java.util.List;

/** Fenzo as its documents tell to use it: one call per batch, and what is left of a used lease comes as a new one. */
final class FenzoContestant implements Contestant {

    /** Leases are held for as long as a run lasts. */
    private static final long NEVER_SECONDS = 1_000_000;

    private final boolean packing;

    FenzoContestant(boolean packing) {
        this.packing = packing;
    }

    @Override
    public String name() {
        return packing ? "Fenzo, cpuMemBinPacker" : "Fenzo";
    }

    @Override
    public Kind kind() {
        return Kind.FENZO;
    }

    @Override
    public Run begin(Ledger ledger) {
        TaskScheduler.Builder builder = new TaskScheduler.Builder()
                .withLeaseOfferExpirySecs(NEVER_SECONDS)
                .withLeaseRejectAction(lease -> {
                    throw new WrongOutcome("rejected leases", "none", lease.getId());
                });
        if (packing) {
            builder.withFitnessCalculator(BinPackingFitnessCalculators.cpuMemBinPacker);
        }
        return new FenzoRun(builder.build(), ledger);
    }

    private static final class FenzoRun implements Run {
        private final TaskScheduler scheduler;
        private final Action2<TaskRequest, String> assigner;
        private final Ledger ledger;
        private List<VirtualMachineLease> arriving = new ArrayList<>();
        private int leases;
        private int tasks;

        FenzoRun(TaskScheduler scheduler, Ledger ledger) {
            this.scheduler = scheduler;
            this.assigner = scheduler.getTaskAssigner();
            this.ledger = ledger;
            ledger.agents().forEach(agent -> arriving.add(lease(agent)));
            SchedulingResult taken = scheduler.scheduleOnce(List.of(), arriving);
            if (taken.getLeasesAdded() != arriving.size()) {
                throw new WrongOutcome("leases taken in", arriving.size(), taken.getLeasesAdded());
            }
            arriving = new ArrayList<>();
        }

        private VirtualMachineLease lease(String agent) {
            return new FenzoLease(
                    "lease-" + leases++,
                    agent,
                    ledger.freeCpus(agent),
                    ledger.freeMemoryMb(agent),
                    ledger.freeDiskMb(agent),
                    System.currentTimeMillis());
        }

        @Override
        public long place(int count) {
            List<TaskRequest> requests = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                requests.add(new FenzoTask("task-" + tasks++));
            }
            long began = System.nanoTime();
            SchedulingResult result = scheduler.scheduleOnce(requests, arriving);
            for (VMAssignmentResult agent : result.getResultMap().values()) {
                for (TaskAssignmentResult assigned : agent.getTasksAssigned()) {
                    assigner.call(assigned.getRequest(), agent.getHostname());
                }
            }
            long nanos = System.nanoTime() - began;
            List<VirtualMachineLease> left = new ArrayList<>();
            for (VMAssignmentResult agent : result.getResultMap().values()) {
                agent.getTasksAssigned().forEach(task -> ledger.start(task.getTaskId(), agent.getHostname()));
                left.add(lease(agent.getHostname()));
            }
            if (!result.getExceptions().isEmpty()) {
                throw new WrongOutcome("exceptions in Fenzo", "none", result.getExceptions());
            }
            arriving = left;
            return nanos;
        }

        @Override
        public void close() {
            scheduler.shutdown();
        }
    }
}
