package io.tender.testkit.batch;

import io.tender.core.batch.BatchCluster;
import io.tender.core.batch.Cycle;
import io.tender.core.batch.Explanations;
import io.tender.core.batch.SessionResult;
import io.tender.core.batch.framework.BatchListener;
import io.tender.core.batch.framework.BatchSettings;
import io.tender.core.batch.framework.Sessions;
import io.tender.model.Unavailability;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskStatus;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.service.JobKey;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import io.tender.runtime.batch.BatchPlugins;
import io.tender.runtime.batch.LiveConf;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Random histories of a cluster that a batch scheduler shares with services, with an extender that is not to be relied on. */
final class BatchSimulation implements AutoCloseable {
    private static final int MOST_AGENTS = 6;
    private static final int MOST_JOBS = 14;
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final Duration LONGEST_SESSION = Duration.ofSeconds(3);
    /** Many times what all calls of a session may take together, since machines that test are busy machines. */
    private static final Duration LONGEST_REAL_SESSION = Duration.ofSeconds(10);

    private final long seed;
    private final Random random;
    private final Unreliable extender;
    private final Optional<Bookkeeper> bookkeeper;
    private final RandomConf confs;
    private final LiveConf conf;
    private final RandomJobs jobs;
    private final BatchWorld world;
    private final BatchCluster cluster;
    private final SessionPromises promises;
    private final TreeSet<String> agents = new TreeSet<>();
    private final TreeSet<String> partitioned = new TreeSet<>();
    private final ArrayDeque<String> tail = new ArrayDeque<>();
    private final List<String> decisions = new ArrayList<>();
    private final PingPong pingPong = new PingPong();
    private final TreeSet<JobKey> services = new TreeSet<>();
    private boolean connected = true;
    private boolean calm;
    private Instant lastDecision = Instant.EPOCH;
    private Duration longest = Duration.ZERO;
    private int agentsMade;
    private int servicesMade;
    private int sessions;
    private int evictions;
    private int launches;
    private int step;
    private int steps;

    BatchSimulation(long seed, Unreliable extender) {
        this(seed, extender, Optional.empty());
    }

    /** @param bookkeeper who is told of all placements, and binds */
    BatchSimulation(long seed, Unreliable extender, Optional<Bookkeeper> bookkeeper) {
        this.seed = seed;
        this.extender = extender;
        this.bookkeeper = bookkeeper;
        this.random = new Random(seed);
        this.confs = new RandomConf(random, extender, bookkeeper);
        this.conf = new LiveConf("seed " + seed, confs.good(), BatchPlugins.ofClassPath());
        boolean atOnce = random.nextBoolean();
        BatchWorld.Pace pace = atOnce
                ? BatchWorld.Pace.atOnce()
                : BatchWorld.Pace.elsewhere(() -> Duration.ofMillis(random.nextInt((int) LONGEST_SESSION.toMillis())));
        this.world = new BatchWorld(
                seed,
                BatchSettings.steady(PERIOD, Duration.ofSeconds(20), Duration.ofSeconds(3), 20),
                conf::engine,
                (host, engine) -> watched(pace.of(host, engine)),
                this::launched,
                new BatchListener() {
                    @Override
                    public void sessionEnded(SessionResult result) {
                        heard(result);
                    }

                    @Override
                    public void sessionFailed(Cycle cycle, RuntimeException why) {
                        throw new IllegalStateException("session " + cycle.id() + " broke off", why);
                    }
                });
        this.cluster = world.batch().cluster();
        this.promises = new SessionPromises(cluster);
        this.jobs = new RandomJobs(random);
        jobs.queues().forEach(cluster::putQueue);
        note(confs + (atOnce ? "" : ", sessions elsewhere") + ", queues " + jobs.queues());
    }

    private Sessions watched(Sessions inner) {
        return (snapshot, cycle, done) -> {
            sessions++;
            promises.opened(snapshot.total());
            long before = System.nanoTime();
            inner.run(snapshot, cycle, done);
            Duration took = Duration.ofNanos(System.nanoTime() - before);
            longest = took.compareTo(longest) > 0 ? took : longest;
        };
    }

    private void heard(SessionResult result) {
        promises.ended(result);
        bookkeeper.ifPresent(books -> books.ended(result));
        decisions.add(result.cycle().id() + " " + result.decisions());
        if (!result.decisions().isEmpty()) {
            lastDecision = world.host().now();
            note("decided " + result.decisions());
        }
        demand(result.faults().isEmpty(), "a plugin failed: " + result.faults());
        result.evictions().forEach(evict -> {
            evictions++;
            pingPong.evicted(evict, world.host().now());
        });
    }

    private void launched(BatchWorld where, TaskId task) {
        launches++;
        long toStart = random.nextInt(3_000);
        where.host().after(Duration.ofMillis(toStart / 2), () -> where.report(task, TaskState.STARTING));
        where.host().after(Duration.ofMillis(toStart), () -> where.report(task, TaskState.RUNNING));
    }

    private void note(String line) {
        tail.addLast(world == null ? line : world.host().now() + " " + line);
        if (tail.size() > 60) {
            tail.removeFirst();
        }
    }

    /** Plays so many steps, then lets everything calm down and demands that all that can run does. */
    void play(int length) {
        steps = length;
        for (int i = 0; i < 4; i++) {
            addAgent();
        }
        for (step = 0; step < steps; step++) {
            act();
            world.pass(Duration.ofMillis(random.nextInt(random.nextInt(10) == 0 ? 40_000 : 4_000)));
            check();
        }
        settle();
    }

    private void check() {
        List<String> broken = new ArrayList<>(world.brokenPromises());
        broken.addAll(promises.broken());
        bookkeeper.ifPresent(books -> broken.addAll(books.broken()));
        demand(broken.isEmpty(), String.join("\n  ", broken));
        demand(longest.compareTo(LONGEST_REAL_SESSION) < 0, "a session took " + longest);
        if (cluster.waitingTasks() == 0 && connected) {
            world.pass(LONGEST_SESSION.plus(PERIOD.multipliedBy(2)));
            demand(
                    cluster.waitingTasks() > 0 || world.batch().heldOffers() == 0,
                    world.batch().heldOffers() + " offers are held though nothing waits");
        }
    }

    private void act() {
        switch (random.nextInt(24)) {
            case 0 -> addAgent();
            case 1 -> pick(agents).ifPresent(this::removeAgent);
            case 2, 3, 4, 5, 6, 7 -> submit();
            case 8 -> pick(new TreeSet<>(cluster.jobIds())).ifPresent(this::remove);
            case 9, 10 -> alive().ifPresent(task -> end(task, TaskState.FINISHED));
            case 11 -> alive().ifPresent(task -> end(task, TaskState.FAILED));
            case 12 -> alive().ifPresent(task -> end(task, TaskState.LOST));
            case 13 -> alive().ifPresent(task -> end(task, TaskState.KILLED));
            case 14, 15 ->
                pick(new TreeSet<>(world.openOffers())).ifPresent(offer -> {
                    note("rescind " + offer);
                    world.rescind(offer);
                });
            case 16 -> pick(agents).ifPresent(world::rescindAhead);
            case 17 -> pick(agents).ifPresent(this::partitionOrHeal);
            case 18 -> pick(agents).ifPresent(this::announce);
            case 19 -> connectOrNot();
            case 20 -> reload(random.nextBoolean());
            case 21 -> service();
            case 22 -> extender.change(random);
            default -> {}
        }
    }

    private void addAgent() {
        if (agents.size() < MOST_AGENTS) {
            String name = "agent-" + agentsMade++;
            int size = 2 + random.nextInt(5);
            agents.add(name);
            note("add " + name + " of " + size);
            world.addAgent(name, "cpus:" + size + ";mem:" + size * 1024 + ";disk:10000", "rack:r" + random.nextInt(3));
        }
    }

    private void removeAgent(String name) {
        if (agents.size() > 2) {
            note("remove " + name);
            agents.remove(name);
            partitioned.remove(name);
            world.removeAgent(name);
        }
    }

    private void submit() {
        if (cluster.jobIds().size() < MOST_JOBS) {
            Job job = jobs.next(world.host().now());
            note("submit " + job.id() + " to " + job.queue() + ", " + job.minAvailable() + " of "
                    + job.tasks().size() + " x " + job.tasks().getLast().request() + ", priority " + job.priority());
            world.batch().submit(job);
        }
    }

    private void remove(JobId job) {
        note("remove " + job);
        world.batch().remove(job);
    }

    private void end(TaskId task, TaskState state) {
        note(task + " " + state);
        world.report(task, state);
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

    private void announce(String name) {
        boolean away = random.nextBoolean();
        note((away ? "announce " : "call off ") + name);
        world.announce(
                name,
                away
                        ? Optional.of(new Unavailability(world.host().now().plusSeconds(300), Optional.empty()))
                        : Optional.empty());
    }

    private void connectOrNot() {
        note(connected ? "disconnect" : "reconnect");
        if (connected) {
            world.disconnect();
        } else {
            world.reconnect();
        }
        connected = !connected;
    }

    private void reload(boolean good) {
        LiveConf.Reload reload = conf.reload("seed " + seed, good ? confs.good() : confs.bad());
        note("reload: " + reload.problems());
        demand(reload.applied() == good, "settings that are " + (good ? "good" : "bad") + ": " + reload);
    }

    private void service() {
        if (services.size() < 4) {
            JobKey key = new JobKey("web", "prod", "service" + servicesMade++);
            services.add(key);
            note("service " + key);
            world.services().submit(TaskConfig.of(key, ResourceBundle.of(500, 256, 64)), 1 + random.nextInt(3));
        } else {
            JobKey key = services.removeFirst();
            note("no service " + key);
            world.services().kill(key);
        }
    }

    private Optional<TaskId> alive() {
        return pick(new TreeSet<>(world.aliveTasks()));
    }

    private <T> Optional<T> pick(SortedSet<T> from) {
        return from.isEmpty()
                ? Optional.empty()
                : from.stream().skip(random.nextInt(from.size())).findFirst();
    }

    /** No more faults; then time, in which evictions must end; then room, in which all must get its turn. */
    private void settle() {
        calm = true;
        extender.behave();
        bookkeeper.ifPresent(Bookkeeper::behave);
        if (!connected) {
            connectOrNot();
        }
        List.copyOf(partitioned).forEach(this::partitionOrHeal);
        agents.forEach(name -> world.announce(name, Optional.empty()));
        reload(true);
        note("calm");
        pingPong.forget();
        for (int minute = 0; minute < 10; minute++) {
            world.pass(Duration.ofMinutes(1));
            check();
        }
        demand(pingPong.found().isEmpty(), String.join("\n  ", pingPong.found()));
        drain();
        giant();
    }

    /** Tasks end, one after the other, until nothing is left to be run. */
    private void drain() {
        note("drain");
        for (int i = 0; i < 3; i++) {
            world.addAgent("spare-" + i, "cpus:32;mem:65536;disk:100000", "rack:s" + i);
        }
        for (int round = 0; round < 300 && !complaints().isEmpty(); round++) {
            for (JobId job : cluster.jobIds()) {
                if (!canBeWhole(job) || !isWithinCapability(job)) {
                    remove(job);
                }
            }
            for (TaskId task : world.aliveTasks()) {
                if (random.nextInt(3) == 0) {
                    world.report(task, TaskState.FINISHED);
                }
            }
            world.pass(Duration.ofSeconds(15));
            check();
        }
        demand(complaints().isEmpty(), "not served though there is room: " + complaints());
        world.pass(Duration.ofMinutes(2));
        check();
        demand(
                lastDecision.isBefore(world.host().now().minusSeconds(60)),
                "sessions still decide something though nothing is left to be done");
        demand(world.batch().isSuppressed(), "offers are asked for though nothing waits");
        List<String> unsettled = bookkeeper.map(Bookkeeper::unsettled).orElse(List.of());
        demand(unsettled.isEmpty(), String.join("\n  ", unsettled));
    }

    /** Somebody comes whom all agents together could not take: nothing is held for it, and it is told why it waits. */
    private void giant() {
        note("giant");
        JobId id = new JobId("ns0", "giant");
        TaskTemplate template =
                TaskTemplate.builder("worker", ResourceList.parse("cpu=4")).build();
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            tasks.add(new Task(
                    new TaskId("giant-" + i),
                    "giant-" + i,
                    i,
                    template,
                    world.host().now()));
        }
        world.batch()
                .submit(Job.builder(id)
                        .queue(jobs.queues().getFirst().name())
                        .minAvailable(60)
                        .tasks(tasks)
                        .build());
        world.pass(Duration.ofSeconds(30));
        for (int second = 0; second < 120; second++) {
            world.pass(Duration.ofSeconds(1));
            demand(
                    world.batch().heldOffers() == 0 && world.batch().isSuppressed(),
                    world.batch().heldOffers() + " offers are held for a gang that never fits");
        }
        check();
        demand(world.batch().why(id).isPresent(), "nobody says why a gang waits that never fits");
    }

    /** Whether enough of a job's tasks may still run; one that failed too often is for its owner to remove. */
    private boolean canBeWhole(JobId id) {
        Job job = cluster.job(id).orElseThrow();
        Map<String, Integer> roles = new TreeMap<>();
        int possible = 0;
        for (Task task : job.tasks()) {
            if (cluster.status(task.id()) != TaskStatus.FAILED) {
                possible++;
                roles.merge(task.role(), 1, Integer::sum);
            }
        }
        return possible >= job.minAvailable()
                && job.roleMinimums().entrySet().stream()
                        .allMatch(role -> roles.getOrDefault(role.getKey(), 0) >= role.getValue());
    }

    /** Whether its queue may ever hold what the job needs at once. */
    private boolean isWithinCapability(JobId id) {
        Job job = cluster.job(id).orElseThrow();
        ResourceList most = ResourceList.empty();
        for (Task task : job.tasks()) {
            most = most.max(task.request());
        }
        ResourceList needed = most.times(job.minAvailable());
        return jobs.queues().stream()
                .filter(queue -> queue.name().equals(job.queue()))
                .allMatch(queue -> queue.capability().limits(needed));
    }

    /** Tasks that are not over, with the reason of those that wait. */
    private List<String> complaints() {
        List<String> complaints = new ArrayList<>();
        for (JobId id : cluster.jobIds()) {
            for (Task task : cluster.job(id).orElseThrow().tasks()) {
                if (!cluster.status(task.id()).completed()) {
                    complaints.add(task.id() + " " + cluster.status(task.id()) + " "
                            + world.batch()
                                    .why(id)
                                    .map(BatchSimulation::inWords)
                                    .orElse(""));
                }
            }
        }
        return complaints;
    }

    private static String inWords(Explanations.OfJob why) {
        return why.refusals() + " " + why.tasks() + " " + why.fits();
    }

    List<String> decisions() {
        return decisions;
    }

    Figures figures() {
        return new Figures(step, sessions, launches, evictions, longest);
    }

    /** How eventful it was. */
    record Figures(int steps, int sessions, int launches, int evictions, Duration longest) {}

    private void demand(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError("Seed " + seed + ", " + (calm ? "at the end" : "step " + step) + ": " + what
                    + "\nReplay: mvn -pl testkit -am test -Dtest=BatchSimulationTest -Dtender.seed=" + seed
                    + " -Dtender.steps=" + steps + " -Dsurefire.failIfNoSpecifiedTests=false\nLast steps:\n  "
                    + String.join("\n  ", tail));
        }
    }

    @Override
    public void close() {
        conf.close();
    }
}
