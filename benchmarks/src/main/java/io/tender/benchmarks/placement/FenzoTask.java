package io.tender.benchmarks.placement;

import com.netflix.fenzo.ConstraintEvaluator;
import com.netflix.fenzo.TaskRequest;
import com.netflix.fenzo.VMTaskFitnessCalculator;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A task without demands beyond its resources, as Fenzo wants it. */
final class FenzoTask implements TaskRequest {
    private final String id;

    /** Written and read by Fenzo. */
    private @Nullable AssignedResources assigned;

    FenzoTask(String id) {
        this.id = id;
    }

    @Override
    public String getId() {
        return id;
    }

    @Override
    public String taskGroupName() {
        return "www";
    }

    @Override
    public double getCPUs() {
        return Ledger.TASK_CPUS;
    }

    @Override
    public double getMemory() {
        return Ledger.TASK_MEMORY_MB;
    }

    @Override
    public double getNetworkMbps() {
        return 0;
    }

    @Override
    public double getDisk() {
        return Ledger.TASK_DISK_MB;
    }

    @Override
    public int getPorts() {
        return 0;
    }

    @Override
    public Map<String, Double> getScalarRequests() {
        return Collections.emptyMap();
    }

    @Override
    public Map<String, NamedResourceSetRequest> getCustomNamedResources() {
        return Collections.emptyMap();
    }

    @Override
    public List<? extends ConstraintEvaluator> getHardConstraints() {
        return List.of();
    }

    @Override
    public List<? extends VMTaskFitnessCalculator> getSoftConstraints() {
        return List.of();
    }

    @Override
    public void setAssignedResources(AssignedResources resources) {
        assigned = resources;
    }

    @Override
    public @Nullable AssignedResources getAssignedResources() {
        return assigned;
    }
}
