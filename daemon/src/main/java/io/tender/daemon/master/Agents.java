package io.tender.daemon.master;

import io.tender.core.operator.AdmissionProblem;
import io.tender.core.operator.AdmissionRules;
import io.tender.core.operator.RescindRules;
import io.tender.daemon.cluster.AgentReport;
import io.tender.daemon.cluster.RunState;
import io.tender.daemon.cluster.TaskKey;
import io.tender.daemon.cluster.TaskReport;
import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.Resource;
import io.tender.model.Resources;
import io.tender.spi.AllocatorRefusal;
import io.tender.spi.Amounts;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Agents join, change, fall out of reach, return and leave. */
final class Agents {
    private final Desk desk;
    private final Links links;
    private final Offers offers;
    private final InverseOffers inverseOffers;
    private final Tasks tasks;

    /** What agents of machines that are down said last; taken up again once the machine is up. */
    private final TreeMap<AgentId, AgentReport> heldBack = new TreeMap<>();

    Agents(Desk desk, Links links, Offers offers, InverseOffers inverseOffers, Tasks tasks) {
        this.desk = desk;
        this.links = links;
        this.offers = offers;
        this.inverseOffers = inverseOffers;
        this.tasks = tasks;
    }

    void joined(AgentReport report) {
        AgentId id = report.agent().id();
        boolean down = desk.state.down().contains(report.agent().hostname());
        if (down || desk.state.isGone(id)) {
            if (down) {
                heldBack.put(id, report);
            }
            tasks.refuse(report.tasks());
            return;
        }
        check(report);
        if (desk.isPresent(id)) {
            update(desk.agent(id), report);
            report.tasks().forEach(tasks::report);
            concludeMissing(desk.agent(id), report.tasks());
        } else {
            add(report);
        }
        remind(desk.agent(id));
    }

    private void check(AgentReport report) {
        List<AdmissionProblem> problems =
                AdmissionRules.agent(report.agent(), desk.settings.domain(), desk.settings.requireAgentDomain());
        if (!problems.isEmpty()) {
            throw MasterRefusal.invalid(
                    problems.stream().map(AdmissionProblem::message).collect(Collectors.joining("\n")));
        }
        try {
            Amounts.check("the total of agent", report.agent().id(), report.resources());
        } catch (AllocatorRefusal tooLarge) {
            throw MasterRefusal.invalid(String.valueOf(tooLarge.getMessage()));
        }
    }

    private void add(AgentReport report) {
        AgentId id = report.agent().id();
        Optional<AgentRecord> known = desk.state.agent(id);
        Resources total = known.map(agent -> rebased(agent, report.resources())).orElse(report.resources());
        Change.AgentJoined joined =
                new Change.AgentJoined(report.agent(), report.capabilities(), report.resources(), total, desk.now());
        // After a restart all agents come back at once, most of them as they were: that is nothing new.
        if (known.filter(agent -> agent.isAsAfter(joined)).isEmpty()) {
            desk.apply(joined);
        }
        AgentRecord agent = desk.agent(id);
        // The allocator learns of the agent as it is after all this: only then is it present.
        report.tasks().forEach(tasks::take);
        concludeMissing(agent, report.tasks());
        links.agentTotal(agent);
        introduce(agent);
        if (!MachineState.of(agent, desk.state).isUsual()) {
            links.machineChanged(agent);
        }
        Resources volumes = agent.total().filter(Resource::isPersistentVolume);
        desk.order(clusters -> clusters.expectVolumes(id, volumes));
        report.tasks().forEach(tasks::acknowledge);
        if (desk.isWatched()) {
            desk.tellWatchers(new MasterEvent.AgentAdded(view(agent)));
        }
    }

    /** Orders that may have been lost on their way are given again. */
    private void remind(AgentRecord agent) {
        for (TaskRecord task : agent.running()) {
            if (task.state() == RunState.STAGING) {
                tasks.order(task);
            }
            task.killGrace().ifPresent(grace -> tasks.kill(task, grace));
        }
    }

    /** The reservations and volumes made so far, on what the agent says it has now. */
    private static Resources rebased(AgentRecord agent, Resources reported) {
        if (agent.reported().equals(reported)) {
            return agent.total();
        }
        Resources made = agent.total().minus(agent.reported());
        Resources madeOf = agent.reported().minus(agent.total());
        return reported.minus(madeOf).plus(made);
    }

    /** A task that the agent once had and has no more ended with nobody noticing; one it never got is sent again. */
    private void concludeMissing(AgentRecord agent, List<TaskReport> reports) {
        Set<TaskKey> there = new HashSet<>();
        reports.forEach(report -> there.add(report.key()));
        for (TaskRecord task : agent.running()) {
            if (there.contains(task.key())) {
                continue;
            }
            if (task.state() != RunState.STAGING) {
                tasks.conclude(task, RunState.GONE, "REASON_RECONCILIATION", "The agent does not know this task");
            } else if (task.killGrace().isPresent()) {
                tasks.conclude(
                        task, RunState.KILLED, "REASON_TASK_KILLED_DURING_LAUNCH", "Killed before it was started");
            }
        }
    }

    private void introduce(AgentRecord agent) {
        Resources total = agent.total();
        Resources provided = total.filter(Agents::isProvided);
        desk.allocator.addAgent(
                agent.agent(),
                agent.capabilities(),
                desk.state.unavailability(agent.agent().hostname()),
                total.minus(provided),
                part(agent.used(), resource -> !isProvided(resource)));
        if (!provided.isEmpty()) {
            desk.allocator.addResourceProvider(agent.id(), provided, part(agent.used(), Agents::isProvided));
        }
        desk.setPresent(agent.id(), true);
        if (agent.isDeactivated()) {
            desk.allocator.deactivateAgent(agent.id());
        }
    }

    private static boolean isProvided(Resource resource) {
        return resource.providerId().isPresent();
    }

    private static SortedMap<FrameworkId, Resources> part(
            SortedMap<FrameworkId, Resources> used, Predicate<Resource> wanted) {
        TreeMap<FrameworkId, Resources> part = new TreeMap<>();
        used.forEach((framework, resources) -> {
            Resources some = resources.filter(wanted);
            if (!some.isEmpty()) {
                part.put(framework, some);
            }
        });
        return part;
    }

    /** An agent that is there says that something about it has changed. */
    private void update(AgentRecord agent, AgentReport report) {
        Resources total = rebased(agent, report.resources());
        boolean sameTotal = total.equals(agent.total());
        boolean sameCapabilities = agent.capabilities().equals(report.capabilities());
        if (sameTotal && sameCapabilities && agent.said().equals(report.agent())) {
            return;
        }
        boolean sameMachine = agent.said().equals(report.agent());
        Resources before = agent.total();
        boolean onlyEstimate = total.nonRevocable().equals(agent.total().nonRevocable());
        desk.apply(
                new Change.AgentJoined(report.agent(), report.capabilities(), report.resources(), total, desk.now()));
        if (!sameMachine) {
            links.machineChanged(agent);
        }
        if (!sameTotal) {
            links.agentTotal(agent);
        }
        offers.rescind(
                onlyEstimate && !sameTotal
                        ? RescindRules.forNewEstimate(agent.id(), Offers.outstanding(offers.ofAgent(agent.id())))
                        : Offers.outstanding(offers.ofAgent(agent.id())));
        // A provider that was not there before joins; everything else is a change of the agent itself.
        Resources joining =
                total.filter(resource -> isProvided(resource) && !isProvider(resource.providerId(), before));
        Resources rest = total.minus(joining);
        desk.allocator.updateAgent(
                agent.agent(),
                rest.equals(before) ? Optional.empty() : Optional.of(rest),
                sameCapabilities ? Optional.empty() : Optional.of(report.capabilities()));
        if (!joining.isEmpty()) {
            desk.allocator.addResourceProvider(agent.id(), joining, new TreeMap<>());
        }
    }

    private static boolean isProvider(Optional<String> provider, Resources total) {
        return total.stream().anyMatch(resource -> resource.providerId().equals(provider));
    }

    /** An agent cannot be reached: what it had is not offered, and its tasks may or may not run on. */
    void unreachable(AgentId id, String why) {
        heldBack.remove(id);
        Optional<AgentRecord> found =
                desk.state.agent(id).filter(agent -> agent.unreachableSince().isEmpty());
        if (found.isEmpty()) {
            return;
        }
        withdraw(id);
        desk.apply(new Change.AgentUnreachable(id, desk.now()));
        for (TaskRecord task : found.get().running()) {
            tasks.conclude(task, RunState.UNREACHABLE, "REASON_SLAVE_REMOVED", why);
        }
        lost(id);
    }

    /** After a restart: those that have not reported within this time are out of reach. */
    void expectBack(Duration within, Consumer<AgentId> givenUp) {
        List<AgentId> expected = desk.state.agents().stream()
                .filter(agent -> agent.unreachableSince().isEmpty())
                .map(AgentRecord::id)
                .toList();
        desk.host.after(
                within,
                () -> expected.stream().filter(agent -> !desk.isPresent(agent)).forEach(agent -> {
                    unreachable(agent, "The agent did not return after the master's restart");
                    givenUp.accept(agent);
                }));
    }

    /** Nobody expects an agent any more that was out of reach for long; should it come back, it is a new one. */
    void forget(AgentId id) {
        conclude(id, RunState.GONE, "The agent was out of reach for so long that it is given up", false);
    }

    /** An agent has left, and nothing runs on it any more. */
    void left(AgentId id, String why) {
        heldBack.remove(id);
        remove(id, RunState.GONE, why, false);
    }

    /** An operator says that an agent will never come back. */
    void markGone(AgentId id) {
        AgentRecord agent = desk.agent(id);
        List<TaskRecord> running = agent.running();
        boolean reachable = desk.isPresent(id);
        remove(id, RunState.GONE_BY_OPERATOR, "The agent was marked as gone by an operator", true);
        if (reachable) {
            running.forEach(this::end);
        }
    }

    private void end(TaskRecord task) {
        TaskSpec spec = task.spec();
        desk.order(clusters -> clusters.kill(spec.agent(), task.key(), spec.grace()));
    }

    /** The machine of an agent goes down for maintenance; what is reserved on it stays so until it is up again. */
    void goDown(AgentRecord agent) {
        AgentId id = agent.id();
        boolean reachable = desk.isPresent(id);
        List<TaskRecord> running = agent.running();
        withdraw(id);
        desk.apply(new Change.AgentUnreachable(id, desk.now()));
        for (TaskRecord task : running) {
            tasks.conclude(task, RunState.GONE, "REASON_SLAVE_REMOVED", "The agent's machine is down for maintenance");
        }
        if (reachable) {
            heldBack.put(id, new AgentReport(agent.said(), agent.capabilities(), agent.reported(), List.of()));
            running.forEach(this::end);
        }
        lost(id);
    }

    /** A machine is up again: its agents may take part, as they last said they would. */
    void comeUp(Set<String> machines) {
        for (AgentReport report : List.copyOf(heldBack.values())) {
            if (machines.contains(report.agent().hostname())) {
                heldBack.remove(report.agent().id());
                joined(new AgentReport(report.agent(), report.capabilities(), report.resources(), List.of()));
            }
        }
    }

    private void remove(AgentId id, RunState state, String why, boolean forGood) {
        if (conclude(id, state, why, forGood)) {
            lost(id);
        }
    }

    /** Whether it was known. */
    private boolean conclude(AgentId id, RunState state, String why, boolean forGood) {
        Optional<AgentRecord> found = desk.state.agent(id);
        if (found.isEmpty()) {
            return false;
        }
        withdraw(id);
        desk.apply(new Change.AgentRemoved(id, desk.now(), forGood));
        for (TaskRecord task : found.get().running()) {
            tasks.conclude(
                    task,
                    state,
                    state == RunState.GONE_BY_OPERATOR ? "REASON_SLAVE_REMOVED_BY_OPERATOR" : "REASON_SLAVE_REMOVED",
                    why);
        }
        return true;
    }

    /** Takes an agent out of the allocator with all that was offered of it. */
    private void withdraw(AgentId id) {
        if (desk.isPresent(id)) {
            offers.rescindAll(id);
            inverseOffers.rescindAll(id);
            desk.allocator.removeAgent(id);
            desk.setPresent(id, false);
        }
    }

    private void lost(AgentId id) {
        links.tellAll(new FrameworkEvent.Failure(Optional.of(id), Optional.empty(), Optional.empty()));
        desk.tellWatchers(new MasterEvent.AgentRemoved(id));
    }

    AgentView view(AgentRecord agent) {
        return MasterView.agent(agent, desk, offers);
    }
}
