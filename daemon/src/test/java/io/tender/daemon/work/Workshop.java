package io.tender.daemon.work;

import io.tender.core.allocator.HierarchicalAllocator;
import io.tender.core.batch.BatchEngine;
import io.tender.core.batch.framework.BatchScheduler;
import io.tender.core.batch.framework.BatchSettings;
import io.tender.core.batch.framework.Sessions;
import io.tender.core.offers.NativeOfferSet;
import io.tender.core.services.Ordering;
import io.tender.core.services.ServiceScheduler;
import io.tender.core.services.ServiceSettings;
import io.tender.core.sorter.SorterKind;
import io.tender.daemon.cluster.AgentReport;
import io.tender.daemon.master.Change;
import io.tender.daemon.master.ChangeCodec;
import io.tender.daemon.master.Clusters;
import io.tender.daemon.master.Effects;
import io.tender.daemon.master.GuestFramework;
import io.tender.daemon.master.Master;
import io.tender.daemon.master.MasterSettings;
import io.tender.daemon.master.Subscription;
import io.tender.daemon.master.TaskSpec;
import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.runtime.batch.BatchPlugins;
import io.tender.runtime.batch.SchedulerConf;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.Chance;
import io.tender.spi.framework.Launch;
import io.tender.testkit.ManualHost;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A desk on a real master with both schedulers, a clock that tests move, and a journal that outlives it. */
final class Workshop implements Effects {
    final List<byte[]> journal = new ArrayList<>();
    private final ChangeCodec codec = new ChangeCodec();
    private final Documents reader = new Documents(Map.of());
    private final ArrayDeque<Runnable> outputs = new ArrayDeque<>();
    private List<Change> changes = new ArrayList<>();
    private ManualHost host = new ManualHost(Chance.seeded(1), Instant.EPOCH);
    private int lives;
    private BatchEngine engine = engine(SchedulerConf.USUAL);
    Master master = begin();
    WorkDesk desk = open();

    private Master begin() {
        Master made = new Master(
                MasterSettings.defaults("m" + lives++),
                host,
                new HierarchicalAllocator(host, SorterKind.DRF, SorterKind.DRF),
                new Clusters(List.of()),
                this);
        journal.forEach(record -> made.recover(codec.decode(record)));
        made.start(AllocatorOptions.defaults());
        return made;
    }

    private static BatchEngine engine(String conf) {
        return SchedulerConf.read("test", conf, 1, BatchPlugins.ofClassPath()).engine();
    }

    /** Sessions of jobs are like this from now on. */
    void schedule(String conf) {
        engine = engine(conf);
    }

    private WorkDesk open() {
        WorkDesk made = new WorkDesk(master, host, reader);
        GuestFramework forJobs = framework("batch", made);
        GuestFramework forServices = framework("services", made);
        BatchScheduler batch = new BatchScheduler(
                "batch",
                host,
                forJobs,
                Sessions.atOnce(() -> engine),
                BatchSettings.steady(Duration.ofSeconds(1), Duration.ofMinutes(10), Duration.ofSeconds(5), 10),
                made.batchListener());
        ServiceScheduler services = new ServiceScheduler(
                host,
                forServices,
                Ordering.NONE,
                ServiceSettings.defaults(),
                setup -> new NativeOfferSet(setup.nativeOrder()),
                made.serviceListener());
        made.runServices(services, forServices.id());
        made.runJobs(batch, forJobs.id());
        made.recover();
        forServices.connect(services);
        forJobs.connect(batch);
        settle();
        return made;
    }

    private GuestFramework framework(String name, WorkDesk programs) {
        FrameworkId id = new FrameworkId(name);
        Function<Launch, TaskSpec> program = launch -> programs.program(launch).orElseThrow();
        return new GuestFramework(id, Subscription.of(name, Role.of(name)).withId(id), master, host, program);
    }

    @Override
    public void changed(Change change) {
        changes.add(change);
    }

    @Override
    public void afterwards(Runnable output) {
        outputs.add(output);
    }

    /** Lets everything happen that can without the clock moving on, and makes it durable. */
    void settle() {
        host.settle();
        while (!outputs.isEmpty()) {
            outputs.poll().run();
            host.settle();
        }
        if (!changes.isEmpty()) {
            journal.add(codec.encode(changes));
            changes = new ArrayList<>();
        }
    }

    void pass(Duration time) {
        settle();
        host.advance(time);
        settle();
    }

    /** The daemon ends, and another goes on with what was kept. */
    void restart() {
        settle();
        outputs.clear();
        host = new ManualHost(Chance.seeded(lives), host.now());
        master = begin();
        desk = open();
    }

    void agent(String name, String resources) {
        master.joined(new AgentReport(
                new AgentInfo(new AgentId(name), name, List.of(), Optional.empty()),
                AgentCapability.all(),
                Resources.parse(resources),
                List.of()));
        settle();
    }

    /** What becomes of each document of a text. */
    List<ApplyOutcome> apply(String... documents) {
        List<Submitted> read =
                reader.read("test", String.join("---\n", documents)).documents();
        List<ApplyOutcome> outcomes =
                desk.apply(read).stream().map(WorkDesk.Applied::outcome).toList();
        settle();
        return outcomes;
    }

    /** All that would be known after a restart. */
    List<Change> kept() {
        return master.snapshot();
    }
}
