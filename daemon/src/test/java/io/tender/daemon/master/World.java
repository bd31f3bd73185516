package io.tender.daemon.master;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.allocator.HierarchicalAllocator;
import io.tender.core.sorter.SorterKind;
import io.tender.daemon.cluster.AgentReport;
import io.tender.daemon.cluster.ClusterListener;
import io.tender.daemon.cluster.TaskReport;
import io.tender.model.AgentId;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.Chance;
import io.tender.testkit.ManualHost;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.function.UnaryOperator;

/** A master with a real allocator, agents that do as they are told, and a journal in memory that survives it. */
final class World implements Effects {
    static final Role ROLE = Role.of("eng");

    final ScriptedCluster cluster = new ScriptedCluster();
    final List<byte[]> journal = new ArrayList<>();
    private final ChangeCodec codec = new ChangeCodec();
    private final List<Change> changes = new ArrayList<>();
    private ArrayDeque<Runnable> outputs = new ArrayDeque<>();
    private final UnaryOperator<MasterSettings> settings;
    private final UnaryOperator<Allocator> around;
    private int lives;
    private ManualHost host;
    private Master master;

    World() {
        this(UnaryOperator.identity());
    }

    World(UnaryOperator<MasterSettings> settings) {
        this(settings, UnaryOperator.identity());
    }

    /** @param around what the master takes for the allocator, made of the real one */
    World(UnaryOperator<MasterSettings> settings, UnaryOperator<Allocator> around) {
        this.settings = settings;
        this.around = around;
        this.host = new ManualHost(Chance.seeded(1), Instant.EPOCH);
        this.master = begin();
    }

    private Master begin() {
        Allocator allocator = around.apply(new HierarchicalAllocator(host, SorterKind.DRF, SorterKind.DRF));
        Master fresh = new Master(
                settings.apply(MasterSettings.defaults("m" + lives++)),
                host,
                allocator,
                new Clusters(List.of(cluster)),
                this);
        journal.forEach(record -> fresh.recover(codec.decode(record)));
        fresh.start(AllocatorOptions.defaults().withRecoveryTimeout(Duration.ofSeconds(1)));
        ManualHost mine = host;
        cluster.start(
                new ClusterListener() {
                    @Override
                    public void joined(AgentReport agent) {
                        mine.enqueue(() -> fresh.joined(agent));
                    }

                    @Override
                    public void unreachable(AgentId agent, String why) {
                        mine.enqueue(() -> fresh.unreachable(agent, why));
                    }

                    @Override
                    public void left(AgentId agent, String why) {
                        mine.enqueue(() -> fresh.left(agent, why));
                    }

                    @Override
                    public void report(TaskReport report) {
                        mine.enqueue(() -> fresh.report(report));
                    }
                },
                fresh.knownTasks());
        return fresh;
    }

    Master master() {
        return master;
    }

    Operator operator() {
        return master.operator();
    }

    MasterView view() {
        return master.view();
    }

    ManualHost host() {
        return host;
    }

    Instant now() {
        return host.now();
    }

    @Override
    public void changed(Change change) {
        changes.add(change);
    }

    @Override
    public void afterwards(Runnable output) {
        outputs.add(output);
    }

    void enqueue(Runnable turn) {
        host.enqueue(turn);
    }

    /** Makes durable what was changed, as one record. */
    void commit() {
        if (!changes.isEmpty()) {
            journal.add(codec.encode(changes));
            changes.clear();
        }
    }

    /** Lets everything happen that can without the clock moving on; then all must add up. */
    void settle() {
        host.settle();
        commit();
        while (!outputs.isEmpty()) {
            outputs.poll().run();
            host.settle();
            commit();
        }
        check();
    }

    /** Has the clock move on, and what happens then become known. */
    void advance(Duration by) {
        for (Duration left = by; left.isPositive(); left = left.minusSeconds(1)) {
            settle();
            host.advance(left.compareTo(Duration.ofSeconds(1)) < 0 ? left : Duration.ofSeconds(1));
        }
        settle();
    }

    /** Time passes at once, with what is told only noticed at its end. */
    void leap(Duration by) {
        settle();
        host.advance(by);
        settle();
    }

    /** The process dies: what was not committed never happened, and nobody hears what was about to be said. */
    void crash() {
        changes.clear();
        outputs = new ArrayDeque<>();
        host = new ManualHost(Chance.seeded(lives), host.now());
        master = begin();
    }

    void restart() {
        settle();
        crash();
        settle();
    }

    Scheduler subscribe(Subscription subscription) {
        Scheduler scheduler = new Scheduler(this);
        scheduler.id = master.subscribe(subscription, true, scheduler);
        settle();
        return scheduler;
    }

    Scheduler subscribe(String name) {
        return subscribe(Subscription.of(name, ROLE));
    }

    /** The same framework, connected anew. */
    Scheduler again(Scheduler before) {
        return subscribe(Subscription.of("again", ROLE).withId(before.id));
    }

    void disconnect(Scheduler scheduler) {
        master.disconnected(scheduler.id, scheduler);
        settle();
    }

    void agent(String name, String resources) {
        cluster.add(name, resources);
        settle();
    }

    /** What is offered and used on an agent is part of it, and the allocator counts the same. */
    void check() {
        long cpus = 0;
        long total = 0;
        for (AgentView agent : view().agents()) {
            Resources held = agent.used().plus(agent.offered()).unallocate().nonShared();
            if (agent.present()) {
                assertThat(agent.total().contains(held))
                        .as("%s holds %s of %s", agent.agent().id(), held, agent.total())
                        .isTrue();
                cpus += held.amount("cpus");
                total += agent.total().amount("cpus");
            }
        }
        SortedMap<String, Double> metrics = master.allocatorMetrics().join();
        assertThat(metrics.get("allocator/mesos/resources/cpus/offered_or_allocated"))
                .as("what the allocator holds, while the master holds %s of %s", cpus, total)
                .isEqualTo(cpus / 1000.0);
        assertThat(metrics.get("allocator/mesos/resources/cpus/total")).isEqualTo(total / 1000.0);
    }

    /** What would be known after a restart from the journal is what is known now. */
    void checkReplay() {
        MasterState replayed = new MasterState(MasterSettings.defaults("replay"));
        journal.forEach(record -> codec.decode(record).forEach(replayed::apply));
        assertThat(replayed.changes()).isEqualTo(master.snapshot());
        MasterState fromSnapshot = new MasterState(MasterSettings.defaults("snapshot"));
        codec.encodeSnapshot(master.snapshot())
                .forEach(part -> codec.decode(part).forEach(fromSnapshot::apply));
        assertThat(fromSnapshot.changes()).isEqualTo(master.snapshot());
    }
}
