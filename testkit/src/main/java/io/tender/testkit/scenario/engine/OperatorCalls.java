package io.tender.testkit.scenario.engine;

import io.tender.core.operator.Consumption;
import io.tender.core.operator.QuotaRules;
import io.tender.core.operator.RescindRules;
import io.tender.model.AgentId;
import io.tender.model.Applied;
import io.tender.model.Operation;
import io.tender.model.Quota;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.testkit.scenario.MasterSettings;
import io.tender.testkit.scenario.engine.Books.AgentEntry;
import io.tender.testkit.scenario.step.OperatorCommand;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/** Carries out what operators do. */
final class OperatorCalls {

    private final Cluster cluster;

    OperatorCalls(Cluster cluster) {
        this.cluster = cluster;
    }

    void perform(OperatorCommand command, Attempt attempt) {
        switch (command) {
            case OperatorCommand.UpdateQuota update -> updateQuota(update);
            case OperatorCommand.FirstQuota first -> firstQuota(first);
            case OperatorCommand.UpdateWeights update -> updateWeights(update.weights());
            case OperatorCommand.UpdateWhitelist update -> cluster.whitelist(update.hostnames());
            case OperatorCommand.UpdateAvailable update -> updateAvailable(update, attempt);
            case OperatorCommand.UpdateMaintenance update -> updateMaintenance(update);
            case OperatorCommand.Recover recover -> {
                recover.quotas().forEach(cluster.books()::putQuota);
                cluster.allocator().recover(recover.expectedAgents(), recover.quotas());
            }
            case OperatorCommand.Pause pause -> cluster.allocator().pause();
            case OperatorCommand.Resume resume -> cluster.allocator().resume();
            case OperatorCommand.Initialize initialize -> cluster.initialize();
        }
    }

    private void updateQuota(OperatorCommand.UpdateQuota update) {
        cluster.master()
                .ifPresent(settings -> MasterRefusal.ifAnyQuota(QuotaRules.validate(
                        update.quotas(),
                        update.force(),
                        situation(update.quotas().keySet(), update.forbidden(), settings))));
        store(update.quotas());
        if (cluster.master().isPresent()) {
            cluster.rescind(RescindRules.forQuotas(
                    update.quotas(), consumed(update.quotas().keySet()), cluster.outstanding()));
        }
    }

    private void firstQuota(OperatorCommand.FirstQuota first) {
        MasterSettings settings = cluster.master().orElseGet(MasterSettings::defaults);
        MasterRefusal.ifAnyQuota(QuotaRules.validateFirst(
                first.role(), first.quota(), first.force(), situation(Set.of(first.role()), Set.of(), settings)));
        store(new TreeMap<>(Map.of(first.role(), first.quota())));
        int active = (int) cluster.books().frameworks().values().stream()
                .filter(framework ->
                        framework.active() && framework.info().roles().contains(first.role()))
                .count();
        cluster.rescind(RescindRules.forFirstQuota(first.quota(), active, cluster.outstanding()));
    }

    private void store(SortedMap<Role, Quota> quotas) {
        quotas.forEach((role, quota) -> {
            cluster.books().putQuota(role, quota);
            cluster.allocator().updateQuota(role, quota);
        });
    }

    private QuotaRules.Situation situation(Set<Role> roles, Set<Role> forbidden, MasterSettings settings) {
        return new QuotaRules.Situation(
                settings.permittedRoles(),
                role -> !forbidden.contains(role),
                new TreeMap<>(cluster.books().quotas()),
                consumed(roles),
                Consumption.capacity(totals()),
                cluster.setup().options().extensions().nestedQuota());
    }

    private Map<Role, ResourceQuantities> consumed(Set<Role> roles) {
        TreeMap<Role, ResourceQuantities> consumed = new TreeMap<>();
        roles.forEach(role -> consumed.put(role, consumed(role)));
        return consumed;
    }

    private ResourceQuantities consumed(Role role) {
        return consumed(cluster.books(), role);
    }

    static ResourceQuantities consumed(Books books, Role role) {
        return Consumption.of(
                role,
                books.agents().values().stream().map(AgentEntry::total).toList(),
                books.used().entrySet().stream()
                        .map(entry -> new Consumption.Used(entry.getKey().role(), entry.getValue()))
                        .toList());
    }

    private List<Resources> totals() {
        return cluster.books().agents().values().stream().map(AgentEntry::total).toList();
    }

    private void updateWeights(SortedMap<Role, Double> weights) {
        cluster.books().weights().putAll(weights);
        cluster.allocator().updateWeights(weights);
        if (cluster.master().isPresent()) {
            TreeSet<Role> registered = new TreeSet<>();
            cluster.books()
                    .frameworks()
                    .values()
                    .forEach(framework -> registered.addAll(framework.info().roles()));
            cluster.rescind(RescindRules.forWeights(weights.keySet(), registered, cluster.outstanding()));
        }
    }

    private void updateAvailable(OperatorCommand.UpdateAvailable update, Attempt attempt) {
        AgentId agent = update.agent();
        if (cluster.master().isPresent()) {
            cluster.rescind(RescindRules.forOperations(
                    agent, cluster.books().free(agent), update.operations(), cluster.outstanding()));
        }
        CompletableFuture<Void> answer = cluster.allocator().updateAvailable(agent, update.operations());
        attempt.awaits(answer.thenRun(() -> cluster.books().agent(agent).ifPresent(entry -> {
            if (Operation.applyAll(entry.total(), update.operations()) instanceof Applied.Ok ok) {
                cluster.books()
                        .putAgent(new AgentEntry(
                                entry.info(), entry.capabilities(), ok.resources(), entry.unavailability()));
            }
        })));
    }

    private void updateMaintenance(OperatorCommand.UpdateMaintenance update) {
        AgentId agent = update.agent();
        if (cluster.master().isPresent()) {
            cluster.rescind(RescindRules.ofAgent(agent, cluster.outstanding()));
        }
        cluster.inverseForgotten(agent);
        cluster.books()
                .agent(agent)
                .ifPresent(entry -> cluster.books()
                        .putAgent(new AgentEntry(
                                entry.info(), entry.capabilities(), entry.total(), update.unavailability())));
        cluster.allocator().updateUnavailability(agent, update.unavailability());
    }
}
