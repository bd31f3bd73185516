package io.tender.daemon;

import io.tender.core.batch.BatchEngine;
import io.tender.daemon.cluster.Cluster;
import io.tender.daemon.cluster.TaskOrder;
import io.tender.daemon.cluster.local.LocalCluster;
import io.tender.daemon.cluster.simulated.RealTimers;
import io.tender.daemon.cluster.simulated.SimulatedCluster;
import io.tender.daemon.http.Answers;
import io.tender.daemon.http.MetricsApi;
import io.tender.daemon.http.RequestMeters;
import io.tender.daemon.http.operator.OperatorApi;
import io.tender.daemon.http.scheduler.SchedulerApi;
import io.tender.daemon.http.work.WorkApi;
import io.tender.daemon.journal.GroupCommit;
import io.tender.daemon.journal.Journal;
import io.tender.daemon.journal.JournalException;
import io.tender.daemon.journal.JournalHealth;
import io.tender.daemon.journal.Journals;
import io.tender.daemon.journal.SnapshotPolicy;
import io.tender.daemon.journal.Snapshots;
import io.tender.daemon.loop.Commits;
import io.tender.daemon.loop.MasterLoop;
import io.tender.daemon.master.Change;
import io.tender.daemon.master.ChangeCodec;
import io.tender.daemon.master.Clusters;
import io.tender.daemon.master.Master;
import io.tender.daemon.settings.Reload;
import io.tender.daemon.settings.Settings;
import io.tender.daemon.trace.JobTraces;
import io.tender.daemon.trace.Spans;
import io.tender.daemon.trace.otlp.OtlpSpans;
import io.tender.daemon.work.CanaryStops;
import io.tender.daemon.work.Documents;
import io.tender.daemon.work.WorkDesk;
import io.tender.extender.http.Access;
import io.tender.extender.http.HealthApi;
import io.tender.extender.http.HttpServer;
import io.tender.model.FlagDuration;
import io.tender.runtime.ActorClock;
import io.tender.runtime.SteadyClock;
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.Chance;
import io.tender.spi.batch.SessionData;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The whole daemon: begins in the order in which its parts need each other, and ends so that nothing is lost. */
public final class Daemon implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Daemon.class);

    private final InstantSource clock;
    private final CompletableFuture<Ending> ending = new CompletableFuture<>();
    private final Closing closing;
    private final Settings settings;
    private final Meters meters;
    private final JobTraces traces;
    private final AtomicBoolean toldEnd = new AtomicBoolean();
    private final AtomicReference<Access> access;
    private final Modules modules;
    private final List<Cluster> clusters;
    private final GroupCommit commit;
    private final MasterLoop loop;
    private final Master master;
    private final Documents documents;
    private final WorkDesk desk;
    private final Guests guests;
    private final HttpServer server;
    private final Readiness readiness = new Readiness();

    private Daemon(
            Settings settings,
            String version,
            Journal journal,
            Optional<Origin> origin,
            InstantSource clock,
            Closing closing)
            throws JournalException, IOException {
        this.settings = settings;
        this.clock = clock;
        this.closing = closing;
        access = new AtomicReference<>(settings.access());
        documents = new Documents(settings.priorityClasses());
        meters = closing.at(Stage.METERS, new Meters());
        Spans spans = settings.tracing()
                .<Spans>map(choice -> closing.at(Stage.METERS, new OtlpSpans(choice, version, meters.registry())))
                .orElse(Spans.NONE);
        traces = closing.at(Stage.METERS, new JobTraces(spans, clock));
        modules = closing.at(Stage.MODULES, Modules.find(settings, traces));
        long began = System.nanoTime();
        Journal.Recovered recovered = journal.recover();
        clusters = clusters();
        commit = closing.at(
                Stage.COMMITS,
                new GroupCommit(
                        journal, clock, meters.registry(), failure -> fail("The journal failed for good", failure)));
        closing.at(Stage.HURRY, commit::letGo);
        Snapshots snapshots = new Snapshots(
                commit,
                new SnapshotPolicy(settings.snapshotEvery(), SnapshotPolicy.DEFAULT.bytes()),
                recovered,
                this::state);
        loop = closing.at(
                Stage.TURNS,
                new MasterLoop(
                        ActorClock.of(clock),
                        Chance.seeded(settings.seed().orElseGet(System::nanoTime)),
                        commits(snapshots),
                        failure -> fail("The master failed", failure),
                        settings.mostWaiting()));
        master = recover(recovered, began);
        CanaryStops.keep(master, loop, modules.extenders().stops());
        desk = new WorkDesk(master, loop.host(), documents, traces);
        guests = closing.at(
                Stage.GUESTS,
                new Guests(
                        settings,
                        modules,
                        master,
                        loop.host(),
                        traces,
                        meters.registry(),
                        desk.serviceListener(),
                        desk.batchListener()));
        Optional<UsageFeed> usage = guests.batch()
                .map(scheduler -> closing.at(
                        Stage.GUESTS,
                        new UsageFeed(
                                clusters,
                                loop.host(),
                                scheduler,
                                () -> modules.conf().engine().needs().containsKey(SessionData.USAGE))));
        List<TaskOrder> known = master.knownTasks();
        loop.start(master, this::firstTurn);
        clusters.forEach(cluster -> cluster.start(loop, known));
        usage.ifPresent(UsageFeed::start);
        server = closing.at(Stage.SERVER, serve(version, origin));
        readiness.listens();
    }

    /**
     * Starts a daemon; it listens when this returns.
     *
     * @param version of the program, for those who ask
     * @throws JournalException if the store is damaged, or another daemon has it
     * @throws IOException if it cannot listen, or this machine cannot be an agent
     * @throws io.tender.runtime.UnknownModule if the settings name a module that is not there
     * @throws io.tender.runtime.batch.ConfException if something is wrong with the settings of batch sessions
     */
    public static Daemon start(Settings settings, String version) throws JournalException, IOException {
        return start(settings, version, Optional.empty());
    }

    /** @param origin from where the settings can be read again while it works */
    public static Daemon start(Settings settings, String version, Optional<Origin> origin)
            throws JournalException, IOException {
        return start(settings, version, origin, Journals.open(settings.store()), InstantSource.system());
    }

    /** As above, with a journal that was opened already, whatever the settings say; it is closed with the daemon. */
    public static Daemon start(Settings settings, String version, Journal journal)
            throws JournalException, IOException {
        return start(settings, version, Optional.empty(), journal, InstantSource.system());
    }

    /** @param clock what the machine's clock says; it may be set at any time */
    static Daemon start(Settings settings, String version, InstantSource clock) throws JournalException, IOException {
        return start(settings, version, Optional.empty(), Journals.open(settings.store()), clock);
    }

    private static Daemon start(
            Settings settings, String version, Optional<Origin> origin, Journal journal, InstantSource clock)
            throws JournalException, IOException {
        Thread.ofPlatform().name("tender-prepare").daemon(true).start(HttpServer::prepare);
        Closing closing = new Closing();
        try {
            return new Daemon(settings, version, closing.at(Stage.STORE, journal), origin, clock, closing);
        } catch (JournalException | IOException | RuntimeException failed) {
            closing.close();
            throw failed;
        }
    }

    private List<Cluster> clusters() throws IOException {
        List<Cluster> all = new ArrayList<>();
        if (settings.agents().local().isPresent()) {
            all.add(closing.at(
                    Stage.AGENTS, LocalCluster.open(settings.agents().local().get(), clock)));
        }
        settings.agents()
                .simulated()
                .ifPresent(described ->
                        all.add(closing.at(Stage.AGENTS, new SimulatedCluster(described, new RealTimers(clock)))));
        return List.copyOf(all);
    }

    /** Builds the master from what is durable. */
    private Master recover(Journal.Recovered recovered, long began) {
        AllocatorOptions options = settings.allocator().options();
        Allocator allocator = modules.allocator().apply(loop.host());
        if (allocator instanceof AutoCloseable closeable) {
            closing.at(Stage.MODULES, closeable);
        }
        Master made = new Master(
                settings.master()
                        .settings(
                                UUID.randomUUID().toString(),
                                options.extensions().nestedQuota()),
                loop.host(),
                allocator,
                new Clusters(clusters),
                loop.effects());
        DecodingAhead<List<Change>> decoding = new DecodingAhead<>(
                new ChangeCodec()::decode, Runtime.getRuntime().availableProcessors());
        decoding.each(recovered.snapshot(), made::recover);
        decoding.each(recovered.records(), made::recover);
        meters.recovered(
                Duration.ofNanos(System.nanoTime() - began), recovered.records().size());
        if (!recovered.notice().isEmpty()) {
            LOG.warn("the journal was mended: {}", recovered.notice());
        }
        LOG.info(
                "recovered {} agents and {} frameworks from {} records after the snapshot",
                made.view().agentCount(),
                made.view().frameworkCount(),
                recovered.records().size());
        return made;
    }

    private Commits commits(Snapshots snapshots) {
        return new Commits() {
            @Override
            public void submit(List<byte[]> records, Runnable whenDurable) {
                snapshots.submit(records, whenDurable);
            }

            @Override
            public boolean hasRoom() {
                return commit.hasRoom();
            }

            @Override
            public boolean isFailing() {
                return commit.health() instanceof JournalHealth.Failing;
            }
        };
    }

    private List<byte[]> state() {
        return loop.snapshot();
    }

    private void firstTurn() {
        master.start(settings.allocator().options());
        if (settings.master().whitelist().isPresent()) {
            master.whitelist(settings.master().whitelist());
        }
        guests.workFor(desk);
        guests.connect();
        readiness.recovered();
    }

    private HttpServer serve(String version, Optional<Origin> origin) throws IOException {
        SchedulerApi schedulers = closing.at(Stage.STREAMS, new SchedulerApi(loop, settings.streams()));
        OperatorApi operators = closing.at(
                Stage.STREAMS,
                new OperatorApi(
                        loop,
                        SteadyClock.of(ActorClock.of(clock)),
                        new OperatorApi.Settings(
                                version,
                                clock.instant(),
                                flags(),
                                settings.streams().heartbeat(),
                                settings.streams().mostWaitingBytes(),
                                settings.streams().mostBodyBytes(),
                                settings.streams().mostStreams()),
                        () -> desk.views().serviceMetrics(),
                        this::broken));
        WorkApi work = closing.at(
                Stage.STREAMS,
                new WorkApi(
                        loop,
                        desk,
                        documents,
                        new Clusters(clusters),
                        traces,
                        reload(origin),
                        modules.extenders(),
                        new WorkApi.Streams(
                                settings.streams().heartbeat(),
                                settings.streams().mostWaitingBytes(),
                                settings.streams().mostStreams())));
        return HttpServer.start(
                settings.server(),
                access::get,
                List.of(
                        new RequestMeters(
                                meters.registry(), schedulers::connected, operators::watching, work::watching),
                        schedulers,
                        operators,
                        work,
                        new MetricsApi(meters.registry(), loop, Optional.of(desk)),
                        new HealthApi(this::broken, this::unready)));
    }

    private Reload reload(Optional<Origin> origin) {
        return origin.<Reload>map(from -> new Reloading(
                        from,
                        settings,
                        new Reloading.Parts(
                                loop, modules, guests, documents, clusters, access, this::certify, this::missing)))
                .orElse(Reload.NONE);
    }

    private Optional<String> certify(Settings wanted) {
        try {
            wanted.server().tls().ifPresent(server::certify);
            return Optional.empty();
        } catch (RuntimeException unusable) {
            LOG.warn("the server goes on with the certificates it has", unusable);
            return Optional.of("the server could not take the certificates: " + unusable.getMessage());
        }
    }

    /** What operators may see of the settings, under the names that Mesos gives it. */
    private SortedMap<String, String> flags() {
        TreeMap<String, String> flags = new TreeMap<>();
        flags.put("allocator", settings.allocator().name());
        flags.put("role_sorter", settings.allocator().roleSorter());
        flags.put("framework_sorter", settings.allocator().frameworkSorter());
        flags.put(
                "allocation_interval",
                FlagDuration.print(settings.allocator().options().allocationInterval()));
        flags.put("ip", settings.server().host());
        flags.put("port", Integer.toString(settings.server().port()));
        return flags;
    }

    private Optional<String> broken() {
        return ending.isDone() && ending.join() instanceof Ending.Failed failed
                ? Optional.of(failed.why())
                : Optional.empty();
    }

    private Optional<String> unready() {
        Optional<String> lacking = readiness.lacking();
        if (lacking.isPresent()) {
            return lacking;
        }
        return commit.health() instanceof JournalHealth.Failing failing
                ? Optional.of("the journal fails since " + failing.since() + ": " + failing.why())
                : broken();
    }

    private void fail(String what, Throwable failure) {
        LOG.error("{}; the daemon stops, and starts again from what is durable", what, failure);
        ending.complete(new Ending.Failed(what + ": " + failure.getMessage()));
    }

    /** What to type to reach it. */
    public String address() {
        return server.address();
    }

    /** What is enforced of the limits of tasks on this machine; empty if it is no agent. */
    public Optional<String> enforcement() {
        return clusters.stream()
                .filter(LocalCluster.class::isInstance)
                .map(cluster -> ((LocalCluster) cluster).enforcement())
                .findFirst();
    }

    /** What the settings of batch sessions say that has no effect here, as things are. */
    public List<String> notices() {
        if (!settings.batch().enabled()) {
            return List.of();
        }
        List<String> notices = new ArrayList<>(modules.conf().notices());
        notices.addAll(missing(modules.conf().engine()));
        return notices;
    }

    private List<String> missing(BatchEngine engine) {
        Set<SessionData> present = EnumSet.noneOf(SessionData.class);
        present.addAll(Answers.await(loop.look(known -> desk.views().sessionData())));
        if (!clusters.isEmpty()) {
            present.add(SessionData.USAGE);
        }
        return MissingData.notices(engine, present);
    }

    /** The schedulers beside the master; to be used on turns of {@link #loop}. */
    public Guests guests() {
        return guests;
    }

    public MasterLoop loop() {
        return loop;
    }

    /**
     * Lets some time pass, and waits until all that was due by then has happened and is durable: who looks then sees nothing that is
     * half done. What is planned for later is not waited for.
     */
    public CompletableFuture<Boolean> rest(Duration time) {
        List<Consumer<Runnable>> others = new ArrayList<>();
        clusters.forEach(cluster -> others.add(cluster::afterwards));
        others.add(guests::afterSession);
        return new Lull(loop, others).after(time);
    }

    /** Whether {@link #await} would return at once. */
    public boolean isOver() {
        return ending.isDone();
    }

    /** Waits until the daemon is asked to end, or cannot go on; it has still to be closed then. */
    public Ending await() {
        return ending.join();
    }

    /** Stops: what was acknowledged is durable, tasks run on. */
    @Override
    public void close() {
        readiness.stops();
        ending.complete(new Ending.Asked());
        closing.close();
        if (!toldEnd.getAndSet(true)) {
            LOG.info("stopped; tasks run on");
        }
    }
}
