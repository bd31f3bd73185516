package io.tender.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.allocator.HierarchicalAllocator;
import io.tender.core.sorter.SorterKind;
import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Filters;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.FrameworkOptions;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorHost;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.policy.Claim;
import io.tender.spi.policy.PolicyAllocator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A framework that refuses everything for a day, again and again, on a clock that goes on. */
class RefusalsLeaveNothingTest {
    private static final Role ROLE = Role.of("r");
    private static final FrameworkId FRAMEWORK = new FrameworkId("f");
    private static final Optional<Filters> A_DAY = Optional.of(Filters.ofSeconds(86_400));
    private static final int AGENTS = 10;

    enum Kind {
        HIERARCHICAL,
        POLICY;

        Allocator make(AllocatorHost host) {
            return switch (this) {
                case HIERARCHICAL -> new HierarchicalAllocator(host, SorterKind.DRF, SorterKind.DRF);
                case POLICY ->
                    new PolicyAllocator(
                            host,
                            round -> round.agents()
                                    .forEach(agent ->
                                            round.claims().forEach((Claim claim) -> round.offer(agent.id(), claim))));
            };
        }
    }

    private record Offer(AgentId agent, Resources resources) {}

    private final ManualHost host = new ManualHost(1);
    private final List<Offer> offers = new ArrayList<>();
    private int refused;

    private void addFramework(Allocator allocator) {
        allocator.addFramework(FrameworkInfo.of(FRAMEWORK, Set.of(ROLE)), Map.of(), true, FrameworkOptions.none());
    }

    private void addAgent(Allocator allocator, int number) {
        AgentInfo agent = new AgentInfo(new AgentId("a" + number), "host" + number, List.of(), Optional.empty());
        allocator.addAgent(agent, AgentCapability.all(), Optional.empty(), Resources.parse("cpus:1;mem:64"), Map.of());
    }

    private Allocator begin(Kind kind, int agents) {
        Allocator allocator = kind.make(host);
        allocator.initialize(
                AllocatorOptions.defaults(),
                (framework, given) -> given.values()
                        .forEach(byAgent ->
                                byAgent.forEach((agent, resources) -> offers.add(new Offer(agent, resources)))),
                (framework, asked) -> {});
        addFramework(allocator);
        for (int i = 0; i < agents; i++) {
            addAgent(allocator, i);
        }
        return allocator;
    }

    /** Each refusal at an instant of its own. */
    private void refuseAll(Allocator allocator) {
        for (Offer offer : List.copyOf(offers)) {
            host.advance(Duration.ofMillis(1));
            allocator.recoverResources(FRAMEWORK, offer.agent(), offer.resources(), A_DAY, false);
            refused++;
        }
        offers.clear();
    }

    @ParameterizedTest
    @EnumSource
    void refusals_that_are_overruled_leave_no_timer(Kind kind) {
        Allocator allocator = begin(kind, AGENTS);
        for (int round = 0; round < 60; round++) {
            host.advance(Duration.ofSeconds(1));
            assertThat(offers).as("round %d", round).hasSize(AGENTS);
            refuseAll(allocator);
            assertThat(host.timers()).as("the tick's timer").isEqualTo(1);
            switch (round % 4) {
                case 0 -> allocator.reviveOffers(FRAMEWORK, Set.of());
                case 1 -> {
                    allocator.deactivateFramework(FRAMEWORK);
                    allocator.activateFramework(FRAMEWORK);
                }
                case 2 -> {
                    allocator.removeFramework(FRAMEWORK);
                    addFramework(allocator);
                }
                default -> {
                    for (int i = 0; i < AGENTS; i++) {
                        allocator.removeAgent(new AgentId("a" + i));
                        addAgent(allocator, i);
                    }
                }
            }
        }
        assertThat(refused).isEqualTo(60 * AGENTS);

        host.advance(Duration.ofDays(1).plusHours(1));

        assertThat(host.timers()).as("the tick's timer").isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void refusals_end_one_by_one_when_their_time_is_over(Kind kind) {
        Allocator allocator = begin(kind, 3);
        host.settle();
        List<Offer> first = List.copyOf(offers);
        offers.clear();
        for (int i = 0; i < 3; i++) {
            allocator.recoverResources(
                    FRAMEWORK,
                    first.get(i).agent(),
                    first.get(i).resources(),
                    Optional.of(Filters.ofSeconds(2.5 + 2 * i)),
                    false);
        }
        // They end after 2.5, 4.5 and 6.5 seconds; ticks come every second.
        host.advance(Duration.ofMillis(2_999));
        assertThat(offers).isEmpty();
        for (int ended = 1; ended <= 3; ended++) {
            host.advance(Duration.ofMillis(1));
            assertThat(offers).isEqualTo(first.subList(0, ended));
            host.advance(Duration.ofMillis(1_999));
            assertThat(offers).isEqualTo(first.subList(0, ended));
        }
    }
}
