package io.tender.daemon.settings;

import io.tender.extender.http.ServerSettings;
import io.tender.model.Domain;
import io.tender.model.FlagDuration;
import io.tender.model.batch.Taint;
import io.tender.spi.AllocatorOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Settings as values by name, so that two of them can be compared, and a part of them taken over. */
public final class SettingValues {
    static final String OPTIONS = "allocator.options.";

    private final SortedMap<String, Object> values;

    private SettingValues(SortedMap<String, Object> values) {
        this.values = values;
    }

    public static SettingValues of(Settings settings) {
        TreeMap<String, Object> values = new TreeMap<>();
        values.put("listen", settings.server().host() + ":" + settings.server().port());
        values.put("http.hosts", settings.server().hosts());
        values.put("insecure", settings.insecure());
        values.put("tls", settings.certificates());
        values.put("access", settings.access());
        values.put("store", settings.store());
        values.put("snapshotEvery", settings.snapshotEvery());
        values.put("seed", settings.seed());
        values.put("heartbeat", settings.streams().heartbeat());
        values.put("plugins", settings.plugins());
        values.put("tracing", settings.tracing());
        values.put("priorityClasses", settings.priorityClasses());
        values.put("log", settings.log());
        values.put("agents", settings.agents().lasting());
        settings.agents().local().ifPresent(local -> {
            values.put("agents.local.resources", local.resources());
            values.put("agents.local.ports", local.ports());
            values.put(
                    "agents.local.attributes",
                    local.attributes().stream()
                            .filter(attribute -> !attribute.name().equals(Taint.ATTRIBUTE))
                            .toList());
            values.put("agents.local.taints", Taint.among(local.attributes()));
        });
        settings.agents().simulated().ifPresent(simulated -> values.put("agents.simulated.agents", simulated.agents()));
        limits(settings, values);
        allocator(settings.allocator(), values);
        master(settings.master(), values);
        batch(settings.batch(), values);
        services(settings.services(), values);
        return new SettingValues(values);
    }

    private static void limits(Settings settings, Map<String, Object> values) {
        ServerSettings server = settings.server();
        values.put("limits.requestBytes", server.mostBodyBytes());
        values.put("limits.headerBytes", server.mostHeaderBytes());
        values.put("limits.connections", server.mostConnections());
        values.put("limits.requests", server.mostRequests());
        values.put("limits.head", server.head());
        values.put("limits.body", server.body());
        values.put("limits.silence", server.silence());
        values.put("limits.idle", server.idle());
        values.put("limits.streams", settings.streams().mostStreams());
        values.put("limits.streamBytes", settings.streams().mostWaitingBytes());
        values.put("limits.waitingCalls", settings.mostWaiting());
    }

    private static void allocator(AllocatorChoice allocator, Map<String, Object> values) {
        values.put("allocator.name", allocator.name());
        values.put("allocator.roleSorter", allocator.roleSorter());
        values.put("allocator.frameworkSorter", allocator.frameworkSorter());
        values.put("allocator.parameters", allocator.parameters());
        AllocatorOptions options = allocator.options();
        AllocatorOptions.Extensions extensions = options.extensions();
        values.put(OPTIONS + "allocationInterval", options.allocationInterval());
        values.put(OPTIONS + "fairnessExcludedNames", options.fairnessExcludedNames());
        values.put(OPTIONS + "filterGpuResources", options.filterGpuResources());
        values.put(OPTIONS + "minAllocatable", options.minAllocatable());
        values.put(OPTIONS + "maxCompletedFrameworks", options.maxCompletedFrameworks());
        values.put(OPTIONS + "publishPerFrameworkMetrics", options.publishPerFrameworkMetrics());
        values.put(OPTIONS + "recoveryTimeout", options.recoveryTimeout());
        values.put(OPTIONS + "agentRecoveryFactor", options.agentRecoveryFactor());
        values.put(OPTIONS + "allocateWhenFreed", extensions.allocateWhenFreed());
        values.put(OPTIONS + "nestedQuota", extensions.nestedQuota());
        values.put(OPTIONS + "honourRequests", extensions.honourRequests());
        values.put(OPTIONS + "chargeUnusedReservations", extensions.chargeUnusedReservations());
        values.put(OPTIONS + "scarceNames", extensions.scarceNames());
    }

    private static void master(MasterChoice master, Map<String, Object> values) {
        values.put("master.offerTimeout", master.offerTimeout());
        values.put("master.agentReturnTimeout", master.agentReturnTimeout());
        values.put("master.roles", master.roles());
        values.put("master.whitelist", master.whitelist());
        values.put("master.region", master.domain().map(Domain::region));
        values.put("master.zone", master.domain().map(Domain::zone));
        values.put("master.requireAgentDomain", master.requireAgentDomain());
        values.put("master.maxCompletedFrameworks", master.maxCompletedFrameworks());
        values.put("master.maxCompletedTasks", master.maxCompletedTasks());
        values.put("master.maxGoneAgents", master.maxGoneAgents());
        values.put("master.maxUnreachableAgents", master.maxUnreachableAgents());
        values.put("master.maxAgentAge", master.maxAgentAge());
    }

    private static void batch(BatchChoice batch, Map<String, Object> values) {
        values.put("batch.enabled", batch.enabled());
        values.put("batch.role", batch.role());
        values.put("batch.conf", batch.conf().meant());
        values.put("batch.schedulePeriod", batch.settings().schedulePeriod());
        values.put("batch.settle", batch.settings().settle());
        values.put("batch.pause", batch.settings().pause());
        values.put("batch.offerHold", batch.settings().offerHold());
        values.put("batch.offerRefusal", batch.settings().offerRefusal());
        values.put("batch.tasksPerNode", batch.settings().tasksPerNode());
    }

    /** Flags as they are written, since their defaults are known only to who reads them. */
    private static void services(ServicesChoice services, Map<String, Object> values) {
        values.put("services.enabled", services.enabled());
        values.put("services.role", services.role());
        values.put("services.offer_order", services.settings().offerOrder());
        values.put("services.offer_set_module", services.settings().offerSetModule());
        services.offerSet().forEach((name, word) -> values.put(OfferSetFlags.fullName(name), plain(word)));
        services.settings().given().forEach((name, word) -> values.putIfAbsent("services." + name, plain(word)));
    }

    private static Object plain(String word) {
        return FlagDuration.parse(word).<Object>map(time -> time).orElse(word);
    }

    /** The names of those that differ. */
    SortedSet<String> differingFrom(SettingValues others) {
        SortedSet<String> names = new TreeSet<>(values.keySet());
        names.addAll(others.values.keySet());
        names.removeIf(name -> Objects.equals(values.get(name), others.values.get(name)));
        return names;
    }

    /** What differs from what is wanted, and what of that can change while the daemon works. */
    public List<SettingChange> changesTo(SettingValues wanted, SortedSet<String> adjustable) {
        List<SettingChange> changes = new ArrayList<>();
        for (String name : differingFrom(wanted)) {
            changes.add(new SettingChange(name, Restarts.why(name, adjustable)));
        }
        if (hasTls() != wanted.hasTls()) {
            changes.replaceAll(change -> change.setting().equals("tls")
                    ? new SettingChange("tls", "what listens already cannot begin or cease to be encrypted")
                    : change);
        }
        return changes;
    }

    private boolean hasTls() {
        return !Objects.equals(values.get("tls"), "");
    }

    /** These, with those settings taken over that came into force. */
    public SettingValues with(List<SettingChange> changes, SettingValues wanted) {
        TreeMap<String, Object> changed = new TreeMap<>(values);
        for (SettingChange change : changes) {
            Object value = wanted.values.get(change.setting());
            if (change.isInForce() && value == null) {
                changed.remove(change.setting());
            } else if (change.isInForce() && value != null) {
                changed.put(change.setting(), value);
            }
        }
        return new SettingValues(changed);
    }

    SortedSet<String> names() {
        return new TreeSet<>(values.keySet());
    }
}
