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
import io.tender.model.Filters;
import io.tender.model.Resources;
import io.tender.model.Unavailability;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.JobPhase;
import io.tender.model.batch.Node;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskStatus;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import io.tender.spi.AllocatorHost;
import io.tender.spi.framework.Guest;
import io.tender.spi.framework.Launch;
import io.tender.spi.framework.Master;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Runs batch jobs on what the master offers: a level-2 framework in the manner of Volcano.
 *
 * <p>Its nodes are the agents it holds offers or tasks on. It wants offers while tasks wait, holds them for a while so that a
 * gang can come together, gives them back so that others are not starved, and asks for none when nothing waits, unless a
 * plugin looks for calmer agents to move tasks to, now and then. Told of everything on its host's turns, one call at a time;
 * time, chance and the thread are the host's.
 */
public final class BatchScheduler implements Guest, AutoCloseable {
    /** After so many periods without news a session is held all the same. */
    private static final int LOOK_AGAIN_WHILE_WAITING = 5;

    static final int LOOK_AGAIN_WHILE_RUNNING = 30;

    /** Allocators offer what became free within seconds, if at all; others may get it. */
    private static final Duration ROOM_COMES_WITHIN = Duration.ofSeconds(5);

    private final AllocatorHost host;
    private final Master master;
    private final Sessions sessions;
    private BatchSettings settings;
    private final BatchListener listener;
    private final String name;
    private final BatchCluster cluster = new BatchCluster();
    private final HeldOffers held = new HeldOffers(cluster, () -> settings.tasksPerNode(), () -> dirty = true);
    private final Runs runs = new Runs();
    private final OfferDesk desk;
    private long cycles;
    private boolean dirty;
    private boolean sessionOut;
    private boolean sessionSoon;
    private boolean soonAfterSession;
    private Instant sessionBegan = Instant.MIN;
    private Instant sessionEnded = Instant.MIN;
    private int quietTicks;
    private boolean closed;
    private @Nullable SessionResult last;
    private Ignored ignored = Ignored.NOTHING;
    /** Jobs as they were when the session under way began, of those that were removed or changed since. */
    private final Map<JobId, Job> jobsMeanwhile = new HashMap<>();

    /** What the next session tells the plugins of: they heard that it was decided. */
    private List<Undone> undone = new ArrayList<>();

    private boolean sawOffers;
    private boolean lastHadOffers;
    private @Nullable SessionResult lastWithOffers;
    private Instant lastWithOffersBegan = Instant.MIN;

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
        this.desk = new OfferDesk(host, master, cluster, held, settings, new OfferDesk.Sitting() {
            @Override
            public boolean isUnderWay() {
                return sessionOut;
            }

            @Override
            public void changed() {
                dirty = true;
            }
        });
        host.after(settings.schedulePeriod(), this::tick);
    }

    /** What there is to schedule; queues, domains, quotas and budgets are told to it directly. */
    public BatchCluster cluster() {
        dirty = true;
        return cluster;
    }

    /** Goes by other settings from now on; what is planned already keeps its time. */
    public void adjust(BatchSettings changed) {
        settings = changed;
        desk.adjust(changed);
        held.showAll();
    }

    /**
     * How busy some agents are; kept until it is told anew. Sessions see it, and none is held because of it: while tasks wait or
     * run there is one anyway.
     */
    public void measured(Map<AgentId, Node.Usage> now) {
        boolean before = dirty;
        held.measured(now);
        dirty = before;
    }

    // Commands

    /** Takes in a job. Requests are rounded up to what agents can tell apart. */
    public void submit(Job job) {
        cluster.submit(withRoundedRequests(job));
        changed();
    }

    private static Job withRoundedRequests(Job job) {
        IdentityHashMap<TaskTemplate, TaskTemplate> rounded = new IdentityHashMap<>();
        List<Task> tasks = new ArrayList<>();
        boolean same = true;
        for (Task task : job.tasks()) {
            TaskTemplate template = rounded.computeIfAbsent(
                    task.template(), given -> given.withRequest(Measures.rounded(given.request())));
            same &= template.equals(task.template());
            tasks.add(new Task(task.id(), task.name(), task.index(), template, task.created()));
        }
        return same ? job : job.withTasks(tasks);
    }

    /** Why some of these jobs could not be taken in or changed, one after the other, by job; nothing changes. */
    public SortedMap<JobId, String> refused(Collection<Job> jobs) {
        return cluster.refusedJobs(
                jobs.stream().map(BatchScheduler::withRoundedRequests).toList());
    }

    /**
     * Changes a job: its number of tasks, how many must have their place, its priority. Tasks it had before go on as they are,
     * new ones wait, and the others end.
     */
    public void change(Job job) {
        keepMeanwhile(job.id());
        cluster.change(withRoundedRequests(job));
        for (Run run : runs.ofJob(job.id())) {
            if (!cluster.knows(run.task())) {
                end(run);
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
            evict(task);
        } else {
            cluster.setTask(task, TaskStatus.PENDING, "", host.now());
        }
        changed();
    }

    /** Ends a job and all its tasks. */
    public void remove(JobId job) {
        runs.ofJob(job).forEach(this::end);
        keepMeanwhile(job);
        cluster.removeJob(job);
        changed();
    }

    private void keepMeanwhile(JobId job) {
        if (sessionOut) {
            cluster.job(job).ifPresent(known -> jobsMeanwhile.putIfAbsent(job, known));
        }
    }

    private void end(Run run) {
        runs.orphan(run);
        master.kill(run.launched());
        // Sessions no longer count the task, so they must not count what it holds as free either.
        noLongerOn(run);
    }

    /**
     * Takes a job back from an earlier life of the scheduler, before any offer arrives: what ran goes on running and is not
     * started again. Runs that are not named here, should the master report them, are ended.
     *
     * @param over how tasks ended that are over: SUCCEEDED or FAILED
     */
    public void adopt(Job job, Map<TaskId, TaskStatus> over, List<AdoptedRun> adopted) {
        checkAdoption(job, over, adopted);
        cluster.submit(withRoundedRequests(job));
        over.forEach((task, how) -> cluster.setTask(task, how, "", host.now()));
        for (AdoptedRun given : adopted) {
            runs.numberFrom(given.attempt());
            Run run = new Run(
                    given.launched(), given.task(), job.id(), given.agent(), given.status() == TaskStatus.RELEASING);
            runs.put(run);
            Machine machine = held.machine(given.agent(), given.hostname(), given.attributes());
            machine.took(run.launched(), given.resources());
            cluster.setTask(run.task(), given.status(), machine.nodeName, host.now());
            held.show(machine);
        }
        if (!adopted.isEmpty()) {
            boolean whole = cluster.isWholeWith(job.id(), Set.of(), true);
            cluster.setPhase(job.id(), whole ? JobPhase.RUNNING : JobPhase.INQUEUE);
        }
        changed();
    }

    /** Ends a run of an earlier life whose job is gone or wants it no more; its end is told of as any other. */
    public void end(JobId job, AdoptedRun unwanted) {
        runs.numberFrom(unwanted.attempt());
        runs.putOrphan(new Run(unwanted.launched(), unwanted.task(), job, unwanted.agent(), true));
        master.kill(unwanted.launched());
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
        dirty = true;
        haveSessionSoon();
    }

    @Override
    public void rescinded(OfferId offer) {
        desk.rescinded(offer);
    }

    private void changed() {
        desk.progress();
        dirty = true;
        desk.reviveIfWanting();
        haveSessionSoon();
    }

    @Override
    public void status(io.tender.model.service.TaskStatus status) {
        Optional<Run> known = runs.launchedAs(status.task());
        boolean unwanted = known.map(Run::evicted).orElse(true);
        if (unwanted && isAlive(status.state())) {
            // From another life of this scheduler, or the request to end was lost on its way: it must not run on.
            master.kill(status.task());
        }
        if (known.isEmpty()) {
            return;
        }
        Run run = known.get();
        tell(run, status.state(), status.exitCode(), status.message());
        switch (status.state()) {
            case STARTING -> report(run, TaskStatus.BOUND);
            case RUNNING -> report(run, TaskStatus.RUNNING);
            case FINISHED -> ended(run, TaskStatus.SUCCEEDED);
            // How a task ends that was asked to says nothing about it.
            case FAILED -> ended(run, run.evicted() ? TaskStatus.PENDING : TaskStatus.FAILED);
            // Nobody here asked for the end of a task that was not evicted, so it is not over.
            case KILLED, LOST -> ended(run, TaskStatus.PENDING);
            default -> {
                // Out of reach for now; lost if it stays so, and the master will say so.
            }
        }
    }

    private void tell(Run run, TaskState state, Optional<Integer> exitCode, String message) {
        listener.runChanged(new RunChange(
                run.job(), run.task(), run.launched(), run.agent(), state, run.evicted(), exitCode, message));
    }

    private static boolean isAlive(TaskState state) {
        return state == TaskState.STARTING || state == TaskState.RUNNING;
    }

    private void report(Run run, TaskStatus status) {
        boolean current = runs.isPresent(run) && !run.evicted();
        if (current && cluster.knows(run.task())) {
            cluster.setTask(run.task(), status, nodeOf(run), host.now());
            dirty = true;
        }
    }

    private String nodeOf(Run run) {
        return held.nodeOf(run.agent());
    }

    private void ended(Run run, TaskStatus status) {
        if (runs.end(run) && cluster.knows(run.task())) {
            cluster.setTask(run.task(), status, "", host.now());
        }
        held.on(run.agent()).ifPresent(machine -> {
            Optional<ResourceList> left = machine.gaveBack(run.launched());
            if (run.evicted() && left.isPresent()) {
                awaitRoom(machine, left.get());
            }
            held.show(machine);
        });
        changed();
    }

    private void noLongerOn(Run run) {
        held.on(run.agent())
                .filter(machine -> machine.gaveBack(run.launched()).isPresent())
                .ifPresent(held::show);
    }

    /** What somebody was evicted for comes back as an offer, a little later; until then nobody else is evicted for it. */
    private void awaitRoom(Machine machine, ResourceList left) {
        long number = cluster.awaitRoom(machine.nodeName, left);
        host.after(ROOM_COMES_WITHIN, () -> {
            if (cluster.stopAwaiting(machine.nodeName, number)) {
                held.on(machine.agent).ifPresent(held::show);
                dirty = true;
            }
        });
    }

    /** An agent is gone for good, with all its tasks. */
    @Override
    public void agentLost(AgentId agent) {
        for (Run run : runs.on(agent)) {
            tell(run, TaskState.LOST, Optional.empty(), "its agent is gone");
            ended(run, TaskStatus.PENDING);
        }
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
            runs.on(agent).forEach(run -> evict(run.task()));
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

    private void tick() {
        if (closed) {
            return;
        }
        host.after(settings.schedulePeriod(), this::tick);
        quietTicks++;
        desk.periodPassed(mayMoveTasks());
        if (!sessionOut && (dirty || mayHaveChangedByItself())) {
            session();
        }
    }

    /** Whether a plugin would look for other places for tasks that run, and no task waits for whom offers come anyway. */
    private boolean mayMoveTasks() {
        return last != null && last.looksAround() && !runs.isEmpty() && !cluster.wantsRoom();
    }

    /** Who has come and got offers need not wait for the next turn, unless a session has only just ended. */
    private void haveSessionSoon() {
        boolean early = settings.settle().compareTo(settings.schedulePeriod()) < 0;
        if (sessionSoon || !early || held.count() == 0 || !desk.isWanting()) {
            return;
        }
        if (sessionOut) {
            soonAfterSession = true;
            return;
        }
        Instant settled = host.now().plus(settings.settle());
        Instant rested = sessionEnded.equals(Instant.MIN) ? settled : sessionEnded.plus(settings.pause());
        sessionSoon = true;
        host.after(Duration.between(host.now(), rested.isAfter(settled) ? rested : settled), () -> {
            sessionSoon = false;
            if (!closed && !sessionOut && dirty) {
                session();
            }
        });
    }

    private void session() {
        quietTicks = 0;
        sessionBegan = host.now();
        dirty = false;
        sessionOut = true;
        sawOffers = held.count() > 0;
        long number = ++cycles;
        Cycle cycle = new Cycle(name + "-" + number, number, host.now(), host.date(), host.chance());
        try {
            List<Undone> told = undone;
            undone = new ArrayList<>();
            Snapshot seen = cluster.snapshot().telling(told);
            sessions.run(seen, cycle, result -> carryOut(result, seen));
        } catch (RuntimeException failed) {
            sessionOut = false;
            dirty = true;
            listener.sessionFailed(cycle, failed);
        }
    }

    /** Deadlines pass, hours begin, and an extender may think differently, without anybody saying so. */
    private boolean mayHaveChangedByItself() {
        return ((cluster.wantsRoom() || cluster.hasSetAside() || cluster.hasTooLarge())
                        && quietTicks >= LOOK_AGAIN_WHILE_WAITING)
                || (!runs.isEmpty() && quietTicks >= LOOK_AGAIN_WHILE_RUNNING);
    }

    private void carryOut(SessionResult result, Snapshot seen) {
        sessionOut = false;
        sessionEnded = host.now();
        if (closed) {
            return;
        }
        last = result;
        ignored = result.ignored();
        lastHadOffers = sawOffers;
        if (sawOffers) {
            lastWithOffers = result;
            lastWithOffersBegan = sessionBegan;
        }
        Set<JobId> inVain = new TreeSet<>();
        for (Decision decision : result.decisions()) {
            switch (decision) {
                case Decision.Bind bind -> {
                    // All together below, since gangs start whole.
                }
                case Decision.Evict evict -> {
                    if (isWantedStill(evict)) {
                        evict(evict.task());
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
            launch(here.getKey(), here.getValue());
            here.getValue().forEach(bind -> started.add(bind.task()));
        }
        for (Decision.Bind bind : binds) {
            if (!started.contains(bind.task())) {
                dirty = true;
                Optional.ofNullable(jobsMeanwhile.get(bind.job()))
                        .or(() -> cluster.job(bind.job()))
                        .ifPresent(job -> undone.add(new Undone(job, bind.task())));
            }
        }
        jobsMeanwhile.clear();
        desk.setAside(result, seen, sawOffers);
        desk.giveBack(sawOffers);
        listener.sessionEnded(result);
        if (soonAfterSession) {
            soonAfterSession = false;
            haveSessionSoon();
        }
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

    private void launch(Machine machine, List<Decision.Bind> binds) {
        Resources left = machine.offeredResources();
        List<Launch> launches = new ArrayList<>();
        for (Decision.Bind bind : binds) {
            Task task = cluster.task(bind.task());
            Resources taken = Measures.cut(left, ignored.leave(task.request()))
                    .plus(Measures.cutPorts(left, task.template().ports()).orElseThrow());
            left = left.minus(taken);
            Run run = runs.begin(bind.task(), bind.job(), machine.agent);
            machine.took(run.launched(), taken);
            cluster.setTask(bind.task(), TaskStatus.BINDING, machine.nodeName, host.now());
            launches.add(new Launch(run.launched(), machine.agent, taken, new TreeMap<>()));
            tell(run, TaskState.ASSIGNED, Optional.empty(), "");
        }
        desk.progress();
        List<OfferId> used = held.use(machine);
        // What is left comes back at once, for those who still wait.
        master.accept(used, launches, Filters.ofSeconds(0));
        held.show(machine);
    }

    private void evict(TaskId task) {
        Optional<Run> present = runs.of(task);
        if (present.isEmpty() || present.get().evicted() || !cluster.knows(task)) {
            return;
        }
        Run run = present.get();
        runs.put(run.leaving());
        cluster.setTask(task, TaskStatus.RELEASING, nodeOf(run), host.now());
        master.kill(run.launched());
        dirty = true;
    }

    // Views

    /**
     * Why a job waits, by the last session that had offers in hand: those in which nothing has room are given back, and
     * without any there is nothing to be said of agents. Empty if nobody refused the job anything.
     */
    public Optional<Explanations.OfJob> why(JobId job) {
        Optional<Explanations.OfJob> recent = lastWithOffers == null
                ? Optional.empty()
                : lastWithOffers.explanations().job(job);
        return recent.isPresent() || last == null ? recent : last.explanations().job(job);
    }

    /**
     * Why a queue was passed over, by the last session that had offers in hand: without any it has nothing to share out.
     *
     * @param since what a session said that began before this is about others
     */
    public Optional<Refusal> whyQueue(String queue, Instant since) {
        return lastWithOffers == null || lastWithOffersBegan.isBefore(since)
                ? Optional.empty()
                : Optional.ofNullable(lastWithOffers.explanations().queues().get(queue));
    }

    /** Whether the last session had offers in hand; if not, it says nothing about agents. */
    public boolean lastSawOffers() {
        return lastHadOffers;
    }

    public Optional<SessionResult> lastSession() {
        return Optional.ofNullable(last);
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
        desk.close();
    }
}
