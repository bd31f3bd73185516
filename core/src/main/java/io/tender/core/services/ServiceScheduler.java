package io.tender.core.services;

import io.tender.core.offers.NativeOrder;
import io.tender.model.AgentId;
import io.tender.model.BrokenRule;
import io.tender.model.Unavailability;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.HostOffer;
import io.tender.model.service.InstanceKey;
import io.tender.model.service.JobKey;
import io.tender.model.service.MaintenanceMode;
import io.tender.model.service.OfferId;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskGroupKey;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import io.tender.model.service.TaskStatus;
import io.tender.spi.AllocatorHost;
import io.tender.spi.framework.Guest;
import io.tender.spi.framework.Master;
import io.tender.spi.offers.OfferSet;
import io.tender.spi.offers.OfferSetSetup;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Keeps the instances of jobs running on what the master offers: a level-2 framework in the manner of Aurora.
 *
 * <p>Told of everything on its host's turns, one call at a time; it answers by calls to the master. Time, chance and the
 * thread are the host's, so the same calls, clock and seed give the same decisions. A command that makes no sense throws
 * {@link BrokenRule} and changes nothing; an event that makes no sense is counted and ignored, as masters repeat
 * themselves.
 */
public final class ServiceScheduler implements Guest, AutoCloseable {
    private final AllocatorHost host;
    private final Master master;
    private final Agenda agenda;
    private final ServiceMetrics metrics = new ServiceMetrics();
    private final Jobs jobs = new Jobs();
    private final TaskBook tasks = new TaskBook();
    private final StaticBans bans;
    private final OfferBook book;
    private final Offers offers;
    private final Lifecycle lifecycle;
    private final Bindings bindings;
    private final Scheduling scheduling;
    private final Drains drains;
    private final Updates updates;
    private final JobCommands commands;
    private final Reservations reservations;
    private final Machines machines;
    private final UpdateAffinity affinity;
    private final Preemptor preemptor;
    private final SlotSearch slotSearch;
    private final StartingTasks starting = new StartingTasks();
    private boolean closed;

    /**
     * @param ordering how a set that waits is asked; {@link Ordering#NONE} if the set does not
     * @param offerSet makes the set, once it is told its surroundings
     */
    public ServiceScheduler(
            AllocatorHost host,
            Master master,
            Ordering ordering,
            ServiceSettings settings,
            Function<OfferSetSetup, OfferSet> offerSet,
            ServiceListener listener) {
        this.host = host;
        this.master = master;
        this.agenda = new Agenda(host);
        this.bans = new StaticBans(settings);
        this.reservations = new Reservations(agenda, settings.reservationMillis());
        LimitCounts limits = new LimitCounts(tasks);
        NativeOrder order = NativeOrder.parse(settings.offerOrder(), host.chance());
        Troubles troubles = new Troubles(listener);
        this.book = new OfferBook(made(offerSet, order), order, bans, metrics, troubles);
        this.lifecycle = new Lifecycle(
                settings, agenda, master, jobs, tasks, limits, starting, metrics, listener, host.chance());
        this.machines = new Machines(book, tasks);
        this.offers = new Offers(settings, host, agenda, master, book, metrics, machines::mode, this::isIdle);
        this.affinity = new UpdateAffinity(agenda, settings);
        this.preemptor = new Preemptor(
                settings,
                agenda,
                machines,
                tasks,
                new Victims(limits, settings),
                reservations,
                affinity,
                lifecycle,
                metrics,
                new EvictionReviews(agenda, ordering, book, metrics, troubles, settings));
        AttemptParts parts = new AttemptParts(
                settings,
                agenda,
                book,
                bans,
                new KnownFits(),
                limits,
                reservations,
                affinity,
                new Assigner(master, host.chance(), offers, lifecycle, metrics),
                metrics,
                troubles);
        this.bindings = new Bindings(agenda, ordering, parts);
        this.scheduling = new Scheduling(
                host,
                parts,
                preemptor,
                new Orderings(agenda, ordering, starting, metrics, troubles, settings),
                bindings,
                offers::wanted);
        this.slotSearch = new SlotSearch(settings, agenda, machines, tasks, preemptor, metrics, scheduling::groups);
        this.drains = new Drains(settings, agenda, master, machines, offers, tasks, lifecycle, reservations, affinity);
        UpdateParts updateParts =
                new UpdateParts(settings, agenda, jobs, tasks, machines, lifecycle, affinity, listener);
        this.updates = new Updates(updateParts);
        this.commands = new JobCommands(updateParts, updates);
        lifecycle.follow(scheduling);
        lifecycle.follow(drains);
        lifecycle.follow(updates);
        slotSearch.start();
    }

    private OfferSet made(Function<OfferSetSetup, OfferSet> offerSet, NativeOrder order) {
        OfferSet set = offerSet.apply(new OfferSetSetup(new TreeMap<>(), host.chance(), order, starting));
        if (set.waits()) {
            starting.readElsewhere();
        }
        return set;
    }

    /**
     * Puts another offer set, and another native order, in the place of those there were. If the set cannot be made, that is
     * thrown and nothing has changed. An attempt under way may still end in the order of the old one.
     *
     * @param offerOrder as the setting {@code offer_order} has it
     */
    public void orderBy(String offerOrder, Function<OfferSetSetup, OfferSet> offerSet) {
        NativeOrder order = NativeOrder.parse(offerOrder, host.chance());
        book.use(made(offerSet, order), order);
    }

    /**
     * Ends this scheduler, because the program ends or another takes its place: nothing it has planned happens any more, and
     * its offer set is closed. Tasks run on; nothing is asked of the master. Once is enough, twice does no harm.
     */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            agenda.close();
            scheduling.close();
            bindings.close();
            book.close();
        }
    }

    private boolean isIdle() {
        return scheduling.isIdle();
    }

    // Commands

    /** Starts a job with instances 0 to n-1. */
    public void submit(TaskConfig config, int instances) {
        commands.submit(config, instances);
    }

    /** Refuses what could not be submitted or, if the job is there, begun as an update; changes nothing. */
    public void check(TaskConfig config, int instances) {
        commands.check(config, instances);
    }

    /**
     * Takes a job back from an earlier life of the scheduler, before any offer arrives: its tasks run on and are not started
     * again, wanted instances without one get one, and tasks of instances that are not wanted are ended. An update that was
     * in progress is started again by who wants it; it leaves alone what is as it should be.
     *
     * @param wanted the config of each wanted instance, maybe none if the job only has tasks that are to end
     * @param failures how often instances without a task have failed so far; those not named have not
     */
    public void adopt(
            JobKey job,
            SortedMap<Integer, TaskConfig> wanted,
            List<AdoptedTask> adopted,
            SortedMap<Integer, Integer> failures) {
        commands.adopt(job, wanted, adopted, failures);
    }

    /** Makes a job's instances 0 to n-1: starts those that are missing, ends those above. */
    public void scale(JobKey job, int instances) {
        commands.scale(job, instances);
    }

    /** Ends a job; an update of it is aborted. */
    public void kill(JobKey job) {
        commands.kill(job);
    }

    /** Ends some instances of a job; the others keep their numbers. An update of it goes on without them. */
    public void kill(JobKey job, Collection<Integer> instances) {
        commands.kill(job, instances);
    }

    /** Starts some instances anew. */
    public void restart(JobKey job, Collection<Integer> instances) {
        commands.restart(job, instances);
    }

    /** Brings a job step by step to this config and number of instances. */
    public void startUpdate(TaskConfig config, int instances, UpdateSettings how) {
        commands.startUpdate(config, instances, how, false);
    }

    /** The same, but it waits with the first instance until it is resumed: for one that was paused in an earlier life. */
    public void startPausedUpdate(TaskConfig config, int instances, UpdateSettings how) {
        commands.startUpdate(config, instances, how, true);
    }

    public void pauseUpdate(JobKey job) {
        updates.pause(job);
    }

    public void resumeUpdate(JobKey job) {
        updates.resume(job);
    }

    /** Stops an update where it is; instances stay as they are. */
    public void abortUpdate(JobKey job) {
        updates.abort(job);
    }

    // Events

    @Override
    public void offers(Collection<HostOffer> arrived) {
        for (HostOffer offer : arrived) {
            // What is counted by attributes must be right before anything is placed by them.
            lifecycle.attributesAre(offer.agent(), offer.attributes());
            offers.arrived(offer);
            drains.unavailable(offer.agent(), offer.unavailability());
        }
    }

    @Override
    public void rescinded(OfferId offer) {
        offers.rescinded(offer);
    }

    @Override
    public void status(TaskStatus status) {
        Task task = tasks.byId(status.task());
        if (task != null && task.state.isPlaced()) {
            lifecycle.apply(task, TaskEvent.reported(status.state()));
        } else if (status.state() == TaskState.STARTING || status.state() == TaskState.RUNNING) {
            // Given up as lost, never sent, or from another life of this scheduler: its instance must not run twice.
            metrics.count(ServiceMetrics.ZOMBIES);
            master.kill(status.task());
        }
    }

    /** An agent is gone for good, with all its tasks. */
    @Override
    public void agentLost(AgentId agent) {
        offers.lost(agent);
        for (Task task : tasks.on(agent)) {
            lifecycle.apply(task, TaskEvent.LOST);
        }
        drains.lost(agent);
    }

    /** The master is lost, and with it all offers. Tasks go on. */
    @Override
    public void disconnected() {
        offers.disconnected();
    }

    /** A master is there, the same or another: asks what became of the tasks, and for offers. */
    @Override
    public void connected() {
        List<TaskId> placed = tasks.all().stream()
                // No master has heard of what is still being bound.
                .filter(task -> task.state.isPlaced() && !bindings.areUnderWay(task))
                .map(task -> task.id)
                .toList();
        if (!placed.isEmpty()) {
            master.reconcile(placed);
        }
        offers.reconnected();
    }

    @Override
    public void unavailable(AgentId agent, Optional<Unavailability> when) {
        drains.unavailable(agent, when);
    }

    @Override
    public void maintenance(AgentId agent, MaintenanceMode mode) {
        drains.mode(agent, mode);
    }

    @Override
    public void attributesChanged(AgentId agent, HostAttributes attributes) {
        drains.attributes(agent, attributes);
    }

    /** The master wants an agent back; the scheduler agrees, and drains it in time. */
    @Override
    public void inverseOffer(AgentId agent, Unavailability when) {
        drains.inverseOffer(agent, when);
    }

    // Views

    /** All tasks that are not over, by job and instance. */
    public List<TaskView> tasks() {
        return tasks.all().stream().map(Task::view).toList();
    }

    /** The tasks of a job that are not over, by instance. */
    public List<TaskView> tasks(JobKey job) {
        return tasks.of(job).stream().map(Task::view).toList();
    }

    public Optional<TaskView> task(TaskId id) {
        return Optional.ofNullable(tasks.byId(id)).map(Task::view);
    }

    public Optional<TaskView> task(InstanceKey key) {
        return tasks.of(key).map(Task::view);
    }

    /** Whether any instance of a job is wanted. */
    public boolean has(JobKey job) {
        return jobs.has(job);
    }

    /** The config of an instance; empty if it is not wanted. */
    public Optional<TaskConfig> config(InstanceKey instance) {
        return jobs.config(instance);
    }

    /** The wanted instances of a job, with their configs; none if there is no such job. */
    public SortedMap<Integer, TaskConfig> instances(JobKey job) {
        return Collections.unmodifiableSortedMap(new TreeMap<>(jobs.instances(job)));
    }

    /** The wanted instances of each job, with their configs: a copy of them all, not for every turn. */
    public SortedMap<JobKey, SortedMap<Integer, TaskConfig>> jobs() {
        return jobs.all();
    }

    /** The offers in hand, in native order. */
    public List<HostOffer> heldOffers() {
        List<HostOffer> held = new ArrayList<>();
        book.inNativeOrder().forEach(each -> held.add(each.offer));
        return Collections.unmodifiableList(held);
    }

    /** Why a task has no place; empty if it has one, or there is no such task. */
    public Optional<Waiting> why(TaskId id) {
        Task task = tasks.byId(id);
        if (task == null || (task.state != TaskState.PENDING && task.state != TaskState.THROTTLED)) {
            return Optional.empty();
        }
        long now = agenda.now();
        return task.state == TaskState.THROTTLED
                ? Optional.of(Waiting.throttled(task, now))
                : scheduling.group(new TaskGroupKey(task.config)).map(group -> Waiting.pending(task, group, now));
    }

    /** The update of a job in progress, or the last one. */
    public Optional<UpdateView> update(JobKey job) {
        return updates.view(job);
    }

    /** The agents kept by preemption, and for which group. */
    public Optional<TaskGroupKey> reservedFor(AgentId agent) {
        return Optional.ofNullable(reservations.keptFor(agent));
    }

    /** Counters and gauges, under Aurora's names where Aurora has them. */
    public SortedMap<String, Long> metrics() {
        SortedMap<String, Long> all = metrics.snapshot();
        all.put("outstanding_offers", (long) book.size());
        all.put("statically_banned_offers_size", (long) bans.size());
        all.put("preemptor_reservations", (long) reservations.size());
        all.put("agents_in_maintenance", (long) machines.leaving());
        all.put("preemptor_slots", (long) preemptor.size());
        all.put("task_groups", (long) scheduling.groups().size());
        all.put("offers_suppressed", offers.suppressed() ? 1L : 0L);
        for (TaskState state : TaskState.values()) {
            all.put("task_store_" + state, 0L);
        }
        tasks.all().forEach(task -> all.merge("task_store_" + task.state, 1L, Long::sum));
        return Collections.unmodifiableSortedMap(all);
    }
}
