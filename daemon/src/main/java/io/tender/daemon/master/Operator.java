package io.tender.daemon.master;

import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.Operation;
import io.tender.model.Quota;
import io.tender.model.Role;
import io.tender.model.batch.Taint;
import io.tender.model.batch.TaintName;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** What operators ask of the master, on its turns. A refused command has changed nothing. */
public final class Operator {
    private final Desk desk;
    private final Quotas quotas;
    private final Maintenance maintenance;
    private final FreeResources free;
    private final Drains drains;
    private final Taints taints;
    private final Agents agents;
    private final Frameworks frameworks;
    private final Tasks tasks;

    Operator(
            Desk desk,
            Quotas quotas,
            Maintenance maintenance,
            FreeResources free,
            Drains drains,
            Taints taints,
            Agents agents,
            Frameworks frameworks,
            Tasks tasks) {
        this.desk = desk;
        this.quotas = quotas;
        this.maintenance = maintenance;
        this.free = free;
        this.drains = drains;
        this.taints = taints;
        this.agents = agents;
        this.frameworks = frameworks;
        this.tasks = tasks;
    }

    /**
     * Sets quotas; one that promises and bounds nothing takes a role's quota away.
     *
     * @param force accept limits below the consumption and guarantees above the capacity
     * @param authorised whether the caller may change a role's quota
     */
    public void setQuotas(SortedMap<Role, Quota> update, boolean force, Predicate<Role> authorised) {
        quotas.set(update, force, authorised);
    }

    public void setWeights(SortedMap<Role, Double> weights) {
        quotas.weigh(weights);
    }

    /** Replaces the maintenance schedule. */
    public void schedule(List<MaintenanceWindow> windows) {
        maintenance.schedule(windows);
    }

    public void startMaintenance(Collection<String> machines) {
        maintenance.start(machines);
    }

    public void stopMaintenance(Collection<String> machines) {
        maintenance.stop(machines);
    }

    public CompletableFuture<MaintenanceStatus> maintenanceStatus() {
        return maintenance.status();
    }

    /**
     * Changes resources that nobody uses: RESERVE, UNRESERVE, CREATE, DESTROY, GROW_VOLUME, SHRINK_VOLUME; all or none.
     *
     * @return completes once it is durable; fails with a {@link MasterRefusal}
     */
    public CompletableFuture<Void> operate(AgentId agent, List<Operation> operations) {
        return free.operate(agent, operations);
    }

    /** Stops offering an agent and ends its tasks. */
    public void drain(AgentId agent, Optional<Duration> maxGrace, boolean markGone) {
        drains.drain(agent, maxGrace, markGone, tasks);
        finishDrain(agent);
    }

    /** To be called whenever a task has ended on an agent. */
    void finishDrain(AgentId agent) {
        if (drains.finish(agent)) {
            agents.markGone(agent);
        }
    }

    public void deactivate(AgentId agent) {
        drains.deactivate(agent);
    }

    public void reactivate(AgentId agent) {
        drains.reactivate(agent);
    }

    /**
     * Changes what keeps tasks of jobs off an agent that do not tolerate it; what runs there runs on.
     *
     * @param put each takes the place of one with the same key and effect
     * @param remove which of those that operators gave it are taken off
     * @return whether anything has changed
     */
    public boolean taint(AgentId agent, List<Taint> put, List<TaintName> remove) {
        return taints.change(agent, put, remove);
    }

    public void markGone(AgentId agent) {
        agents.markGone(agent);
    }

    public void teardown(FrameworkId framework) {
        frameworks.teardown(framework);
    }

    /** Restricts offers to these hosts; empty: no restriction. Part of the settings, so not kept over a restart. */
    public void setWhitelist(Optional<Set<String>> hostnames) {
        desk.allocator.updateWhitelist(hostnames);
    }
}
