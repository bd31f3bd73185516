package io.tender.testkit.services;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.core.offers.NativeOfferSet;
import io.tender.core.services.Ordering;
import io.tender.core.services.ServiceListener;
import io.tender.core.services.ServiceSettings;
import io.tender.core.services.UpdateSettings;
import io.tender.core.services.UpdateStrategy;
import io.tender.core.services.UpdateView;
import io.tender.extender.aurora.HttpOfferSet;
import io.tender.extender.aurora.HttpOfferSetSettings;
import io.tender.extender.client.ClientSurroundings;
import io.tender.model.AgentId;
import io.tender.model.BrokenRule;
import io.tender.model.Resources;
import io.tender.model.Unavailability;
import io.tender.model.service.Constraint;
import io.tender.model.service.HostOffer;
import io.tender.model.service.InstanceKey;
import io.tender.model.service.JobKey;
import io.tender.model.service.MaintenanceMode;
import io.tender.model.service.OfferId;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskGroupKey;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import io.tender.model.service.Tier;
import io.tender.spi.offers.BindQuery;
import io.tender.spi.offers.Objection;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import io.tender.spi.offers.OfferSetSetup;
import io.tender.testkit.ManualHost;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Random histories of a cluster with a service scheduler and an ordering service that is not to be relied on. */
final class ServiceSimulation {
    private static final int MOST_AGENTS = 12;

    private final long seed;
    private final Random random;
    private final ServiceWorld world;
    private final TreeSet<String> agents = new TreeSet<>();
    private final TreeSet<String> partitioned = new TreeSet<>();
    private final TreeSet<String> maintained = new TreeSet<>();
    private final ArrayDeque<String> tail = new ArrayDeque<>();
    private final TreeSet<TaskId> launched = new TreeSet<>();
    /** Which tasks are being bound, and since when; after ten seconds nobody listens to the answer. */
    private final Map<TaskId, Instant> binding = new HashMap<>();

    private final Set<TaskId> toBind = new HashSet<>();
    private final Set<TaskId> bound = new HashSet<>();
    private boolean calm;
    private boolean connected = true;
    private int agentsMade;
    private int jobsMade;
    private int racksMade;
    private int updates;
    private final boolean waits;
    private final Optional<MoodyService> service;

    ServiceSimulation(long seed) {
        this(seed, Optional.empty());
    }

    /** @param service orders the offers over HTTP, as far as it does */
    ServiceSimulation(long seed, Optional<MoodyService> service) {
        this.seed = seed;
        this.service = service;
        this.random = new Random(seed);
        // Not drawn: the first draws of small seeds are all alike.
        this.waits = seed % 3 != 0 || service.isPresent();
        ServiceSettings settings = ServiceSettings.defaults()
                .with("max_tasks_per_offer", String.valueOf(1 + random.nextInt(3)))
                .with("enable_update_affinity", String.valueOf(random.nextBoolean()))
                .with("min_offer_hold_time", random.nextBoolean() ? "5mins" : "20secs")
                .with("offer_order", random.nextBoolean() ? "RANDOM" : "CPU,MEMORY")
                .with("preemption_delay", "30secs")
                .with("preemption_slot_search_initial_delay", "10secs")
                .with("preemption_slot_search_interval", "20secs");
        this.world = new ServiceWorld(
                seed,
                settings,
                this::offerSet,
                service.isPresent() ? ServiceSimulation::asking : this::ordering,
                this::launched,
                new ServiceListener() {
                    @Override
                    public void updateChanged(UpdateView update) {
                        updates++;
                        note("update of " + update.job() + " " + update.state());
                    }
                });
    }

    private OfferSet offerSet(OfferSetSetup setup) {
        if (service.isPresent()) {
            // The breaker goes by the real clock, which is none of a history's; each failure falls back by itself.
            return new HttpOfferSet(
                    HttpOfferSetSettings.parse(Map.of(
                            "http_offer_set_endpoint", service.get().endpoint(),
                            "http_offer_set_timeout", "20secs",
                            "http_offer_set_max_retries", "0",
                            "http_offer_set_breaker_enabled", "false")),
                    setup,
                    ClientSurroundings.system(new SimpleMeterRegistry()));
        }
        NativeOfferSet natively = new NativeOfferSet(setup.nativeOrder());
        return waits ? new SlowSet(natively, seed % 3 == 1) : natively;
    }

    /** Asks at once, while the clock of the history stands still; the answer is heard a little later. */
    private static Ordering asking(ManualHost host) {
        return (set, query, answer) -> {
            List<HostOffer> order = Ordering.answerOf(set, query);
            host.after(Duration.ofMillis(query.attempt() % 80), () -> answer.ordered(order));
        };
    }

    /** What happened, in counts. */
    boolean waits() {
        return waits;
    }

    int updates() {
        return updates;
    }

    long metric(String name) {
        return world.scheduler().metrics().getOrDefault(name, 0L);
    }

    void close() {
        world.scheduler().close();
    }

    /** A set that has to be asked elsewhere; the order it would give is what {@link #ordering} spoils, and so what it binds. */
    private record SlowSet(NativeOfferSet inner, boolean binder) implements OfferSet {
        @Override
        public void add(HostOffer offer) {
            inner.add(offer);
        }

        @Override
        public void remove(HostOffer offer) {
            inner.remove(offer);
        }

        @Override
        public int size() {
            return inner.size();
        }

        @Override
        public void clear() {
            inner.clear();
        }

        @Override
        public Collection<HostOffer> values() {
            return inner.values();
        }

        @Override
        public Iterable<HostOffer> getOrdered(OfferQuery query) {
            return query.candidates();
        }

        @Override
        public boolean waits() {
            return true;
        }

        @Override
        public boolean binds(TaskGroupKey group, ResourceBundle request) {
            return binder && request.cpuMillis() % 500 == 0;
        }
    }

    private Ordering ordering(ManualHost host) {
        Ordering orders = orders(host);
        return new Ordering() {
            @Override
            public void ask(OfferSet set, OfferQuery query, Answer answer) {
                orders.ask(set, query, answer);
            }

            @Override
            public void bind(OfferSet set, BindQuery query, Binding answer) {
                Instant now = host.now();
                for (TaskId task : query.tasks()) {
                    Instant before = binding.put(task, now);
                    demand(before == null || !before.plusSeconds(10).isAfter(now), task + " is bound twice at a time");
                    bound.remove(task);
                }
                int mood = calm ? 0 : random.nextInt(10);
                Set<TaskId> refused = mood == 3 ? Set.of(query.tasks().getFirst()) : Set.of();
                host.after(Duration.ofMillis(mood == 1 ? 12_000 : random.nextInt(4_000)), () -> {
                    if (mood == 2) {
                        query.tasks().forEach(binding::remove);
                        answer.failed(new IllegalStateException("the binder is down"));
                        return;
                    }
                    if (mood != 1) {
                        query.tasks().forEach(binding::remove);
                        query.tasks().stream()
                                .filter(task -> !refused.contains(task))
                                .forEach(bound::add);
                    }
                    answer.refused(refused.stream()
                            .collect(Collectors.toMap(task -> task, task -> new Objection("binder", "no", false))));
                });
                toBind.addAll(query.tasks());
            }
        };
    }

    private Ordering orders(ManualHost host) {
        return (set, query, answer) -> {
            int mood = calm ? 0 : random.nextInt(10);
            long delay = mood == 1 ? 12_000 : random.nextInt(80);
            List<HostOffer> order = new ArrayList<>(query.candidates());
            switch (mood) {
                case 2 -> order.clear();
                case 3 -> {
                    order.addAll(query.candidates());
                    order.addFirst(HostOffer.of(
                            new OfferId("nonsense"),
                            new AgentId("nowhere"),
                            "nowhere",
                            Resources.parse("cpus:99;mem:99999;disk:99999")));
                }
                case 4 -> order = order.reversed();
                default -> {}
            }
            List<HostOffer> said = List.copyOf(order);
            host.after(Duration.ofMillis(delay), () -> {
                if (mood == 5) {
                    answer.failed(new IllegalStateException("the ordering service is down"));
                } else {
                    answer.ordered(said);
                }
            });
        };
    }

    private void launched(ServiceWorld where, TaskId task) {
        launched.add(task);
        demand(!toBind.contains(task) || bound.contains(task), task + " is started and was not bound");
        long toStart = random.nextInt(3_000);
        where.host().after(Duration.ofMillis(toStart / 2), () -> where.report(task, TaskState.STARTING));
        where.host().after(Duration.ofMillis(toStart), () -> where.report(task, TaskState.RUNNING));
    }

    private void note(String line) {
        tail.addLast(world.host().now() + " " + line);
        if (tail.size() > 40) {
            tail.removeFirst();
        }
    }

    /** Plays so many steps, then lets everything calm down and demands that all that is wanted runs. */
    void play(int steps) {
        for (int i = 0; i < 6; i++) {
            addAgent();
        }
        for (int step = 0; step < steps; step++) {
            step();
            world.pass(Duration.ofMillis(random.nextInt(random.nextInt(10) == 0 ? 60_000 : 4_000)));
            demand(world.brokenPromises().isEmpty(), "step " + step + ": " + world.brokenPromises());
        }
        settle();
    }

    private void step() {
        switch (random.nextInt(24)) {
            case 0 -> addAgent();
            case 1 -> pick(agents).ifPresent(this::removeAgent);
            case 2, 3, 4 -> submit();
            case 5 ->
                jobs().ifPresent(job ->
                        command("scale " + job, () -> world.scheduler().scale(job, 1 + random.nextInt(5))));
            case 6 ->
                jobs().ifPresent(job ->
                        command("kill " + job, () -> world.scheduler().kill(job)));
            case 7 ->
                jobs().ifPresent(job ->
                        command("restart " + job, () -> world.scheduler().restart(job, List.of(0, 1))));
            case 8, 9 -> jobs().ifPresent(this::update);
            case 10 ->
                jobs().ifPresent(job ->
                        command("abort " + job, () -> world.scheduler().abortUpdate(job)));
            case 11, 12, 13 -> alive().ifPresent(task -> end(task, TaskState.FAILED));
            case 14 -> alive().ifPresent(task -> end(task, TaskState.LOST));
            case 15 -> alive().ifPresent(task -> end(task, TaskState.FINISHED));
            case 16 ->
                pick(new TreeSet<>(world.openOffers())).ifPresent(offer -> {
                    note("rescind " + offer);
                    world.rescind(offer);
                });
            case 17 -> pick(agents).ifPresent(this::partitionOrHeal);
            case 18 -> pick(agents).ifPresent(this::maintain);
            case 19 -> {
                note(connected ? "disconnect" : "reconnect");
                if (connected) {
                    world.disconnect();
                } else {
                    world.reconnect();
                }
                connected = !connected;
            }
            case 20 ->
                pick(agents).ifPresent(agent -> {
                    note("announce " + agent);
                    world.announce(
                            agent,
                            random.nextBoolean()
                                    ? Optional.of(new Unavailability(
                                            world.host().now().plusSeconds(300 + random.nextInt(300)),
                                            Optional.empty()))
                                    : Optional.empty());
                });
            case 21 -> pick(agents).ifPresent(this::moveToRackOfItsOwn);
            default -> {}
        }
    }

    /** To a rack where nobody else is, so that no limit is broken by the move itself. */
    private void moveToRackOfItsOwn(String name) {
        String rack = "own" + racksMade++;
        note("move " + name + " to rack " + rack);
        world.attributesByOffer(name, "rack:" + rack);
    }

    private void addAgent() {
        if (agents.size() < MOST_AGENTS) {
            String name = "agent-" + agentsMade++;
            int size = 2 + random.nextInt(7);
            agents.add(name);
            note("add " + name);
            world.addAgent(
                    name,
                    "cpus:" + size + ";mem:" + size * 1024 + ";disk:100000;ports:[31000-31019]"
                            + (random.nextInt(3) == 0 ? ";cpus{REV}:2" : ""),
                    "rack:r" + random.nextInt(3));
        }
    }

    private void removeAgent(String name) {
        if (agents.size() > 3) {
            note("remove " + name);
            agents.remove(name);
            partitioned.remove(name);
            maintained.remove(name);
            world.removeAgent(name);
        }
    }

    private void partitionOrHeal(String name) {
        note((partitioned.contains(name) ? "heal " : "partition ") + name);
        if (partitioned.remove(name)) {
            world.heal(name);
        } else if (partitioned.size() < 2) {
            partitioned.add(name);
            world.partition(name);
        }
    }

    private void maintain(String name) {
        boolean begins = maintained.size() < 2 && !maintained.contains(name);
        note((begins ? "drain " : "undrain ") + name);
        if (begins) {
            maintained.add(name);
        } else {
            maintained.remove(name);
        }
        world.scheduler().maintenance(new AgentId(name), begins ? MaintenanceMode.DRAINING : MaintenanceMode.NONE);
    }

    private TaskConfig config(JobKey job) {
        TaskConfig config = TaskConfig.of(
                job, ResourceBundle.of(250L * (1 + random.nextInt(4)), 128L * (1 + random.nextInt(4)), 64));
        config = switch (random.nextInt(6)) {
            case 0 -> config.withConstraints(Constraint.limit("host", 1 + random.nextInt(2)));
            case 1 -> config.withConstraints(Constraint.limit("rack", 3), Constraint.limit("host", 2));
            case 2 -> config.withConstraints(Constraint.noneOf("rack", "r0"));
            case 3 -> config.withPorts("http", "admin");
            case 4 -> config.withConstraints(Constraint.limit("rack", 1));
            default -> config;
        };
        config = random.nextInt(4) == 0 ? config.withTier(Tier.PREFERRED) : config;
        return config.withPriority(random.nextInt(3));
    }

    private void submit() {
        if (world.scheduler().jobs().size() < 6) {
            TaskConfig config = config(new JobKey("role" + random.nextInt(2), "prod", "job" + jobsMade++));
            int instances = 1 + random.nextInt(4);
            note("submit " + config.job() + " x" + instances + " " + config.constraints());
            world.scheduler().submit(config, instances);
        }
    }

    private void update(JobKey job) {
        UpdateStrategy strategy = switch (random.nextInt(3)) {
            case 0 -> new UpdateStrategy.Queue(1 + random.nextInt(3));
            case 1 -> new UpdateStrategy.Batch(2);
            default -> new UpdateStrategy.VariableBatch(List.of(1, 2));
        };
        UpdateSettings how = UpdateSettings.defaults()
                .with(strategy)
                .watching(5_000)
                .tolerating(random.nextInt(2), random.nextInt(2))
                .rollingBack(random.nextBoolean());
        TaskConfig config = config(job).withMetadata("version", String.valueOf(random.nextInt()));
        command("update " + job, () -> world.scheduler().startUpdate(config, 1 + random.nextInt(4), how));
    }

    /** Gives a command that may be refused, which is an answer like any other. */
    private void command(String what, Runnable command) {
        try {
            command.run();
            note(what);
        } catch (BrokenRule refused) {
            note(what + " refused");
        }
    }

    private void end(TaskId task, TaskState state) {
        note(task + " " + state);
        world.report(task, state);
    }

    private Optional<JobKey> jobs() {
        return pick(new TreeSet<>(world.scheduler().jobs().keySet()));
    }

    private Optional<TaskId> alive() {
        return pick(new TreeSet<>(world.aliveTasks()));
    }

    private <T> Optional<T> pick(SortedSet<T> from) {
        return from.isEmpty()
                ? Optional.empty()
                : from.stream().skip(random.nextInt(from.size())).findFirst();
    }

    /** No more faults, room for everybody, and time. */
    private void settle() {
        calm = true;
        service.ifPresent(MoodyService::calm);
        if (!connected) {
            world.reconnect();
        }
        List.copyOf(partitioned).forEach(world::heal);
        for (String name : agents) {
            world.announce(name, Optional.empty());
            world.scheduler().maintenance(new AgentId(name), MaintenanceMode.NONE);
        }
        for (int i = 0; i < 12; i++) {
            world.addAgent("spare-" + i, "cpus:32;mem:65536;disk:1000000;ports:[31000-31099]", "rack:s" + i);
        }
        for (int minute = 0; minute < 40 && !complaints().isEmpty(); minute++) {
            world.pass(Duration.ofMinutes(1));
            demand(world.brokenPromises().isEmpty(), "at the end: " + world.brokenPromises());
        }
        demand(complaints().isEmpty(), "not placed though there is room: " + complaints());
    }

    /** What is wanted and does not run, and what runs and is not wanted. */
    private List<String> complaints() {
        List<String> complaints = new ArrayList<>();
        world.scheduler()
                .jobs()
                .forEach((job, instances) -> instances.forEach((instance, config) -> {
                    boolean runs = world.scheduler()
                            .task(new InstanceKey(job, instance))
                            .filter(task -> task.state() == TaskState.RUNNING)
                            .isPresent();
                    if (!runs) {
                        complaints.add(job + "/" + instance + ": "
                                + world.scheduler()
                                        .task(new InstanceKey(job, instance))
                                        .map(task -> task.state() + " "
                                                + world.scheduler().why(task.id()))
                                        .orElse("no task"));
                    }
                }));
        long running = world.scheduler().tasks().stream()
                .filter(task -> task.state() == TaskState.RUNNING)
                .count();
        if (running != world.aliveTasks().size()) {
            complaints.add(running + " tasks run, the master knows of " + world.aliveTasks());
        }
        return complaints;
    }

    long launches() {
        return launched.size();
    }

    private void demand(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError("Seed " + seed + ", " + what + "\nReplay: mvn -pl testkit -am test"
                    + " -Dtest=ServiceSimulationTest -Dtender.seed=" + seed
                    + " -Dsurefire.failIfNoSpecifiedTests=false\nLast steps:\n  " + String.join("\n  ", tail));
        }
    }
}
