package io.tender.testkit.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.allocator.AskedOrder;
import io.tender.core.allocator.HierarchicalAllocator;
import io.tender.core.sorter.SorterKind;
import io.tender.extender.sorter.HttpServingOrder;
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
import io.tender.testkit.hostile.Misbehaviour;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** A small cluster whose offers are written down, in the order they are made. */
final class OrderedCluster implements AutoCloseable {
    /** One offer, and what takes it back. */
    private record Held(FrameworkId framework, AgentId agent, Resources resources) {}

    /** How many runs have followed the order of a service. */
    static final String FOLLOWED = "allocator/tender/serving_order/runs_followed";

    /** All the ways in which a service of orders can fail to give one. */
    static final List<Misbehaviour> MISBEHAVIOURS = List.of(
            Misbehaviour.REFUSE,
            Misbehaviour.RESET,
            Misbehaviour.ACCEPT_AND_HANG,
            Misbehaviour.DRIP_BODY,
            Misbehaviour.CLOSE_MID_BODY,
            Misbehaviour.NOT_HTTP,
            Misbehaviour.REDIRECT,
            Misbehaviour.ERROR_WITH_BODY,
            Misbehaviour.HUGE_BODY,
            Misbehaviour.TRUNCATED_JSON,
            Misbehaviour.SOMEBODY_ELSE);

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

    /** One whose roles are served in the order of a service. */
    static OrderedCluster ledBy(HttpServingOrder order) {
        return new OrderedCluster(Optional.of(new AskedOrder(order, true, false)));
    }

    /** What is offered where nobody but shares has a say. */
    static List<String> byShare(long seed, int steps) {
        return new OrderedCluster(Optional.empty()).history(seed, steps);
    }

    static void awaitAnswer(HttpServingOrder order) {
        long deadline = System.nanoTime() + 20_000_000_000L;
        while (order.isAsking()) {
            assertThat(System.nanoTime()).as("the question is still under way").isLessThan(deadline);
            LockSupport.parkNanos(500_000);
        }
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
