package io.tender.daemon.settings;

import java.util.Map;
import java.util.Set;
import java.util.SortedSet;

/** Which settings can change while the daemon works, and why the others cannot. */
final class Restarts {
    private static final Set<String> AT_ONCE = Set.of(
            "access",
            "agents.local.attributes",
            "agents.local.ports",
            "agents.local.resources",
            "agents.local.taints",
            "agents.simulated.agents",
            "batch.conf",
            "batch.offerHold",
            "batch.offerRefusal",
            "batch.schedulePeriod",
            "batch.settle",
            "batch.pause",
            "batch.tasksPerNode",
            "insecure",
            "log",
            "master.offerTimeout",
            "master.whitelist",
            "priorityClasses",
            "services.offer_order",
            "services.offer_set_module",
            "tls");

    private static final Map<String, String> REASONS = Map.ofEntries(
            Map.entry("listen", "the daemon listens already"),
            Map.entry("store", "all that the daemon knows is in the store it began with"),
            Map.entry("snapshotEvery", "the journal was opened with the old one"),
            Map.entry("seed", "chance has begun with the old one"),
            Map.entry("plugins", "jars are loaded once"),
            Map.entry("allocator", "another allocator would begin with empty books while offers and tasks are held"),
            Map.entry("master", "frameworks and agents were admitted by the old one"),
            Map.entry("agents", "agents are there from the start on, with what runs on them"),
            Map.entry("services", "the scheduler of services goes by it from its beginning on"),
            Map.entry("batch", "a scheduler is a framework from the start on"),
            Map.entry("tracing", "traces under way would be cut in two"));

    private Restarts() {}

    /** Empty if it can change at once. */
    static String why(String setting, SortedSet<String> adjustableOptions) {
        if (setting.startsWith(SettingValues.OPTIONS)) {
            String option = setting.substring(SettingValues.OPTIONS.length());
            return adjustableOptions.contains(option) ? "" : "this allocator has counted by it so far";
        }
        boolean atOnce = AT_ONCE.contains(setting) || OfferSetFlags.has(setting);
        int dot = setting.indexOf('.');
        String section = dot < 0 ? setting : setting.substring(0, dot);
        return atOnce ? "" : REASONS.getOrDefault(section, "the server was started with the old one");
    }
}
