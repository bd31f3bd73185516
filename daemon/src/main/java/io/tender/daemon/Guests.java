package io.tender.daemon;

import io.micrometer.core.instrument.MeterRegistry;
import io.tender.core.batch.framework.BatchListener;
import io.tender.core.batch.framework.BatchScheduler;
import io.tender.core.services.ServiceListener;
import io.tender.core.services.ServiceScheduler;
import io.tender.daemon.master.FrameworkView;
import io.tender.daemon.master.GuestFramework;
import io.tender.daemon.master.Master;
import io.tender.daemon.master.Subscription;
import io.tender.daemon.settings.Settings;
import io.tender.daemon.trace.JobTraces;
import io.tender.daemon.work.WorkDesk;
import io.tender.model.FrameworkCapability;
import io.tender.model.FrameworkId;
import io.tender.model.OfferConstraints;
import io.tender.model.Role;
import io.tender.spi.AllocatorHost;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The schedulers that live beside the master, and are frameworks to it like any other. Used on the master's turns. */
public final class Guests implements AutoCloseable {
    private static final String SERVICES = "services";
    private static final String BATCH = "batch";

    /** They are back as soon as the daemon is; after so long without them, somebody has turned them off. */
    private static final Duration UNTIL_TURNED_OFF = Duration.ofHours(1);

    private final Settings settings;
    private final Master master;
    private final AllocatorHost host;
    private final Programs programs = new Programs();
    private final SessionThread sessions;
    private final Optional<Lodging<ServiceScheduler>> services;
    private final Optional<Lodging<BatchScheduler>> batch;

    /** A scheduler and its place as a framework. */
    private record Lodging<S>(S scheduler, GuestFramework framework) {}

    /** Sessions are numbered anew by each daemon, so that their ids, which keys of messages are made of, need more to be unique. */
    private static String life(AllocatorHost host) {
        return BATCH + "-" + Long.toString(host.date().toEpochMilli(), Character.MAX_RADIX);
    }

    Guests(
            Settings settings,
            Modules modules,
            Master master,
            AllocatorHost host,
            JobTraces traces,
            MeterRegistry registry,
            ServiceListener ofServices,
            BatchListener ofBatch) {
        this.settings = settings;
        this.master = master;
        this.host = host;
        this.sessions = new SessionThread(host, modules.conf()::engine, traces, registry);
        this.services = settings.services().enabled() ? Optional.of(services(modules, ofServices)) : Optional.empty();
        this.batch = settings.batch().enabled() ? Optional.of(batch(ofBatch)) : Optional.empty();
    }

    private Lodging<ServiceScheduler> services(Modules modules, ServiceListener listener) {
        GuestFramework framework =
                framework(lasting(SERVICES), settings.services().role());
        return new Lodging<>(
                new ServiceScheduler(
                        host,
                        framework,
                        new WaitingOrders(host),
                        settings.services().settings(),
                        modules.offerSet(),
                        listener),
                framework);
    }

    private Lodging<BatchScheduler> batch(BatchListener listener) {
        GuestFramework framework = framework(lasting(BATCH), settings.batch().role());
        return new Lodging<>(
                new BatchScheduler(
                        life(host), host, framework, sessions, settings.batch().settings(), listener),
                framework);
    }

    /** The same id in every life of the daemon, unless an operator has ended it as a framework: that is for good. */
    private FrameworkId lasting(String name) {
        Set<FrameworkId> ended = master.view().completedFrameworks().stream()
                .map(FrameworkView::id)
                .collect(Collectors.toSet());
        FrameworkId id = new FrameworkId(name);
        for (int next = 2; ended.contains(id); next++) {
            id = new FrameworkId(name + "-" + next);
        }
        return id;
    }

    private GuestFramework framework(FrameworkId id, Role role) {
        return new GuestFramework(id, subscription(id, role), master, host, programs::of);
    }

    /** Suppressed until the scheduler has looked whether it has work: what nobody needs is for the others. */
    private static Subscription subscription(FrameworkId id, Role role) {
        return new Subscription(
                Optional.of(id),
                "",
                id.value(),
                UNTIL_TURNED_OFF,
                true,
                "",
                Optional.empty(),
                Optional.empty(),
                new TreeSet<>(List.of(role)),
                EnumSet.of(FrameworkCapability.MULTI_ROLE, FrameworkCapability.GPU_RESOURCES),
                new TreeSet<>(List.of(Subscription.PARTITION_AWARE, Subscription.TASK_KILLING_STATE)),
                List.of(),
                new TreeSet<>(List.of(role)),
                OfferConstraints.none(),
                new TreeMap<>());
    }

    /** Subscribes them; whatever they had before must have been given back to them by now. */
    void connect() {
        services.ifPresent(lodging -> lodging.framework().connect(lodging.scheduler()));
        batch.ifPresent(lodging -> lodging.framework().connect(lodging.scheduler()));
    }

    /** Lets a desk give them work, and gives back what they had; to be called before they connect. */
    void workFor(WorkDesk desk) {
        programs.from(desk::program);
        services.ifPresent(lodging ->
                desk.runServices(lodging.scheduler(), lodging.framework().id()));
        batch.ifPresent(
                lodging -> desk.runJobs(lodging.scheduler(), lodging.framework().id()));
        desk.recover();
    }

    /** Does something between two batch sessions; false if there are none any more. */
    boolean betweenSessions(Runnable work) {
        return sessions.between(work);
    }

    /** Does something once no batch session is under way: at once if there are none any more. */
    void afterSession(Runnable work) {
        if (!sessions.between(work)) {
            work.run();
        }
    }

    /** Empty if it is turned off. */
    public Optional<ServiceScheduler> services() {
        return services.map(Lodging::scheduler);
    }

    /** Empty if it is turned off. */
    public Optional<BatchScheduler> batch() {
        return batch.map(Lodging::scheduler);
    }

    /** Where whoever gives them work says what its tasks run. */
    public Programs programs() {
        return programs;
    }

    @Override
    public void close() {
        sessions.close();
        services().ifPresent(ServiceScheduler::close);
        batch().ifPresent(BatchScheduler::close);
    }
}
