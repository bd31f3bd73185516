package io.tender.daemon.settings;

import io.tender.daemon.master.MasterSettings;
import io.tender.model.Domain;
import io.tender.model.Role;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * How the master behaves.
 *
 * @param offerTimeout after which an unanswered offer is taken back; empty: never
 * @param agentReturnTimeout how long after a restart an agent may take to report
 * @param roles the roles the cluster is restricted to; empty: any
 * @param whitelist the names of the hosts that are offered; empty: all
 * @param domain where the master stands
 */
public record MasterChoice(
        Optional<Duration> offerTimeout,
        Duration agentReturnTimeout,
        Optional<Set<Role>> roles,
        Optional<Set<String>> whitelist,
        Optional<Domain> domain,
        boolean requireAgentDomain,
        int maxCompletedFrameworks,
        int maxCompletedTasks,
        int maxGoneAgents,
        int maxUnreachableAgents,
        Duration maxAgentAge) {

    static MasterChoice read(Section section) {
        MasterSettings usual = MasterSettings.defaults("unnamed");
        Set<Role> roles = new TreeSet<>(section.each("roles", "names of roles", Role::of));
        Set<String> hosts = new TreeSet<>(section.each("whitelist", "names of hosts", name -> name));
        MasterChoice choice = new MasterChoice(
                section.timeOrNever("offerTimeout"),
                section.time("agentReturnTimeout", usual.agentReturnTimeout()),
                section.has("roles") ? Optional.of(roles) : Optional.empty(),
                section.has("whitelist") ? Optional.of(hosts) : Optional.empty(),
                domain(section),
                section.truth("requireAgentDomain", usual.requireAgentDomain()),
                section.count("maxCompletedFrameworks", 0, usual.maxCompletedFrameworks()),
                section.count("maxCompletedTasks", 0, usual.maxCompletedTasks()),
                section.count("maxGoneAgents", 0, usual.maxGoneAgents()),
                section.count("maxUnreachableAgents", 0, usual.maxUnreachableAgents()),
                section.time("maxAgentAge", usual.maxAgentAge()));
        section.done();
        return choice;
    }

    /** Where something stands, by {@code region} and {@code zone}. */
    static Optional<Domain> domain(Section section) {
        Optional<String> region = section.text("region");
        Optional<String> zone = section.text("zone");
        if (region.isPresent() != zone.isPresent()) {
            section.problem(
                    region.isPresent() ? "region" : "zone",
                    "A region and a zone belong together.",
                    region.isPresent() ? "a region alone" : "a zone alone",
                    "both, or neither");
        }
        return region.flatMap(name -> zone.map(within -> new Domain(name, within)));
    }

    /** @param id names this run of the master */
    public MasterSettings settings(String id, boolean nestedQuota) {
        return new MasterSettings(
                id,
                offerTimeout,
                agentReturnTimeout,
                roles,
                domain,
                requireAgentDomain,
                nestedQuota,
                maxCompletedFrameworks,
                maxCompletedTasks,
                maxGoneAgents,
                maxUnreachableAgents,
                maxAgentAge);
    }
}
