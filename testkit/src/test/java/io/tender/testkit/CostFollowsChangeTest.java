package io.tender.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.tender.core.allocator.HierarchicalAllocator;
import io.tender.core.sorter.SorterKind;
import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.FrameworkOptions;
import io.tender.model.Operation;
import io.tender.model.Quota;
import io.tender.model.ResourceConversion;
import io.tender.model.ResourceLimits;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.AllocatorOptions;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a change costs in a large cluster, measured in bytes made, which is the same on every machine. */
class CostFollowsChangeTest {
    private static final int FEW = 100;
    private static final int MANY = 3_000;
    private static final int WARM_UPS = 200;

    private static final Role ROLE = Role.of("r");
    private static final FrameworkId FRAMEWORK = new FrameworkId("f1");
    private static final Resources PLAIN = Resources.parse("cpus:2;mem:64");
    private static final Resources RESERVED = Resources.parse("cpus(r):2;mem(r):64");

    private record Offer(AgentId agent, Resources resources) {}

    private final ManualHost host = new ManualHost(1);
    private final HierarchicalAllocator allocator = new HierarchicalAllocator(host, SorterKind.DRF, SorterKind.DRF);
    private final List<Offer> offers = new ArrayList<>();

    private CostFollowsChangeTest with(int agents, Quota quota, Map<FrameworkId, Resources> used) {
        allocator.initialize(
                AllocatorOptions.masterDefaults(),
                (receiver, byRole) -> byRole.values()
                        .forEach(byAgent -> byAgent.forEach((agent, part) -> offers.add(new Offer(agent, part)))),
                (receiver, inverseOffers) -> {});
        allocator.updateQuota(ROLE, quota);
        allocator.addFramework(FrameworkInfo.of(FRAMEWORK, Set.of(ROLE)), Map.of(), true, FrameworkOptions.none());
        for (int i = 0; i < agents; i++) {
            allocator.addAgent(
                    new AgentInfo(new AgentId("a" + i), "host" + i, List.of(), Optional.empty()),
                    AgentCapability.all(),
                    Optional.empty(),
                    PLAIN.plus(used.values().stream()
                            .reduce(Resources.empty(), Resources::plus)
                            .unallocate()),
                    used);
        }
        host.settle();
        tick();
        return this;
    }

    private void tick() {
        host.advance(AllocatorOptions.masterDefaults().allocationInterval());
    }

    private static Quota limit(Resources most) {
        return new Quota(ResourceQuantities.empty(), ResourceLimits.parse(most.toString()));
    }

    private static long bytes(Runnable work) {
        for (int warm = 0; warm < WARM_UPS; warm++) {
            work.run();
        }
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        work.run();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    /** The one agent that the limit left room for is reserved and unreserved while it is held. */
    private long bytesOfReserving() {
        Offer held = offers.getFirst();
        assertThat(offers).hasSize(1);
        return bytes(() -> {
            convert(held.agent(), PLAIN, RESERVED);
            tick();
            convert(held.agent(), RESERVED, PLAIN);
            tick();
        });
    }

    private void convert(AgentId agent, Resources before, Resources after) {
        Resources holding = before.allocate(ROLE);
        allocator.updateAllocation(
                FRAMEWORK, agent, holding, List.of(new ResourceConversion(holding, after.allocate(ROLE))));
    }

    @Test
    void reserving_what_is_held_wakes_nobody_who_waits_for_room_in_a_quota() {
        long few = new CostFollowsChangeTest().with(FEW, limit(PLAIN), Map.of()).bytesOfReserving();
        long many = with(MANY, limit(PLAIN), Map.of()).bytesOfReserving();

        assertThat(many).isLessThan(2 * few);
    }

    /** What is free on an agent that waits is reserved for others and unreserved. */
    private long bytesOfReservingFreeOnes() {
        AgentId other = new AgentId(offers.getFirst().agent().value().equals("a1") ? "a2" : "a1");
        Resources forNobody = Resources.parse("cpus(+nobody):2;mem(+nobody):64");
        return bytes(() -> {
            assertThat(allocator.updateAvailable(other, List.of(new Operation.Reserve(forNobody))))
                    .isCompleted();
            tick();
            assertThat(allocator.updateAvailable(other, List.of(new Operation.Unreserve(forNobody))))
                    .isCompleted();
            tick();
        });
    }

    @Test
    void reserving_what_is_free_wakes_nobody_else_who_waits_for_room_in_a_quota() {
        long few = new CostFollowsChangeTest().with(FEW, limit(PLAIN), Map.of()).bytesOfReservingFreeOnes();
        long many = with(MANY, limit(PLAIN), Map.of()).bytesOfReservingFreeOnes();

        assertThat(many).isLessThan(2 * few);
    }

    private long bytesOfReturning() {
        List<Offer> returned = new ArrayList<>();
        long[] sum = new long[1];
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int round = 0; round < 20; round++) {
            returned.clear();
            returned.addAll(offers);
            offers.clear();
            long before = threads.getCurrentThreadAllocatedBytes();
            for (Offer offer : returned) {
                allocator.recoverResources(FRAMEWORK, offer.agent(), offer.resources(), Optional.empty(), false);
            }
            sum[0] = threads.getCurrentThreadAllocatedBytes() - before;
            tick();
            assertThat(offers).hasSize(returned.size());
        }
        return sum[0] / returned.size();
    }

    @Test
    void giving_back_costs_no_more_where_others_run_tasks() {
        Map<FrameworkId, Resources> tasks = Map.of(new FrameworkId("f0"), PLAIN.allocate(Role.of("other")));
        long alone =
                new CostFollowsChangeTest().with(MANY, Quota.NONE, Map.of()).bytesOfReturning();
        long beside = with(MANY, Quota.NONE, tasks).bytesOfReturning();

        assertThat(beside).isLessThan(alone + 32);
    }
}
