package io.tender.testkit.order;

import io.tender.core.allocator.AskedOrder;
import io.tender.core.allocator.HierarchicalAllocator;
import io.tender.core.sorter.SorterKind;
import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.FrameworkOptions;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.AllocatorOptions;
import io.tender.testkit.ManualHost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** A small cluster whose offers are written down, in the order they are made. */
final class OrderedCluster implements AutoCloseable {
    /** One offer, and what takes it back. */
    private record Held(FrameworkId framework, AgentId agent, Resources resources) {}

    private final ManualHost host = new ManualHost(7);
    private final HierarchicalAllocator allocator;
    private final List<String> offers = new ArrayList<>();
    private final List<Held> held = new ArrayList<>();

    OrderedCluster(Optional<AskedOrder> asked) {
        allocator = new HierarchicalAllocator(host, SorterKind.DRF, SorterKind.DRF, asked);
        allocator.initialize(
                AllocatorOptions.defaults(),
                (framework, byRole) -> byRole.forEach((role, byAgent) -> byAgent.forEach((agent, resources) -> {
                    offers.add(agent.value() + " to " + framework.value());
                    held.add(new Held(framework, agent, resources));
                })),
                (framework, inverse) -> {});
    }

    OrderedCluster framework(String id, String role) {
        allocator.addFramework(
                FrameworkInfo.of(new FrameworkId(id), Set.of(Role.of(role))), Map.of(), true, FrameworkOptions.none());
        return this;
    }

    OrderedCluster agent(String id) {
        allocator.addAgent(
                new AgentInfo(new AgentId(id), id, List.of(), Optional.empty()),
                Set.of(AgentCapability.MULTI_ROLE),
                Optional.empty(),
                Resources.parse("cpus:2;mem:1024"),
                Map.of());
        return this;
    }

    /** Everything that is due, and the next tick. */
    OrderedCluster run() {
        host.settle();
        host.advance(Duration.ofSeconds(1));
        return this;
    }

    /** Gives back what was offered, so that it is offered again. */
    OrderedCluster decline() {
        List<Held> all = List.copyOf(held);
        held.clear();
        all.forEach(one ->
                allocator.recoverResources(one.framework(), one.agent(), one.resources(), Optional.empty(), false));
        return this;
    }

    /** A history of frameworks and agents that come, hold, and give back, drawn from a seed. */
    List<String> history(long seed, int steps) {
        return history(seed, steps, () -> {});
    }

    /** @param afterRun done after each run */
    List<String> history(long seed, int steps, Runnable afterRun) {
        Random random = new Random(seed);
        for (int i = 0; i < 6; i++) {
            framework("f" + i, "r" + i % 3 + (i == 5 ? "/sub" : ""));
        }
        for (int i = 0; i < steps; i++) {
            if (random.nextInt(3) == 0) {
                agent("a" + i);
            }
            run();
            afterRun.run();
            for (int j = 0; j < held.size(); j++) {
                if (random.nextInt(2) == 0) {
                    Held back = held.remove(j);
                    allocator.recoverResources(
                            back.framework(), back.agent(), back.resources(), Optional.empty(), false);
                }
            }
        }
        return offers();
    }

    List<String> offers() {
        return List.copyOf(offers);
    }

    List<String> takeOffers() {
        List<String> taken = offers();
        offers.clear();
        return taken;
    }

    double metric(String name) {
        return allocator.metrics().join().getOrDefault(name, 0.0);
    }

    @Override
    public void close() {
        allocator.close();
    }
}
