package io.tender.daemon.master;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.cluster.RunState;
import io.tender.daemon.cluster.TaskKey;
import io.tender.model.AgentId;
import io.tender.model.Filters;
import io.tender.model.Quota;
import io.tender.model.ResourceQuantities;
import io.tender.model.Unavailability;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Everything at once, at random, with the process dying in between: what must always hold is checked after each step. */
final class SimulationTest {
    private static final int STEPS = 300;

    private final World world = new World();
    private final List<Scheduler> schedulers = new ArrayList<>();
    private int tasksMade;
    private int agentsMade;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void nothing_is_lost_nothing_runs_twice_and_all_adds_up(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 3; i++) {
            addAgent();
            schedulers.add(world.subscribe("f" + i));
        }
        for (int step = 0; step < STEPS; step++) {
            act(random);
            world.settle();
            keepGoing(random);
            if (step % 20 == 0) {
                world.checkReplay();
            }
        }
        calmDown();
        world.checkReplay();
        checkTasks();
        assertThat(world.cluster.starts()).as("tasks that were started").hasSizeGreaterThan(STEPS / 15);
    }

    /** Schedulers notice that they were cut off, and somebody brings new machines when few are left. */
    private void keepGoing(Random random) {
        for (Scheduler scheduler : List.copyOf(schedulers)) {
            Optional<FrameworkView> view = world.view().framework(scheduler.id);
            if (view.isEmpty()) {
                schedulers.remove(scheduler);
                schedulers.add(world.subscribe("next"));
            } else if (!view.get().connected() && random.nextInt(3) > 0) {
                reconnect(scheduler);
            }
        }
        long usable = world.view().agents().stream()
                .filter(agent -> agent.present() && !agent.deactivated())
                .count();
        if (usable < 2) {
            addAgent();
        }
    }

    private void addAgent() {
        world.agent("a" + agentsMade++, "cpus:8;mem:8192;disk:1000;ports:[31000-31100]");
    }

    private void act(Random random) {
        Scheduler scheduler = schedulers.get(random.nextInt(schedulers.size()));
        List<AgentId> agents = List.copyOf(world.cluster.agents());
        AgentId agent = agents.get(random.nextInt(agents.size()));
        boolean there = world.view().framework(scheduler.id).isPresent();
        switch (random.nextInt(22)) {
            case 0, 1, 2, 3, 4, 5 -> launch(scheduler, random);
            case 6, 7 -> world.advance(Duration.ofMillis(500 + random.nextInt(2000)));
            case 8, 9, 10 -> end(random);
            case 11 -> {
                if (world.cluster.isReachable(agent)) {
                    world.cluster.partition(agent);
                } else {
                    world.cluster.heal(agent);
                }
            }
            case 12 -> {
                if (world.cluster.isReachable(agent)) {
                    kill(scheduler, random);
                }
            }
            case 13 -> world.restart();
            case 14 -> {
                // Dies with some of what it was about to say unsaid, but durable.
                launchWithout(scheduler, random);
                world.commit();
                world.crash();
            }
            case 15 -> {
                launchWithout(scheduler, random);
                world.crash();
            }
            case 16 -> {
                if (there && world.view().framework(scheduler.id).orElseThrow().connected()) {
                    world.disconnect(scheduler);
                }
            }
            case 17 -> reconnect(scheduler);
            case 18 -> operate(agent, random);
            case 19 -> {
                if (there) {
                    scheduler.acknowledges = random.nextBoolean();
                    scheduler.call(new FrameworkCall.Reconcile(List.of()));
                }
            }
            case 20 -> {
                if (agents.size() < 6) {
                    addAgent();
                } else {
                    world.cluster.remove(agent);
                }
            }
            default -> {
                if (there && random.nextInt(4) == 0) {
                    scheduler.call(new FrameworkCall.Teardown());
                    schedulers.remove(scheduler);
                    schedulers.add(world.subscribe("another"));
                }
            }
        }
    }

    private void reconnect(Scheduler scheduler) {
        if (world.view().framework(scheduler.id).isPresent()) {
            Scheduler back = world.again(scheduler);
            back.events.addAll(0, scheduler.events);
            schedulers.set(schedulers.indexOf(scheduler), back);
        }
    }

    private void launch(Scheduler scheduler, Random random) {
        launchWithout(scheduler, random);
        world.settle();
    }

    /** Without anybody noticing yet. */
    private void launchWithout(Scheduler scheduler, Random random) {
        if (scheduler.offers.isEmpty() || world.view().framework(scheduler.id).isEmpty()) {
            return;
        }
        Offer offer = scheduler.offers.values().iterator().next();
        scheduler.offers.remove(offer.id());
        List<TaskSpec> tasks = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(3); i++) {
            tasks.add(scheduler.task("t" + tasksMade++, offer.agent().id().value(), "cpus:0.5;mem:64"));
        }
        world.master()
                .call(
                        scheduler.id,
                        new FrameworkCall.Accept(
                                List.of(offer.id()),
                                List.of(new OfferOperation.Launch(tasks)),
                                Filters.ofSeconds(random.nextInt(3))));
    }

    private void end(Random random) {
        List<TaskKey> alive = world.cluster.alive();
        if (!alive.isEmpty()) {
            TaskKey key = alive.get(random.nextInt(alive.size()));
            for (AgentId agent : world.cluster.agents()) {
                if (world.cluster.alive(agent).contains(key)) {
                    world.cluster.report(agent, key, random.nextBoolean() ? RunState.FINISHED : RunState.FAILED);
                }
            }
        }
    }

    private void kill(Scheduler scheduler, Random random) {
        List<TaskView> tasks = world.view().tasks(scheduler.id);
        if (!tasks.isEmpty()) {
            TaskView task = tasks.get(random.nextInt(tasks.size()));
            scheduler.call(new FrameworkCall.Kill(task.spec().id(), Optional.empty(), Optional.empty()));
        }
    }

    private void operate(AgentId agent, Random random) {
        Optional<AgentView> view = world.view().agent(agent);
        switch (random.nextInt(7)) {
            case 0 ->
                world.operator()
                        .setQuotas(
                                new TreeMap<>(Map.of(
                                        World.ROLE,
                                        random.nextBoolean()
                                                ? Quota.NONE
                                                : Quota.both(ResourceQuantities.parse("cpus:12")))),
                                true,
                                role -> true);
            case 1 -> world.operator().setWeights(new TreeMap<>(Map.of(World.ROLE, 1.0 + random.nextInt(3))));
            case 2 ->
                view.ifPresent(known -> {
                    if (known.deactivated()
                            && known.drain().filter(drain -> !drain.done()).isEmpty()) {
                        world.operator().reactivate(agent);
                    } else if (!known.deactivated()) {
                        world.operator().deactivate(agent);
                    }
                });
            case 3 ->
                view.filter(known -> known.drain().isEmpty())
                        .ifPresent(known -> world.operator().drain(agent, Optional.empty(), random.nextInt(4) == 0));
            case 4 -> {
                if (world.view().machinesDown().isEmpty()) {
                    Unavailability when = new Unavailability(world.now().plusSeconds(60), Optional.empty());
                    world.operator().schedule(List.of(new MaintenanceWindow(List.of(agent + ".host"), when)));
                } else {
                    world.operator().stopMaintenance(new TreeSet<>(world.view().machinesDown()));
                }
            }
            case 5 -> {
                if (world.view().machinesDown().isEmpty()
                        && !world.view().maintenance().isEmpty()) {
                    world.operator()
                            .startMaintenance(
                                    world.view().maintenance().getFirst().machines());
                }
            }
            default -> world.master().putDocument("job", "j" + random.nextInt(3), "{}");
        }
    }

    /** All agents within reach, all frameworks listening: then everybody must learn the truth. */
    private void calmDown() {
        for (AgentId agent : world.cluster.agents()) {
            if (!world.cluster.isReachable(agent)) {
                world.cluster.heal(agent);
            }
        }
        for (Scheduler scheduler : List.copyOf(schedulers)) {
            scheduler.acknowledges = true;
            reconnect(scheduler);
        }
        world.cluster.repeat();
        world.advance(Duration.ofSeconds(30));
        world.cluster.repeat();
        world.settle();
    }

    private void checkTasks() {
        world.cluster
                .starts()
                .forEach((key, starts) ->
                        assertThat(starts).as("starts of %s", key).isEqualTo(1));
        // Whatever runs is known to be running, and whatever is known to be running runs.
        TreeSet<TaskKey> running = new TreeSet<>();
        for (TaskView task : world.view().tasks()) {
            if (!task.state().isTerminal()) {
                running.add(task.key());
            }
        }
        assertThat(running).isEqualTo(new TreeSet<>(world.cluster.alive()));
        assertThat(world.cluster.unacknowledged()).isZero();
        for (Scheduler scheduler : schedulers) {
            if (world.view().framework(scheduler.id).isPresent()) {
                assertThat(world.view().tasks(scheduler.id))
                        .as("tasks whose end was not heard of")
                        .allMatch(task -> !task.state().isTerminal());
            }
        }
    }
}
