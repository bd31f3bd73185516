package io.tender.testkit.contract;

import io.tender.model.AgentId;
import io.tender.model.Filters;
import io.tender.model.FrameworkId;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.testkit.contract.ContractWorld.Made;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A long series of allowed calls, wholly determined by its seed. */
final class RandomHistory {

    private static final List<String> TOTALS =
            List.of("cpus:2;mem:1024", "cpus:4;mem:512;disk:100", "cpus:8;mem:4096;ports:[31000-31100]");
    private static final List<List<String>> ROLES = List.of(List.of("r"), List.of("s"), List.of("r", "t/u"));

    /** How many of the last steps a message shows. */
    private static final int SHOWN = 25;

    private final ContractWorld world;
    private final Random random;
    private final TreeMap<String, String> agents = new TreeMap<>();
    private final TreeSet<String> frameworks = new TreeSet<>();
    private final List<Made> outstanding = new ArrayList<>();
    private final List<String> steps = new ArrayList<>();
    private int named;

    RandomHistory(ContractWorld world, long seed) {
        this.world = world;
        this.random = new Random(seed);
    }

    ContractWorld world() {
        return world;
    }

    void play(int count) {
        for (int i = 0; i < count; i++) {
            step();
            outstanding.addAll(world.newOffers());
        }
    }

    private void step() {
        switch (random.nextInt(12)) {
            case 0, 1 -> addAgent();
            case 2 ->
                pick(agents.navigableKeySet()).filter(id -> agents.size() > 3).ifPresent(this::removeAgent);
            case 3 -> addFramework();
            case 4 -> pick(frameworks).filter(id -> frameworks.size() > 2).ifPresent(this::removeFramework);
            case 5 ->
                pick(frameworks).ifPresent(id -> {
                    say("suppress " + id);
                    world.call(it -> it.suppressOffers(new FrameworkId(id), Set.of()));
                });
            case 6 ->
                pick(frameworks).ifPresent(id -> {
                    say("revive " + id);
                    world.call(it -> it.reviveOffers(new FrameworkId(id), Set.of()));
                });
            case 7 -> {
                say("pause, resume");
                world.call(it -> it.pause());
                world.call(it -> it.resume());
            }
            case 8, 9 -> {
                say("tick");
                world.ticks(1);
            }
            default -> answer();
        }
    }

    private Optional<String> pick(Set<String> names) {
        return names.isEmpty()
                ? Optional.empty()
                : names.stream().skip(random.nextInt(names.size())).findFirst();
    }

    private void addAgent() {
        if (agents.size() < 8) {
            String id = "a" + ++named;
            String total = TOTALS.get(random.nextInt(TOTALS.size()));
            say("add agent " + id + "{" + total + "}");
            agents.put(id, total);
            world.addAgent(id, total);
        }
    }

    private void removeAgent(String id) {
        say("remove agent " + id);
        agents.remove(id);
        outstanding.removeIf(offer -> offer.agent().equals(new AgentId(id)));
        world.removeAgent(id);
    }

    private void addFramework() {
        if (frameworks.size() < 6) {
            String id = "f" + ++named;
            List<String> roles = ROLES.get(random.nextInt(ROLES.size()));
            say("add framework " + id + roles);
            frameworks.add(id);
            world.addFramework(id, roles);
        }
    }

    private void removeFramework(String id) {
        say("remove framework " + id);
        frameworks.remove(id);
        outstanding.removeIf(offer -> offer.framework().equals(new FrameworkId(id)));
        world.removeFramework(id);
    }

    private void answer() {
        if (outstanding.isEmpty()) {
            return;
        }
        Made offer = outstanding.remove(random.nextInt(outstanding.size()));
        Optional<Filters> filters =
                random.nextBoolean() ? Optional.empty() : Optional.of(Filters.ofSeconds(random.nextInt(4)));
        say("give back " + offer + filters.map(length -> " for " + length).orElse(""));
        world.giveBack(offer, filters);
    }

    /** Everybody leaves; only the agents stay. */
    void clearTheStage() {
        List.copyOf(outstanding).forEach(offer -> world.giveBack(offer, Optional.empty()));
        outstanding.clear();
        List.copyOf(frameworks).forEach(this::removeFramework);
    }

    /** What the agents that are left have together. */
    ResourceQuantities everything() {
        ResourceQuantities sum = ResourceQuantities.empty();
        for (String total : agents.values()) {
            sum = sum.plus(Resources.parse(total).quantities());
        }
        return sum;
    }

    private void say(String step) {
        steps.add(step);
    }

    /** The last steps, for messages. */
    String tail() {
        int from = Math.max(0, steps.size() - SHOWN);
        return (from == 0 ? "" : "... " + from + " earlier steps\n")
                + String.join("\n", steps.subList(from, steps.size()));
    }
}
