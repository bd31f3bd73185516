package io.tender.core.allocator;

import io.tender.core.tally.Account;
import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.FrameworkOptions;
import io.tender.model.ResourceRequest;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.AllocatorRefusal.Reason;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Calls about frameworks: who they are, what they may have and what they want. */
final class FrameworkCalls {

    private final Cluster cluster;

    FrameworkCalls(Cluster cluster) {
        this.cluster = cluster;
    }

    void addFramework(FrameworkInfo info, Map<AgentId, Resources> used, boolean active, FrameworkOptions options) {
        if (cluster.books.frameworks.containsKey(info.id())) {
            throw Checks.refused(
                    Reason.FRAMEWORK_EXISTS,
                    "framework '" + info.id() + "' is known already: update it, or remove it first");
        }
        Checks.checkSubscribed(info, options.suppressedRoles());
        used.values().forEach(Checks::checkAllocated);
        FrameworkRecord framework = new FrameworkRecord(info, options.constraints());
        framework.suppressed.addAll(options.suppressedRoles());
        framework.active = active;
        cluster.books.frameworks.put(info.id(), framework);
        cluster.completed.remove(info.id());
        for (Role role : info.roles()) {
            cluster.books.track(framework, role).subscribed = true;
        }
        cluster.books.adopt(framework);
        refresh(framework);
        if (active) {
            cluster.wakefulness.wakeAll();
            cluster.schedule.causeAll();
        }
    }

    void removeFramework(FrameworkId id) {
        FrameworkRecord framework = cluster.framework(id);
        framework.active = false;
        Set<AgentRecord> freed = cluster.books.release(framework);
        freed.forEach(cluster.wakefulness::wake);
        for (RoleClient client : List.copyOf(framework.clients.values())) {
            cluster.filters.dropAll(client);
            client.subscribed = false;
            cluster.books.untrackIfIdle(client);
        }
        cluster.inverseOffers.forget(framework);
        cluster.completed.add(framework);
        cluster.books.frameworks.remove(id);
        if (cluster.options.extensions().allocateWhenFreed()) {
            freed.forEach(cluster.schedule::cause);
        }
    }

    void activateFramework(FrameworkId id) {
        FrameworkRecord framework = cluster.framework(id);
        framework.active = true;
        framework.clients.values().forEach(cluster.books::refreshEligibility);
        cluster.wakefulness.wakeAll();
        cluster.schedule.causeAll();
    }

    void deactivateFramework(FrameworkId id) {
        FrameworkRecord framework = cluster.framework(id);
        framework.active = false;
        for (RoleClient client : framework.clients.values()) {
            cluster.books.refreshEligibility(client);
            cluster.filters.dropAll(client);
        }
        framework.inverseFilters.clear();
    }

    void updateFramework(FrameworkInfo info, FrameworkOptions options) {
        FrameworkRecord framework = cluster.framework(info.id());
        Checks.checkSubscribed(info, options.suppressedRoles());
        Set<Role> revived = new TreeSet<>(framework.suppressed);
        revived.removeAll(options.suppressedRoles());
        revived.retainAll(info.roles());
        for (Role role : info.roles()) {
            cluster.books.track(framework, role).subscribed = true;
        }
        for (RoleClient client : List.copyOf(framework.clients.values())) {
            if (client.subscribed && !info.roles().contains(client.role)) {
                client.subscribed = false;
                cluster.filters.dropAll(client);
                cluster.books.untrackIfIdle(client);
            }
        }
        framework.suppressed.clear();
        framework.suppressed.addAll(options.suppressedRoles());
        for (Role role : revived) {
            forgetRefusals(framework, role);
        }
        framework.describe(info, options.constraints());
        refresh(framework);
        cluster.wakefulness.wakeAll();
    }

    void suppressOffers(FrameworkId id, Set<Role> roles) {
        FrameworkRecord framework = cluster.framework(id);
        Checks.checkSubscribed(framework.info, roles);
        framework.suppressed.addAll(roles.isEmpty() ? framework.info.roles() : roles);
        framework.clients.values().forEach(cluster.books::refreshEligibility);
    }

    void reviveOffers(FrameworkId id, Set<Role> roles) {
        FrameworkRecord framework = cluster.framework(id);
        Checks.checkSubscribed(framework.info, roles);
        framework.inverseFilters.clear();
        framework.demand.forget();
        for (Role role : roles.isEmpty() ? framework.info.roles() : roles) {
            forgetRefusals(framework, role);
            framework.suppressed.remove(role);
        }
        framework.clients.values().forEach(cluster.books::refreshEligibility);
        cluster.wakefulness.wakeAll();
        cluster.schedule.causeAll();
    }

    void requestResources(FrameworkId id, List<ResourceRequest> requests) {
        FrameworkRecord framework = cluster.books.frameworks.get(id);
        AllocatorOptions.Extensions extensions = cluster.options.extensions();
        boolean matters =
                extensions.honourRequests() || !extensions.scarceNames().isEmpty();
        if (framework != null && matters) {
            framework.demand.state(requests, agent -> {
                AgentRecord record = cluster.books.agents.get(agent);
                return record == null ? new Account() : cluster.books.heldOn(record, framework);
            });
            cluster.wakefulness.wakeAll();
        }
    }

    /** What follows from the options has changed for everybody. */
    void refreshAll() {
        cluster.books.frameworks.values().forEach(this::refresh);
    }

    /** Brings everything derived from a framework's description up to date. */
    private void refresh(FrameworkRecord framework) {
        for (RoleClient client : framework.clients.values()) {
            client.minimum =
                    framework.info.minAllocatable().getOrDefault(client.role, cluster.options.minAllocatable());
            client.constrained = framework.constraints.roles().contains(client.role);
            cluster.books.refreshEligibility(client);
        }
    }

    private void forgetRefusals(FrameworkRecord framework, Role role) {
        framework.inverseFilters.clear();
        RoleClient client = framework.clients.get(role);
        if (client != null) {
            cluster.filters.dropAll(client);
        }
    }
}
