package io.tender.daemon.master;

import io.tender.daemon.cluster.RunState;
import io.tender.daemon.cluster.TaskKey;
import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.Quota;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Looks at the master on its turns; what is returned is a copy that stays as it is. */
public final class MasterView {
    private final Desk desk;
    private final Links links;
    private final Offers offers;
    private final InverseOffers inverseOffers;

    MasterView(Desk desk, Links links, Offers offers, InverseOffers inverseOffers) {
        this.desk = desk;
        this.links = links;
        this.offers = offers;
        this.inverseOffers = inverseOffers;
    }

    public String masterId() {
        return desk.settings.masterId();
    }

    // How many there are, without a look at each.

    public int agentCount() {
        return desk.state.agents().size();
    }

    public int frameworkCount() {
        return desk.state.frameworks().size();
    }

    public int offerCount() {
        return offers.all().size();
    }

    /** How many tasks there are in each state, those whose end was not acknowledged yet included. */
    public Map<RunState, Long> taskCounts() {
        Map<RunState, Long> counts = new EnumMap<>(RunState.class);
        desk.state
                .frameworks()
                .forEach(framework ->
                        framework.tasks().values().forEach(task -> counts.merge(task.state(), 1L, Long::sum)));
        return counts;
    }

    /** What has happened since this run of the daemon began. */
    public Tally tally() {
        return desk.tally.now();
    }

    /** All agents that are known, those out of reach included, by id. */
    public List<AgentView> agents() {
        return desk.state.agents().stream()
                .map(agent -> agent(agent, desk, offers))
                .toList();
    }

    public Optional<AgentView> agent(AgentId id) {
        return desk.state.agent(id).map(agent -> agent(agent, desk, offers));
    }

    static AgentView agent(AgentRecord agent, Desk desk, Offers offers) {
        Resources used = Resources.empty();
        for (Resources part : agent.used().values()) {
            used = used.plus(part);
        }
        return new AgentView(
                agent.agent(),
                agent.capabilities(),
                agent.reported(),
                agent.total(),
                used,
                Offers.sum(offers.ofAgent(agent.id())),
                desk.isPresent(agent.id()),
                desk.state.down().contains(agent.agent().hostname()),
                agent.isDeactivated(),
                agent.drain(),
                desk.state.unavailability(agent.agent().hostname()),
                agent.joinedAt(),
                agent.unreachableSince());
    }

    public List<FrameworkView> frameworks() {
        return desk.state.frameworks().stream()
                .map(framework -> framework(framework, links, offers))
                .toList();
    }

    public Optional<FrameworkView> framework(FrameworkId id) {
        return desk.state.framework(id).map(framework -> framework(framework, links, offers));
    }

    /** Those that ended, oldest first; only the latest are remembered. */
    public List<FrameworkView> completedFrameworks() {
        return desk.state.completedFrameworks().stream()
                .map(framework -> framework(framework, links, offers))
                .toList();
    }

    static FrameworkView framework(FrameworkRecord framework, Links links, Offers offers) {
        Resources used = Resources.empty();
        for (Resources part : framework.used().values()) {
            used = used.plus(part);
        }
        boolean connected = links.isConnected(framework.id());
        return new FrameworkView(
                framework.id(),
                framework.subscription(),
                connected,
                connected,
                framework.registeredAt(),
                framework.reregisteredAt(),
                used,
                Offers.sum(offers.ofFramework(framework.id())),
                framework.goneAt());
    }

    /** All tasks that are not over, and those whose end was not acknowledged yet. */
    public List<TaskView> tasks() {
        List<TaskView> all = new ArrayList<>();
        desk.state.frameworks().forEach(framework -> framework.tasks().values().forEach(task -> all.add(task.view())));
        return List.copyOf(all);
    }

    public List<TaskView> tasks(FrameworkId framework) {
        return desk.state.framework(framework).stream()
                .flatMap(known -> known.tasks().values().stream())
                .map(TaskRecord::view)
                .toList();
    }

    /** The tasks on an agent that are not over; none if there is no such agent. */
    public List<TaskView> tasks(AgentId agent) {
        return desk.state.agent(agent).stream()
                .flatMap(known -> known.running().stream())
                .map(TaskRecord::view)
                .toList();
    }

    public Optional<TaskView> task(TaskKey key) {
        return desk.state.task(key).map(TaskRecord::view);
    }

    /** Tasks that are over and settled, oldest first; only the latest of each framework are remembered. */
    public List<TaskView> completedTasks() {
        List<TaskView> all = new ArrayList<>();
        for (Collection<FrameworkRecord> some : List.of(desk.state.completedFrameworks(), desk.state.frameworks())) {
            some.forEach(framework -> framework.completed().forEach(task -> all.add(task.view())));
        }
        return List.copyOf(all);
    }

    public List<TaskView> completedTasks(FrameworkId framework) {
        return desk.state
                .framework(framework)
                .or(() -> desk.state.completedFramework(framework))
                .map(known -> known.completed().stream().map(TaskRecord::view).toList())
                .orElse(List.of());
    }

    public List<Offer> offers() {
        return List.copyOf(offers.all());
    }

    public List<InverseOffer> inverseOffers() {
        return inverseOffers.all();
    }

    public SortedMap<Role, Quota> quotas() {
        return Collections.unmodifiableSortedMap(new TreeMap<>(desk.state.quotas()));
    }

    public SortedMap<Role, Double> weights() {
        return Collections.unmodifiableSortedMap(new TreeMap<>(desk.state.weights()));
    }

    public List<MaintenanceWindow> maintenance() {
        return desk.state.windows();
    }

    public SortedSet<String> machinesDown() {
        return desk.state.down();
    }

    /** Every role that somebody has to do with. */
    public List<RoleView> roles() {
        TreeMap<Role, Resources> allocated = new TreeMap<>();
        TreeMap<Role, Resources> offered = new TreeMap<>();
        TreeMap<Role, Resources> reserved = new TreeMap<>();
        TreeMap<Role, List<FrameworkId>> members = new TreeMap<>();
        for (FrameworkRecord framework : desk.state.frameworks()) {
            framework
                    .subscription()
                    .roles()
                    .forEach(role -> members.computeIfAbsent(role, key -> new ArrayList<>())
                            .add(framework.id()));
            framework
                    .used()
                    .values()
                    .forEach(used ->
                            used.allocations().forEach((role, part) -> allocated.merge(role, part, Resources::plus)));
        }
        offers.all().forEach(offer -> offered.merge(offer.role(), offer.resources(), Resources::plus));
        for (AgentRecord agent : desk.state.agents()) {
            agent.total()
                    .reserved()
                    .forEach(resource -> resource.reservationRole()
                            .ifPresent(role -> reserved.merge(role, Resources.of(resource), Resources::plus)));
        }
        SortedSet<Role> roles = new TreeSet<>(desk.state.quotas().keySet());
        roles.addAll(desk.state.weights().keySet());
        roles.addAll(allocated.keySet());
        roles.addAll(offered.keySet());
        roles.addAll(reserved.keySet());
        roles.addAll(members.keySet());
        return roles.stream()
                .map(role -> new RoleView(
                        role,
                        desk.state.weights().getOrDefault(role, 1.0),
                        desk.state.quotas().getOrDefault(role, Quota.NONE),
                        List.copyOf(members.getOrDefault(role, List.of())),
                        allocated.getOrDefault(role, Resources.empty()),
                        offered.getOrDefault(role, Resources.empty()),
                        reserved.getOrDefault(role, Resources.empty())))
                .toList();
    }
}
