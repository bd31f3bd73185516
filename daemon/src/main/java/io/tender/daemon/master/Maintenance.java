package io.tender.daemon.master;

import io.tender.model.AgentId;
import io.tender.model.BrokenRule;
import io.tender.model.FrameworkId;
import io.tender.model.InverseOfferStatus;
import io.tender.model.Unavailability;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/** When machines will be down, and which are. A machine is up, about to go down (draining) or down. */
final class Maintenance {
    private final Desk desk;
    private final Links links;
    private final Offers offers;
    private final InverseOffers inverseOffers;
    private final Agents agents;

    Maintenance(Desk desk, Links links, Offers offers, InverseOffers inverseOffers, Agents agents) {
        this.desk = desk;
        this.links = links;
        this.offers = offers;
        this.inverseOffers = inverseOffers;
        this.agents = agents;
    }

    void schedule(List<MaintenanceWindow> windows) {
        check(windows);
        SortedMap<String, Unavailability> before = new TreeMap<>(desk.state.unavailable());
        desk.apply(new Change.MaintenanceSet(windows));
        announce(before);
    }

    private void check(List<MaintenanceWindow> windows) {
        Set<String> machines = hosts(List.of());
        for (MaintenanceWindow window : windows) {
            if (window.machines().isEmpty()) {
                throw MasterRefusal.invalid(BrokenRule.of(
                        "A window of maintenance has no machines.",
                        "none",
                        "at least one",
                        "name its machines, or leave the window out"));
            }
            window.unavailability()
                    .duration()
                    .filter(length -> length.isNegative())
                    .ifPresent(length -> {
                        throw MasterRefusal.invalid(BrokenRule.of(
                                "No window of maintenance has that length.",
                                length,
                                "zero or more",
                                "correct it, or leave it out for good"));
                    });
            for (String machine : window.machines()) {
                if (machine.isBlank()) {
                    throw MasterRefusal.invalid(BrokenRule.of(
                            "A machine of a window has no name.",
                            "'" + machine + "'",
                            "its host name",
                            "name it; 'tender agents' lists the hosts there are"));
                }
                if (!machines.add(machine)) {
                    throw MasterRefusal.invalid(BrokenRule.of(
                            "A machine appears twice in the schedule.",
                            "'" + machine + "'",
                            "each machine in one window",
                            "leave one of them out"));
                }
            }
        }
        for (String machine : desk.state.down()) {
            if (!machines.contains(machine)) {
                throw MasterRefusal.conflict(BrokenRule.of(
                        "Machine '" + machine + "' is down and not in the new schedule.",
                        "a schedule without it",
                        "it to stay scheduled until its maintenance is stopped",
                        "bring it back first ('tender maintenance stop " + machine + "'), or schedule it too"));
            }
        }
    }

    /** Tells the allocator and the guests of what is new; offers that say otherwise are taken back. */
    private void announce(Map<String, Unavailability> before) {
        for (AgentRecord agent : desk.state.agents()) {
            Optional<Unavailability> now =
                    desk.state.unavailability(agent.agent().hostname());
            Optional<Unavailability> was =
                    Optional.ofNullable(before.get(agent.agent().hostname()));
            if (now.equals(was)) {
                continue;
            }
            links.machineChanged(agent);
            if (desk.isPresent(agent.id())) {
                offers.rescindAll(agent.id());
                inverseOffers.rescindAll(agent.id());
                desk.allocator.updateUnavailability(agent.id(), now);
            }
        }
    }

    /** Machines go down: their agents leave. */
    void start(Collection<String> machines) {
        SortedSet<String> down = new TreeSet<>(desk.state.down());
        for (String machine : named(machines)) {
            if (desk.state.unavailability(machine).isEmpty()) {
                throw MasterRefusal.invalid(BrokenRule.of(
                        "Machine '" + machine + "' is not part of a maintenance schedule.",
                        "a machine that nobody has announced",
                        "one that is scheduled",
                        "schedule it first ('tender maintenance schedule')"));
            }
            if (!down.add(machine)) {
                throw MasterRefusal.conflict(BrokenRule.of(
                        "Machine '" + machine + "' is down already.",
                        "a machine under maintenance",
                        "one that is only scheduled",
                        "leave it out; 'tender maintenance status' lists them"));
            }
        }
        desk.apply(new Change.MachinesDown(down));
        Set<String> leaving = hosts(machines);
        for (AgentRecord agent : List.copyOf(desk.state.agents())) {
            if (leaving.contains(agent.agent().hostname())) {
                agents.goDown(agent);
            }
        }
    }

    /** Machines are up again, and no longer scheduled. */
    void stop(Collection<String> machines) {
        SortedSet<String> down = new TreeSet<>(desk.state.down());
        for (String machine : named(machines)) {
            if (!down.remove(machine)) {
                throw MasterRefusal.conflict(BrokenRule.of(
                        "Machine '" + machine + "' is not down.",
                        "a machine that is up",
                        "one whose maintenance was started",
                        "correct the name; 'tender maintenance status' lists them"));
            }
        }
        Set<String> returning = hosts(machines);
        List<MaintenanceWindow> left = new ArrayList<>();
        for (MaintenanceWindow window : desk.state.windows()) {
            List<String> others = window.machines().stream()
                    .filter(machine -> !returning.contains(machine))
                    .toList();
            if (!others.isEmpty()) {
                left.add(new MaintenanceWindow(others, window.unavailability()));
            }
        }
        desk.apply(new Change.MachinesDown(down));
        desk.apply(new Change.MaintenanceSet(left));
        agents.comeUp(returning);
    }

    /** Host names, which are the same in capitals and small letters. */
    private static Set<String> hosts(Collection<String> names) {
        Set<String> hosts = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        hosts.addAll(names);
        return hosts;
    }

    private static Collection<String> named(Collection<String> machines) {
        if (machines.isEmpty()) {
            throw MasterRefusal.invalid(BrokenRule.of(
                    "There are no machines.", "none", "at least one", "name them; 'tender agents' lists the hosts"));
        }
        return machines;
    }

    CompletableFuture<MaintenanceStatus> status() {
        SortedSet<String> down = new TreeSet<>(desk.state.down());
        TreeMap<String, TreeMap<AgentId, SortedMap<FrameworkId, InverseOfferStatus>>> draining =
                new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        Map<AgentId, String> machineOf = new HashMap<>();
        for (String machine : desk.state.unavailable().keySet()) {
            if (!down.contains(machine)) {
                draining.put(machine, new TreeMap<>());
            }
        }
        desk.state
                .agents()
                .forEach(agent -> machineOf.put(agent.id(), agent.agent().hostname()));
        return desk.allocator.inverseOfferStatuses().thenApply(statuses -> {
            statuses.forEach((agent, answers) -> {
                TreeMap<AgentId, SortedMap<FrameworkId, InverseOfferStatus>> machine =
                        draining.get(machineOf.getOrDefault(agent, ""));
                if (machine != null) {
                    machine.put(agent, answers);
                }
            });
            List<MaintenanceStatus.Draining> list = new ArrayList<>();
            draining.forEach((machine, answers) -> list.add(new MaintenanceStatus.Draining(machine, answers)));
            return new MaintenanceStatus(list, down);
        });
    }
}
