package io.tender.daemon.master;

import io.tender.daemon.cluster.AgentReport;
import io.tender.daemon.cluster.ExecutorMessage;
import io.tender.daemon.cluster.TaskKey;
import io.tender.daemon.cluster.TaskOrder;
import io.tender.daemon.cluster.TaskReport;
import io.tender.model.AgentId;
import io.tender.model.Filters;
import io.tender.model.FrameworkId;
import io.tender.model.InverseOfferStatus.Answer;
import io.tender.model.Role;
import io.tender.model.service.OfferId;
import io.tender.spi.AdjustableAllocator;
import io.tender.spi.Allocator;
import io.tender.spi.Allocator.ConstraintsView;
import io.tender.spi.AllocatorHost;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.AllocatorRefusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * The state machine between frameworks, agents and the allocator.
 *
 * <p>Only ever called on its host's turns, one call at a time; it never waits. What a call changes and what others are to
 * notice of it goes to the {@link Effects}. A call that makes no sense throws {@link MasterRefusal} and has changed
 * nothing. Given the same calls, clock and seed it does the same.
 */
public final class Master {
    private final Desk desk;
    private final Links links;
    private final Offers offers;
    private final InverseOffers inverseOffers;
    private final Statuses statuses;
    private final Tasks tasks;
    private final Frameworks frameworks;
    private final Agents agents;
    private final AgentHistory history;
    private final Accepting accepting;
    private final Reconciliation reconciliation;
    private final Operator operator;
    private final MasterView view;

    /** @param allocator one that was not initialized; it calls back on turns of the same host */
    public Master(
            MasterSettings settings, AllocatorHost host, Allocator allocator, Clusters clusters, Effects effects) {
        desk = new Desk(settings, host, allocator, clusters, effects);
        links = new Links(desk);
        offers = new Offers(desk, links);
        inverseOffers = new InverseOffers(desk, links, offers);
        statuses = new Statuses(desk, links);
        tasks = new Tasks(desk, statuses, this::finishDrain);
        frameworks = new Frameworks(desk, links, offers, inverseOffers, statuses);
        agents = new Agents(desk, links, offers, inverseOffers, tasks);
        history = new AgentHistory(desk, agents);
        accepting = new Accepting(desk, links, offers, statuses, tasks);
        reconciliation = new Reconciliation(desk, statuses);
        operator = new Operator(
                desk,
                new Quotas(desk, offers),
                new Maintenance(desk, links, offers, inverseOffers, agents),
                new FreeResources(desk, offers),
                new Drains(desk, links, offers, inverseOffers),
                new Taints(desk, links, offers),
                agents,
                frameworks,
                tasks);
        view = new MasterView(desk, links, offers, inverseOffers);
    }

    /** On a turn of its own: an agent that is emptied may be removed, and whoever noticed is not done with it. */
    private void finishDrain(AgentId agent) {
        desk.host.enqueue(() -> operator.finishDrain(agent));
    }

    // Beginning.

    /** Takes up what was journaled, in order; to be called before {@link #start}. */
    public void recover(Iterable<Change> changes) {
        changes.forEach(desk.state::apply);
    }

    /** Begins to offer. What was recovered waits for its frameworks and agents to come back. */
    public void start(AllocatorOptions options) {
        desk.allocator.initialize(options, offers::make, inverseOffers::make);
        int expected = (int) desk.state.agents().stream()
                .filter(agent -> agent.unreachableSince().isEmpty())
                .count();
        desk.allocator.recover(expected, new HashMap<>(desk.state.quotas()));
        if (!desk.state.weights().isEmpty()) {
            desk.allocator.updateWeights(new HashMap<>(desk.state.weights()));
        }
        frameworks.recover();
        tasks.recover();
        agents.expectBack(desk.settings.agentReturnTimeout(), reconciliation::settled);
        history.begin();
    }

    // Changing how it behaves while it works.

    /** From now on an offer that nobody answers is taken back after this time; those that are out keep theirs. */
    public void offerTimeout(Optional<Duration> timeout) {
        desk.settings = desk.settings.withOfferTimeout(timeout);
    }

    /** From now on only agents with these host names are offered, if any are given; offers that are out stay. */
    public void whitelist(Optional<Set<String>> hostnames) {
        desk.allocator.updateWhitelist(hostnames);
    }

    /** The names of the allocator's options that can be changed while it works. */
    public SortedSet<String> adjustableOptions() {
        return desk.allocator instanceof AdjustableAllocator adjustable
                ? adjustable.adjustableOptions()
                : new TreeSet<>();
    }

    /** Has the allocator take over what it can of these options. */
    public void adjust(AllocatorOptions options) {
        if (desk.allocator instanceof AdjustableAllocator adjustable) {
            adjustable.adjust(options);
        }
    }

    /** What agents are believed to run, for clusters that start. */
    public List<TaskOrder> knownTasks() {
        List<TaskOrder> known = new ArrayList<>();
        for (FrameworkRecord framework : desk.state.frameworks()) {
            for (TaskRecord task : framework.tasks().values()) {
                if (!task.isOver()) {
                    known.add(task.spec().order(framework.id()));
                }
            }
        }
        return List.copyOf(known);
    }

    /** The shortest list of changes that rebuilds all that must not be forgotten. */
    public List<Change> snapshot() {
        return desk.state.changes();
    }

    // Frameworks.

    /**
     * Subscribes a framework, or connects it again.
     *
     * @param force whether an instance of it that is connected is replaced; without it, it stays and this one is refused
     * @return its id, which is new if the subscription has none
     */
    public FrameworkId subscribe(Subscription subscription, boolean force, FrameworkSink sink) {
        return frameworks.subscribe(subscription, force, sink);
    }

    /** From now on only this sink may subscribe under that id, and no operator may end it. */
    void reside(FrameworkId framework, FrameworkSink sink) {
        frameworks.reside(framework, sink);
    }

    /** A connection has ended; nothing happens if the framework has another one by now. */
    public void disconnected(FrameworkId framework, FrameworkSink sink) {
        frameworks.disconnected(framework, sink);
    }

    /** Carries out what a subscribed framework asks. */
    public void call(FrameworkId framework, FrameworkCall call) {
        desk.framework(framework);
        switch (call) {
            case FrameworkCall.Teardown teardown -> frameworks.remove(framework, Optional.empty());
            case FrameworkCall.Accept accept -> accepting.accept(framework, accept);
            case FrameworkCall.Decline decline -> decline(framework, decline.offers(), decline.filters());
            case FrameworkCall.AcceptInverseOffers accept ->
                answer(framework, accept.offers(), Answer.ACCEPT, accept.filters());
            case FrameworkCall.DeclineInverseOffers decline ->
                answer(framework, decline.offers(), Answer.DECLINE, decline.filters());
            case FrameworkCall.Revive revive -> {
                if (subscribesTo(framework, revive.roles())) {
                    desk.allocator.reviveOffers(framework, revive.roles());
                }
            }
            case FrameworkCall.Suppress suppress -> {
                if (subscribesTo(framework, suppress.roles())) {
                    desk.allocator.suppressOffers(framework, suppress.roles());
                }
            }
            case FrameworkCall.Kill kill -> kill(framework, kill);
            case FrameworkCall.Shutdown shutdown -> shutdown(framework, shutdown);
            case FrameworkCall.Acknowledge acknowledge ->
                statuses.acknowledge(new TaskKey(framework, acknowledge.task()), acknowledge.uuid());
            case FrameworkCall.Reconcile reconcile -> reconciliation.answer(framework, reconcile.tasks());
            case FrameworkCall.Message message -> pass(framework, message);
            case FrameworkCall.Request request -> request(framework, request);
            case FrameworkCall.UpdateFramework update -> frameworks.update(framework, update.subscription());
        }
    }

    private void decline(FrameworkId framework, List<OfferId> declined, Filters filters) {
        accepting.decline(framework, declined, filters);
    }

    private void answer(FrameworkId framework, List<OfferId> asked, Answer answer, Filters filters) {
        asked.forEach(offer -> inverseOffers.answer(framework, offer, answer, filters));
    }

    /** A call about a role that is not the framework's is passed over whole, as Mesos does. */
    private boolean subscribesTo(FrameworkId framework, SortedSet<Role> named) {
        return desk.framework(framework).subscription().roles().containsAll(named);
    }

    private void kill(FrameworkId framework, FrameworkCall.Kill kill) {
        Optional<TaskRecord> task = desk.state.task(new TaskKey(framework, kill.task()));
        if (task.isEmpty()) {
            reconciliation.answer(framework, kill.task(), kill.agent());
        } else if (!task.get().isOver() && isOn(task.get(), kill.agent())) {
            tasks.kill(task.get(), kill.grace().orElse(task.get().spec().grace()));
        }
    }

    /** Who believes a task to be on another agent means another task, perhaps of an earlier life; passed over, as by Mesos. */
    private static boolean isOn(TaskRecord task, Optional<AgentId> believed) {
        return believed.isEmpty() || believed.get().equals(task.spec().agent());
    }

    private void shutdown(FrameworkId framework, FrameworkCall.Shutdown shutdown) {
        for (TaskRecord task : List.copyOf(desk.framework(framework).tasks().values())) {
            if (isRunBy(task, shutdown.executor(), shutdown.agent())) {
                tasks.kill(task, task.spec().grace());
            }
        }
    }

    /** Whether a task is one of that executor; the executor of a plain command has the id of its task, as with Mesos. */
    private static boolean isRunBy(TaskRecord task, String executor, AgentId agent) {
        TaskSpec spec = task.spec();
        return !task.isOver()
                && spec.agent().equals(agent)
                && spec.executor().orElse(spec.id().value()).equals(executor);
    }

    /** Passes words on to an executor that is there, and drops them otherwise: Mesos promises no more. */
    private void pass(FrameworkId framework, FrameworkCall.Message message) {
        if (desk.framework(framework).tasks().values().stream()
                .anyMatch(task -> isRunBy(task, message.executor(), message.agent()))) {
            ExecutorMessage words =
                    new ExecutorMessage(framework, message.agent(), message.executor(), message.base64());
            desk.order(clusters -> clusters.message(words));
        }
    }

    private void request(FrameworkId framework, FrameworkCall.Request request) {
        try {
            desk.allocator.requestResources(framework, request.requests());
        } catch (AllocatorRefusal refusal) {
            throw MasterRefusal.invalid(String.valueOf(refusal.getMessage()));
        }
    }

    // Agents.

    /** An agent is there: for the first time, again, or changed. One that may not take part is refused. */
    public void joined(AgentReport report) {
        agents.joined(report);
        reconciliation.settled(report.agent().id());
        desk.host.enqueue(() -> operator.finishDrain(report.agent().id()));
    }

    public void unreachable(AgentId agent, String why) {
        agents.unreachable(agent, why);
        reconciliation.settled(agent);
    }

    public void left(AgentId agent, String why) {
        agents.left(agent, why);
        reconciliation.settled(agent);
    }

    public void report(TaskReport report) {
        tasks.report(report);
    }

    /** Words of an executor; a framework that is not connected misses them. */
    public void message(ExecutorMessage words) {
        links.tell(words.framework(), new FrameworkEvent.Message(words.agent(), words.executor(), words.base64()));
    }

    // Operators and others.

    public Operator operator() {
        return operator;
    }

    public MasterView view() {
        return view;
    }

    public void watch(MasterListener listener) {
        desk.watch(listener);
    }

    public void unwatch(MasterListener listener) {
        desk.unwatch(listener);
    }

    /** What is kept for others; they change it by the two methods below. */
    public Documents documents() {
        return desk.state.documents();
    }

    public Document putDocument(String kind, String key, String json) {
        long version = documents().find(kind, key).map(Document::version).orElse(0L) + 1;
        desk.apply(new Change.DocumentPut(kind, key, json, version));
        return new Document(kind, key, json, version);
    }

    /** Whether there was one. */
    public boolean removeDocument(String kind, String key) {
        boolean there = documents().find(kind, key).isPresent();
        if (there) {
            desk.apply(new Change.DocumentRemoved(kind, key));
        }
        return there;
    }

    /** Runs something once all that was changed so far is durable, such as answering whoever asked for it. */
    public void afterwards(Runnable output) {
        desk.afterwards(output);
    }

    /** The allocator's metrics under their Mesos names. */
    public CompletableFuture<SortedMap<String, Double>> allocatorMetrics() {
        return desk.allocator.metrics();
    }

    /** What keeps each framework from seeing which agents. */
    public CompletableFuture<SortedMap<FrameworkId, ConstraintsView>> offerConstraints() {
        return desk.allocator.offerConstraintsDebug();
    }
}
