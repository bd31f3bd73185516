package io.tender.cli.demo.simulated;

import io.tender.cli.demo.simulated.LevelOne.Offer;
import io.tender.cli.demo.simulated.Machines.Machine;
import io.tender.model.AgentId;
import io.tender.model.Filters;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorHost;
import io.tender.spi.Chance;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * A cluster in a nutshell: simulated agents and frameworks around the real allocator.
 *
 * <p>The simulation moves in steps. In each, it tells the allocator what happened, waits until the allocator has nothing
 * left to do, and lets the frameworks answer their offers. The allocator's clock is the simulation's, so a plan decides
 * every offer; only how long things take on the real clock, and where somebody stops the demo, is not repeatable.
 */
final class Demo implements AutoCloseable {

    static final int NEWS_KEPT = 4;
    private static final int MOST_PROBLEMS = 20;

    private final String allocatorName;
    private final DemoPlan plan;
    private final Chance chance;
    private final Machines machines;
    private final Machine fragile;
    private final List<SimulatedFramework> frameworks;
    private final Optional<ServiceFramework> services;
    private final Optional<BatchFramework> batch;
    private final List<Participant> all;
    private final Ledger ledger = new Ledger();
    private final LevelOne levelOne;
    private final Cluster cluster;

    private final PriorityQueue<Task> tasks = new PriorityQueue<>();
    private final List<String> problems = new ArrayList<>();
    private final ArrayDeque<String> news = new ArrayDeque<>();
    private long step;
    private long checks;
    private long fingerprint;

    private record Task(SimulatedFramework framework, AgentId agent, long endsAt, long number)
            implements Comparable<Task> {
        private static final Comparator<Task> ORDER = Comparator.comparingLong(Task::endsAt)
                .thenComparing(task -> task.framework().id)
                .thenComparingLong(Task::number);

        @Override
        public int compareTo(Task other) {
            return ORDER.compare(this, other);
        }
    }

    /**
     * Sets everything up; {@link #run} lets it happen.
     *
     * @param allocatorName what the summary calls the allocator
     * @param maker what makes it
     * @param helpers who orders the offers of the service framework and who extends the sessions of the batch framework; if
     *     nobody does, there is no such framework
     */
    Demo(DemoPlan plan, String allocatorName, Function<AllocatorHost, Allocator> maker, Helpers helpers) {
        this.plan = plan;
        this.allocatorName = allocatorName;
        chance = Chance.seeded(plan.seed());
        machines = Machines.of(plan.agents(), chance, helpers.orders().orders().isPresent());
        fragile = machines.any(chance.draw(Chance.key("fragile")));
        int cpus = machines.cpus();
        frameworks = List.of(
                new SimulatedFramework("web", "serving", 3, new Appetite.Service(cpus / 5, cpus * 3 / 5)),
                new SimulatedFramework("crunch", "batch", 2, new Appetite.Hog()),
                new SimulatedFramework("scout", "adhoc", 1, new Appetite.Opportunist(chance, cpus)));
        levelOne = new LevelOne(maker, chance, plan.options());
        cluster = new Cluster(ledger, levelOne);
        services = helpers.orders()
                .orders()
                .map(asked -> new ServiceFramework(new ShopPlan(plan), machines, cluster, chance, asked, this::tell));
        batch = helpers.extender()
                .extension()
                .map(extension -> new BatchFramework(
                        new TrainPlan(plan, chance), machines, cluster, chance, extension, this::tell, this::problem));
        all = Stream.of(frameworks.stream(), services.stream(), batch.stream())
                .<Participant>flatMap(some -> some)
                .toList();
    }

    /** Runs the demo to its end, or until the pace says that somebody stopped it. */
    Summary run(Pace pace, View view) {
        begin();
        view.show(snapshot());
        boolean goesOn = true;
        while (goesOn && step < plan.steps() && problems.isEmpty()) {
            step();
            view.show(snapshot());
            goesOn = pace.await(elapsed());
        }
        view.end();
        return summary(pace.real(), step == plan.steps());
    }

    @Override
    public void close() {
        levelOne.close();
        services.ifPresent(ServiceFramework::close);
        batch.ifPresent(BatchFramework::close);
    }

    private void begin() {
        Map<Role, Double> weights = new TreeMap<>();
        all.forEach(framework -> weights.put(framework.role, framework.weight));
        levelOne.tell(allocator -> allocator.updateWeights(weights));
        all.forEach(cluster::join);
        services.ifPresent(ServiceFramework::begin);
        batch.ifPresent(BatchFramework::begin);
        machines.all().forEach(cluster::join);
        settle(Duration.ZERO);
    }

    private void step() {
        step++;
        endTasks();
        if (step == plan.lossAt()) {
            lose(fragile);
        }
        if (step == plan.returnAt()) {
            tell(fragile.id() + " is back");
            cluster.join(fragile);
        }
        frameworks.forEach(this::speakUp);
        services.ifPresent(shop -> shop.pass(step));
        batch.ifPresent(train -> train.pass(step));
        settle(DemoPlan.STEP);
        takeStock();
    }

    private Duration elapsed() {
        return DemoPlan.STEP.multipliedBy(step);
    }

    // Agents.

    private void lose(Machine machine) {
        cluster.lose(machine);
        List<Task> lost =
                tasks.stream().filter(task -> task.agent().equals(machine.id())).toList();
        tasks.removeAll(lost);
        for (Task task : lost) {
            task.framework().running--;
            task.framework().tasksLost++;
        }
        int instances = services.map(shop -> shop.lost(machine.id())).orElse(0);
        int members = batch.map(train -> train.lost(machine.id())).orElse(0);
        tell(machine.id() + " is lost with " + (lost.size() + instances + members) + " tasks"
                + (instances == 0 ? "" : ", " + instances + " of them instances of services"));
    }

    // Tasks.

    private void endTasks() {
        for (Task task = tasks.peek(); task != null && task.endsAt() <= step; task = tasks.peek()) {
            end(task);
        }
    }

    private void end(Task task) {
        tasks.remove(task);
        task.framework().running--;
        task.framework().tasksEnded++;
        cluster.giveBack(task.framework(), task.agent(), task.framework().task, Optional.empty(), true);
    }

    private void shrink(SimulatedFramework framework) {
        tasks.stream()
                .filter(task -> task.framework().equals(framework))
                .sorted()
                .limit(framework.surplus())
                .toList()
                .forEach(this::end);
    }

    // Frameworks.

    /** A framework that wants nothing asks for silence, and breaks it when work arrives. */
    private void speakUp(SimulatedFramework framework) {
        framework.appetite.pass(elapsed());
        shrink(framework);
        boolean idle = framework.hunger() == 0 && framework.appetite.suppressesWhenIdle();
        if (idle && !framework.suppressed) {
            cluster.suppress(framework);
        } else if (!idle && framework.suppressed) {
            cluster.revive(framework);
            tell(framework.id + " wants " + framework.hunger() + " more tasks and revives its offers");
        }
    }

    /** Starts as many tasks as the framework wants and as fit, and gives the rest back. */
    private void answer(SimulatedFramework framework, Offer offer) {
        Resources rest = offer.resources();
        int started = 0;
        while (started < framework.hunger() && rest.contains(framework.task)) {
            rest = rest.minus(framework.task);
            started++;
            launch(framework, offer.agent(), framework.tasksStarted + started);
        }
        framework.answered(started);
        cluster.giveBack(framework, offer.agent(), rest, Optional.of(Filters.unspecified()), false);
    }

    private void launch(SimulatedFramework framework, AgentId agent, long number) {
        long draw = chance.draw(Chance.key(Chance.key(framework.id.value()), number));
        long steps = Math.max(1, framework.appetite.length(draw).dividedBy(DemoPlan.STEP));
        tasks.add(new Task(framework, agent, step + steps, number));
        cluster.use(framework, agent, framework.task);
    }

    // The allocator.

    private void settle(Duration passed) {
        levelOne.settle(passed);
        levelOne.takeComplaints().forEach(this::problem);
        List<Offer> offers = levelOne.takeOffers();
        List<Offer> sound = offers.stream().filter(this::isSound).toList();
        long held = ledger.held().millis("cpus");
        levelOne.heldMilliCpus().ifPresent(told -> {
            if (told != held) {
                problem("the allocator says that " + told / 1000.0 + " cpus are held, and it should be "
                        + held / 1000.0);
            }
        });
        for (Offer offer : sound) {
            frameworks.stream()
                    .filter(framework -> framework.id.equals(offer.framework()))
                    .forEach(framework -> answer(framework, offer));
        }
        services.ifPresent(shop -> shop.offered(of(shop, sound)));
        batch.ifPresent(train -> train.offered(of(train, sound)));
    }

    private static List<Offer> of(Participant framework, List<Offer> offers) {
        return offers.stream()
                .filter(offer -> offer.framework().equals(framework.id))
                .toList();
    }

    private boolean isSound(Offer offer) {
        checks++;
        fingerprint = Chance.key(fingerprint, Chance.key(step + " " + offer));
        Optional<String> broken = ledger.offered(offer.agent(), offer.resources());
        broken.ifPresent(what ->
                problem("promised twice: " + what + ", in second " + elapsed().toSeconds()));
        return broken.isEmpty();
    }

    // Watching.

    private void takeStock() {
        ResourceQuantities total = ledger.total();
        double[] entitled = entitled(total);
        for (int i = 0; i < entitled.length; i++) {
            Participant framework = all.get(i);
            framework.note(framework.wantedShare(total), entitled[i], framework.share(total));
        }
    }

    private double[] entitled(ResourceQuantities total) {
        return FairShares.entitled(
                all.stream()
                        .mapToDouble(framework -> framework.wantedShare(total))
                        .toArray(),
                all.stream().mapToDouble(framework -> framework.weight).toArray());
    }

    private void tell(String what) {
        news.addLast(String.format(Locale.ROOT, "%4d s  %s", elapsed().toSeconds(), what));
        while (news.size() > NEWS_KEPT) {
            news.removeFirst();
        }
    }

    private void problem(String what) {
        if (problems.size() < MOST_PROBLEMS) {
            problems.add(what);
        }
    }

    private Snapshot snapshot() {
        ResourceQuantities total = ledger.total();
        double[] entitled = entitled(total);
        List<Snapshot.Row> rows = new ArrayList<>();
        for (int i = 0; i < entitled.length; i++) {
            rows.add(all.get(i).row(total, entitled[i]));
        }
        return new Snapshot(
                plan,
                elapsed(),
                levelOne.runs(),
                levelOne.lastRunMillis(),
                ledger.agents(),
                total,
                ledger.held(),
                rows,
                List.copyOf(news),
                batch.map(BatchFramework::gangs),
                Stream.concat(
                                services.flatMap(shop -> shop.orders().trouble()).stream(),
                                batch.flatMap(BatchFramework::trouble).stream())
                        .toList());
    }

    private Summary summary(Duration real, boolean complete) {
        long offers = sum(framework -> framework.offers);
        long accepted = sum(framework -> framework.accepted);
        long declined = sum(framework -> framework.declined);
        return new Summary(
                allocatorName,
                plan.seed(),
                plan.agents(),
                elapsed().toMillis() / 1000.0,
                real.toMillis() / 1000.0,
                complete,
                levelOne.runs(),
                levelOne.typicalRunMillis(),
                offers,
                accepted,
                declined,
                offers - accepted - declined,
                sum(framework -> framework.tasksStarted),
                sum(framework -> framework.tasksEnded),
                sum(framework -> framework.tasksLost),
                HexFormat.of().toHexDigits(fingerprint),
                checks,
                problems,
                all.stream().map(Participant::summary).toList(),
                services.map(shop -> shop.orders().summary()),
                batch.map(BatchFramework::gangs));
    }

    private long sum(ToLongFunction<Participant> what) {
        return all.stream().mapToLong(what).sum();
    }
}
