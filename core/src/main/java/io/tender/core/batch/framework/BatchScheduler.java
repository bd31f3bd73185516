package io.tender.core.batch.framework;

import io.tender.core.batch.BatchCluster;
import io.tender.core.batch.Cycle;
import io.tender.core.batch.Decision;
import io.tender.core.batch.Explanations;
import io.tender.core.batch.Ignored;
import io.tender.core.batch.Refusal;
import io.tender.core.batch.SessionResult;
import io.tender.core.batch.Snapshot;
import io.tender.core.batch.Undone;
import io.tender.model.AgentId;
import io.tender.model.BrokenRule;
import io.tender.model.Resources;
import io.tender.model.Unavailability;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.JobPhase;
import io.tender.model.batch.Node;
import io.tender.model.batch.TaskStatus;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import io.tender.model.service.TaskId;
import io.tender.spi.AllocatorHost;
import io.tender.spi.framework.Guest;
import io.tender.spi.framework.Master;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;

/**
 * Runs batch jobs on what the master offers: a level-2 framework in the manner of Volcano.
 *
 * <p>Its nodes are the agents it holds offers or tasks on. It wants offers while tasks wait, holds them for a while so that a
 * gang can come together, gives them back so that others are not starved, and asks for none when nothing waits, unless a
 * plugin looks for calmer agents to move tasks to, now and then. Told of everything on its host's turns, one call at a time;
 * time, chance and the thread are the host's.
 */
public final class BatchScheduler implements Guest, AutoCloseable {
    private final AllocatorHost host;
    private final Master master;
    private final Sessions sessions;
    private BatchSettings settings;
    private final BatchListener listener;
    private final String name;
    private final BatchCluster cluster = new BatchCluster();
    private final HeldOffers held = new HeldOffers(cluster, () -> settings.tasksPerNode(), this::dirty);
    private final Dispatch dispatch;
    private final Runs runs;
    private final OfferDesk desk;
    private final Timetable timetable;
    private final Said said = new Said();
    private long cycles;
    private Instant sessionBegan = Instant.MIN;
    private boolean closed;
    private Ignored ignored = Ignored.NOTHING;
    /** Jobs as they were when the session under way began, of those that were removed or changed since. */
    private final Map<JobId, Job> jobsMeanwhile = new HashMap<>();

    /** What the next session tells the plugins of: they heard that it was decided. */
    private List<Undone> undone = new ArrayList<>();

    private boolean sawOffers;

    /** @param name what session ids begin with, unique among schedulers */
    public BatchScheduler(
            String name,
            AllocatorHost host,
            Master master,
            Sessions sessions,
            BatchSettings settings,
            BatchListener listener) {
        this.name = name;
        this.host = host;
        this.master = master;
        this.sessions = sessions;
        this.settings = settings;
        this.listener = listener;
        this.timetable = new Timetable(host, settings, new Agenda());
        this.desk = new OfferDesk(host, master, cluster, held, settings, new OfferDesk.Sitting() {
            @Override
            public boolean isUnderWay() {
                return timetable.isUnderWay();
            }

            @Override
            public void changed() {
                dirty();
            }
        });
        this.dispatch = new Dispatch(host, master, cluster, held, listener, new Dispatch.News() {
            @Override
            public void changed() {
                dirty();
            }

            @Override
            public void roomMayHaveCome() {
                BatchScheduler.this.changed();
            }

            @Override
            public void started() {
                desk.progress();
            }
        });
        this.runs = dispatch.runs();
        timetable.begin();
    }

    private final class Agenda implements Timetable.Agenda {
        @Override
        public void turnBegins() {
            desk.periodPassed(mayMoveTasks());
        }

        @Override
        public boolean doesAnybodyWait() {
            return cluster.wantsRoom() || cluster.hasSetAside() || cluster.hasTooLarge();
        }

        @Override
        public boolean doesAnythingRun() {
            return !runs.isEmpty();
        }

        @Override
        public boolean couldPlaceNow() {
            return held.count() > 0 && desk.isWanting();
        }

        @Override
        public void hold() {
            session();
        }
    }

    private void dirty() {
        timetable.changed();
    }

    /** What there is to schedule; queues, domains, quotas and budgets are told to it directly. */
    public BatchCluster cluster() {
        dirty();
        return cluster;
    }

    /** Goes by other settings from now on; what is planned already keeps its time. */
    public void adjust(BatchSettings changed) {
        settings = changed;
        timetable.adjust(changed);
        desk.adjust(changed);
        held.showAll();
    }

    /**
     * How busy some agents are; kept until it is told anew. Sessions see it, and none is held because of it: while tasks wait or
     * run there is one anyway.
     */
    public void measured(Map<AgentId, Node.Usage> now) {
        timetable.quietly(() -> held.measured(now));
    }

    // Commands

    /** Takes in a job. Requests are rounded up to what agents can tell apart. */
    public void submit(Job job) {
        cluster.submit(Measures.rounded(job));
        changed();
    }

    /** Why some of these jobs could not be taken in or changed, one after the other, by job; nothing changes. */
    public SortedMap<JobId, String> refused(Collection<Job> jobs) {
        return cluster.refusedJobs(jobs.stream().map(Measures::rounded).toList());
    }

    /**
     * Changes a job: its number of tasks, how many must have their place, its priority. Tasks it had before go on as they are,
     * new ones wait, and the others end.
     */
    public void change(Job job) {
        keepMeanwhile(job.id());
        cluster.change(Measures.rounded(job));
        for (Run run : runs.ofJob(job.id())) {
            if (!cluster.knows(run.task())) {
                dispatch.end(run);
            }
        }
        changed();
    }

    /** Lets a task begin anew: one that runs is ended first, one that is over just waits again. */
    public void restart(TaskId task) {
        if (!cluster.knows(task)) {
            throw BrokenRule.of(
                    "There is no such task.", "'" + task + "'", "a task of a known job", "submit its job first");
        }
        if (runs.of(task).isPresent()) {
            dispatch.evict(task);
        } else {
            cluster.setTask(task, TaskStatus.PENDING, "", host.now());
        }
        changed();
    }

    /** Ends a job and all its tasks. */
    public void remove(JobId job) {
        runs.ofJob(job).forEach(dispatch::end);
        keepMeanwhile(job);
        cluster.removeJob(job);
        changed();
    }

    private void keepMeanwhile(JobId job) {
        if (timetable.isUnderWay()) {
            cluster.job(job).ifPresent(known -> jobsMeanwhile.putIfAbsent(job, known));
        }
    }

    /**
     * Takes a job back from an earlier life of the scheduler, before any offer arrives: what ran goes on running and is not
     * started again. Runs that are not named here, should the master report them, are ended.
     *
     * @param over how tasks ended that are over: SUCCEEDED or FAILED
     */
    public void adopt(Job job, Map<TaskId, TaskStatus> over, List<AdoptedRun> adopted) {
        checkAdoption(job, over, adopted);
        cluster.submit(Measures.rounded(job));
        over.forEach((task, how) -> cluster.setTask(task, how, "", host.now()));
        for (AdoptedRun given : adopted) {
            dispatch.adopt(job.id(), given);
        }
        if (!adopted.isEmpty()) {
            boolean whole = cluster.isWholeWith(job.id(), Set.of(), true);
            cluster.setPhase(job.id(), whole ? JobPhase.RUNNING : JobPhase.INQUEUE);
        }
        changed();
    }

    /** Ends a run of an earlier life whose job is gone or wants it no more; its end is told of as any other. */
    public void end(JobId job, AdoptedRun unwanted) {
        dispatch.end(job, unwanted);
    }

    private static void checkAdoption(Job job, Map<TaskId, TaskStatus> over, List<AdoptedRun> adopted) {
        Set<TaskId> tasks = new HashSet<>();
        job.tasks().forEach(task -> tasks.add(task.id()));
        Set<TaskId> named = new HashSet<>(over.keySet());
        boolean twice = adopted.stream().anyMatch(run -> !named.add(run.task()));
        if (twice || !tasks.containsAll(named) || !over.values().stream().allMatch(TaskStatus::completed)) {
            throw BrokenRule.of(
                    "Job '" + job.id() + "' cannot be taken back like this.",
                    "tasks " + named + ", over: " + over,
                    "each task of the job once at most: over as SUCCEEDED or FAILED, or with one run",
                    "give what was recorded of the job");
        }
    }

    /** Launches from now on are numbered above this, so that no id of an earlier life is used again. */
    public void numberFrom(long launchesSoFar) {
        runs.numberFrom(launchesSoFar);
    }

    /** The number of the latest launch, of this life or of those before it. */
    public long launchesSoFar() {
        return runs.launchesSoFar();
    }

    // Events

    @Override
    public void offers(Collection<HostOffer> arrived) {
        desk.arrived(arrived);
        dirty();
        timetable.soon();
    }

    @Override
    public void rescinded(OfferId offer) {
        desk.rescinded(offer);
    }

    private void changed() {
        desk.progress();
        dirty();
        desk.reviveIfWanting();
        timetable.soon();
    }

    @Override
    public void status(io.tender.model.service.TaskStatus status) {
        dispatch.status(status);
    }

    /** An agent is gone for good, with all its tasks. */
    @Override
    public void agentLost(AgentId agent) {
        dispatch.agentLost(agent);
        held.lost(agent);
        desk.agentLost(agent);
    }

    /** What all agents have together bounds what offers can ever bring: nothing is held for a gang that is larger. */
    @Override
    public void agentTotal(AgentId agent, Resources total) {
        desk.agentHas(agent, total);
    }

    /** The master wants an agent back: it takes no more tasks, and those on it are moved. */
    @Override
    public void inverseOffer(AgentId agent, Unavailability when) {
        Optional<Machine> machine = held.on(agent);
        if (machine.isPresent()) {
            leaving(machine.get(), true);
            dispatch.evictAllOn(agent);
        }
        master.acceptInverseOffer(agent);
    }

    /** A machine that is soon to be down takes no more tasks; one whose maintenance is called off does again. */
    @Override
    public void unavailable(AgentId agent, Optional<Unavailability> when) {
        held.on(agent).ifPresent(machine -> leaving(machine, when.isPresent()));
    }

    private void leaving(Machine machine, boolean leaving) {
        machine.leaving(leaving);
        held.show(machine);
    }

    /** Known at once, lest tasks be evicted for others whom a new taint keeps away. */
    @Override
    public void attributesChanged(AgentId agent, HostAttributes attributes) {
        held.on(agent).ifPresent(machine -> {
            machine.described(attributes);
            held.show(machine);
        });
    }

    /** The master is lost, and with it all offers. Tasks go on. */
    @Override
    public void disconnected() {
        held.dropAll();
    }

    /** A master is there, the same or another: asks what became of the tasks, and for offers. */
    @Override
    public void connected() {
        if (!runs.isEmpty()) {
            master.reconcile(runs.launches());
        }
        desk.connected();
    }

    // Sessions

    /** Whether a plugin would look for other places for tasks that run, and no task waits for whom offers come anyway. */
    private boolean mayMoveTasks() {
        return said.last().filter(SessionResult::looksAround).isPresent() && !runs.isEmpty() && !cluster.wantsRoom();
    }

    private void session() {
        timetable.begun();
        sessionBegan = host.now();
        sawOffers = held.count() > 0;
        long number = ++cycles;
        Cycle cycle = new Cycle(name + "-" + number, number, host.now(), host.date(), host.chance());
        try {
            List<Undone> told = undone;
            undone = new ArrayList<>();
            Snapshot seen = cluster.snapshot().telling(told);
            sessions.run(seen, cycle, result -> carryOut(result, seen));
        } catch (RuntimeException failed) {
            timetable.failed();
            listener.sessionFailed(cycle, failed);
        }
    }

    private void carryOut(SessionResult result, Snapshot seen) {
        timetable.over();
        if (closed) {
            return;
        }
        said.ended(result, sessionBegan, sawOffers);
        ignored = result.ignored();
        Set<JobId> inVain = new TreeSet<>();
        for (Decision decision : result.decisions()) {
            switch (decision) {
                case Decision.Bind bind -> {
                    // All together below, since gangs start whole.
                }
                case Decision.Evict evict -> {
                    if (isWantedStill(evict)) {
                        dispatch.evict(evict.task());
                    }
                }
                case Decision.Phase phase -> phase(phase.job(), phase.phase());
                case Decision.Nominate nominate -> {
                    if (cluster.knows(nominate.task())) {
                        cluster.nominate(nominate.task(), nominate.node());
                        if (nominate.node().isEmpty()) {
                            cluster.jobOf(nominate.task()).ifPresent(inVain::add);
                        }
                    }
                }
                case Decision.NominateDomains nominate -> {
                    if (cluster.job(nominate.job()).isPresent()) {
                        cluster.nominateDomains(nominate.job(), nominate.domains());
                    }
                }
            }
        }
        inVain.forEach(job -> cluster.evictedInVain(job, host.now()));
        List<Decision.Bind> binds = result.binds();
        Set<TaskId> started = new HashSet<>();
        for (Map.Entry<Machine, List<Decision.Bind>> here : new WholeGangs(cluster, binds, held.byNode(), ignored)
                .startable()
                .entrySet()) {
            dispatch.launch(here.getKey(), here.getValue(), ignored);
            here.getValue().forEach(bind -> started.add(bind.task()));
        }
        for (Decision.Bind bind : binds) {
            if (!started.contains(bind.task())) {
                dirty();
                Optional.ofNullable(jobsMeanwhile.get(bind.job()))
                        .or(() -> cluster.job(bind.job()))
                        .ifPresent(job -> undone.add(new Undone(job, bind.task())));
            }
        }
        jobsMeanwhile.clear();
        desk.setAside(result, seen, sawOffers);
        desk.giveBack(sawOffers);
        listener.sessionEnded(result);
        timetable.settled();
    }

    /** Those for whom it was decided may be gone since. */
    private boolean isWantedStill(Decision.Evict evict) {
        return evict.beneficiary().isEmpty()
                || cluster.job(JobId.parse(evict.beneficiary())).isPresent();
    }

    private void phase(JobId job, JobPhase phase) {
        if (cluster.job(job).isPresent() && cluster.phase(job).orElseThrow() != phase) {
            cluster.setPhase(job, phase);
            listener.phaseChanged(job, phase);
        }
    }

    // Views

    /**
     * Why a job waits, by the last session that had offers in hand: those in which nothing has room are given back, and
     * without any there is nothing to be said of agents. Empty if nobody refused the job anything.
     */
    public Optional<Explanations.OfJob> why(JobId job) {
        return said.why(job);
    }

    /** The same, and empty if only sessions without offers in hand refused it anything. */
    public Optional<Explanations.OfJob> whyWithOffers(JobId job) {
        return said.whyWithOffers(job);
    }

    /**
     * Why a queue was passed over, by the last session that had offers in hand: without any it has nothing to share out.
     *
     * @param since what a session said that began before this is about others
     */
    public Optional<Refusal> whyQueue(String queue, Instant since) {
        return said.whyQueue(queue, since);
    }

    /** Whether the last session had offers in hand; if not, it says nothing about agents. */
    public boolean lastSawOffers() {
        return said.lastHadOffers();
    }

    /** What the last session left to plugins: of that nobody can say how much there is. */
    public Ignored ignored() {
        return ignored;
    }

    public Optional<SessionResult> lastSession() {
        return said.last();
    }

    public boolean isSuppressed() {
        return desk.isSuppressed();
    }

    public int heldOffers() {
        return held.count();
    }

    /** How busy an agent was when it was last measured; empty if it was not. */
    public Optional<Node.Usage> usage(AgentId agent) {
        return held.usage(agent);
    }

    /** How long until the next look at what changed, at most. */
    public Duration period() {
        return settings.schedulePeriod();
    }

    /** Nothing planned happens any more. Tasks run on. */
    @Override
    public void close() {
        closed = true;
        timetable.close();
        desk.close();
    }
}
