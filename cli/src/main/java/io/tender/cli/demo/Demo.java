package io.tender.cli.demo;

import io.tender.cli.demo.LevelOne.Offer;
import io.tender.cli.demo.Machines.Machine;
import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.Filters;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkOptions;
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
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

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
    private final Ledger ledger = new Ledger();
    private final LevelOne levelOne;

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
     */
    Demo(DemoPlan plan, String allocatorName, Function<AllocatorHost, Allocator> maker) {
        this.plan = plan;
        this.allocatorName = allocatorName;
        chance = Chance.seeded(plan.seed());
        machines = Machines.of(plan.agents(), chance);
        fragile = machines.any(chance.draw(Chance.key("fragile")));
        int cpus = machines.cpus();
        frameworks = List.of(
                new SimulatedFramework("web", "serving", 3, new Appetite.Service(cpus / 5, cpus * 3 / 5)),
                new SimulatedFramework("crunch", "batch", 2, new Appetite.Hog()),
                new SimulatedFramework("scout", "adhoc", 1, new Appetite.Opportunist(chance, cpus)));
        levelOne = new LevelOne(maker, chance, plan.options());
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
    }

    private void begin() {
        Map<Role, Double> weights = new TreeMap<>();
        frameworks.forEach(framework -> weights.put(framework.role, framework.weight));
        levelOne.tell(allocator -> allocator.updateWeights(weights));
        for (SimulatedFramework framework : frameworks) {
            levelOne.tell(
                    allocator -> allocator.addFramework(framework.info(), Map.of(), true, FrameworkOptions.none()));
        }
        machines.all().forEach(this::join);
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
            join(fragile);
        }
        frameworks.forEach(this::speakUp);
        settle(DemoPlan.STEP);
        takeStock();
    }

    private Duration elapsed() {
        return DemoPlan.STEP.multipliedBy(step);
    }

    // Agents.

    private void join(Machine machine) {
        ledger.add(machine.id(), machine.total());
        levelOne.tell(allocator ->
                allocator.addAgent(machine.info(), AgentCapability.all(), Optional.empty(), machine.total(), Map.of()));
    }

    private void lose(Machine machine) {
        levelOne.tell(allocator -> allocator.removeAgent(machine.id()));
        ledger.remove(machine.id());
        List<Task> lost =
                tasks.stream().filter(task -> task.agent().equals(machine.id())).toList();
        tasks.removeAll(lost);
        for (Task task : lost) {
            task.framework().running--;
            task.framework().tasksLost++;
        }
        tell(machine.id() + " is lost with " + lost.size() + " tasks");
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
        giveBack(task.framework(), task.agent(), task.framework().task, Optional.empty(), true);
    }

    private void shrink(SimulatedFramework framework) {
        tasks.stream()
                .filter(task -> task.framework().equals(framework))
                .sorted()
                .limit(framework.surplus())
                .toList()
                .forEach(this::end);
    }

    private void giveBack(
            SimulatedFramework framework, AgentId agent, Resources resources, Optional<Filters> filters, boolean used) {
        ledger.givenBack(agent, resources);
        Resources theirs = resources.allocate(framework.role);
        levelOne.tell(allocator -> allocator.recoverResources(framework.id, agent, theirs, filters, used));
    }

    // Frameworks.

    /** A framework that wants nothing asks for silence, and breaks it when work arrives. */
    private void speakUp(SimulatedFramework framework) {
        framework.appetite.pass(elapsed());
        shrink(framework);
        boolean idle = framework.hunger() == 0 && framework.appetite.suppressesWhenIdle();
        if (idle && !framework.suppressed) {
            levelOne.tell(allocator -> allocator.suppressOffers(framework.id, Set.of()));
        } else if (!idle && framework.suppressed) {
            levelOne.tell(allocator -> allocator.reviveOffers(framework.id, Set.of()));
            tell(framework.id + " wants " + framework.hunger() + " more tasks and revives its offers");
        }
        framework.suppressed = idle;
    }

    private SimulatedFramework byId(FrameworkId id) {
        return frameworks.stream()
                .filter(framework -> framework.id.equals(id))
                .findFirst()
                .orElseThrow();
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
        giveBack(framework, offer.agent(), rest, Optional.of(Filters.unspecified()), false);
    }

    private void launch(SimulatedFramework framework, AgentId agent, long number) {
        long draw = chance.draw(Chance.key(Chance.key(framework.id.value()), number));
        long steps = Math.max(1, framework.appetite.length(draw).dividedBy(DemoPlan.STEP));
        tasks.add(new Task(framework, agent, step + steps, number));
        Resources used = framework.task.allocate(framework.role);
        levelOne.tell(allocator -> allocator.transitionOfferedToAllocated(agent, used));
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
        sound.forEach(offer -> answer(byId(offer.framework()), offer));
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
            SimulatedFramework framework = frameworks.get(i);
            framework.note(framework.wantedShare(total), entitled[i], framework.share(total));
        }
    }

    private double[] entitled(ResourceQuantities total) {
        return FairShares.entitled(
                frameworks.stream()
                        .mapToDouble(framework -> framework.wantedShare(total))
                        .toArray(),
                frameworks.stream().mapToDouble(framework -> framework.weight).toArray());
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
            rows.add(frameworks.get(i).row(total, entitled[i]));
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
                List.copyOf(news));
    }

    private Summary summary(Duration real, boolean complete) {
        return new Summary(
                allocatorName,
                plan.seed(),
                plan.agents(),
                elapsed().toMillis() / 1000.0,
                real.toMillis() / 1000.0,
                complete,
                levelOne.runs(),
                levelOne.typicalRunMillis(),
                frameworks.stream().mapToLong(framework -> framework.offers).sum(),
                frameworks.stream().mapToLong(framework -> framework.accepted).sum(),
                frameworks.stream().mapToLong(framework -> framework.declined).sum(),
                frameworks.stream()
                        .mapToLong(framework -> framework.tasksStarted)
                        .sum(),
                frameworks.stream().mapToLong(framework -> framework.tasksEnded).sum(),
                frameworks.stream().mapToLong(framework -> framework.tasksLost).sum(),
                HexFormat.of().toHexDigits(fingerprint),
                checks,
                problems,
                frameworks.stream().map(SimulatedFramework::summary).toList());
    }
}
