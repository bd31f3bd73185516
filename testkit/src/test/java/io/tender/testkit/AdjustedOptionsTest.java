package io.tender.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.core.allocator.HierarchicalAllocator;
import io.tender.core.sorter.SorterKind;
import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.FrameworkOptions;
import io.tender.model.Quota;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.AllocatorRefusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Options that change while the allocator works. */
class AdjustedOptionsTest {
    private static final FrameworkId FRAMEWORK = new FrameworkId("f1");
    private static final AgentId AGENT = new AgentId("a1");
    private static final AllocatorOptions COARSE = AllocatorOptions.defaults()
            .withAllocationInterval(Duration.ofSeconds(10))
            .withMinAllocatable(List.of(ResourceQuantities.parse("cpus:8")));

    private final ManualHost host = new ManualHost(1);
    private final HierarchicalAllocator allocator = new HierarchicalAllocator(host, SorterKind.DRF, SorterKind.DRF);
    private final List<Resources> offered = new ArrayList<>();

    @BeforeEach
    void begin() {
        allocator.initialize(
                COARSE,
                (receiver, offers) -> offers.values().forEach(byAgent -> offered.addAll(byAgent.values())),
                (receiver, inverseOffers) -> {});
        allocator.addFramework(
                FrameworkInfo.of(FRAMEWORK, Set.of(Role.of("r"))), Map.of(), true, FrameworkOptions.none());
        allocator.addAgent(
                new AgentInfo(AGENT, "host", List.of(), Optional.empty()),
                Set.of(AgentCapability.MULTI_ROLE),
                Optional.empty(),
                Resources.parse("cpus:4;mem:64"),
                Map.of());
        host.settle();
    }

    @Test
    void what_was_too_little_to_be_offered_is_offered_once_it_is_enough() {
        host.advance(Duration.ofSeconds(30));
        assertThat(offered).isEmpty();

        allocator.adjust(COARSE.withMinAllocatable(List.of(ResourceQuantities.parse("cpus:1"))));
        host.advance(Duration.ofSeconds(10));
        assertThat(offered).hasSize(1);
    }

    @Test
    void the_next_tick_but_one_comes_after_the_new_interval() {
        allocator.adjust(COARSE.withAllocationInterval(Duration.ofSeconds(1))
                .withMinAllocatable(List.of(ResourceQuantities.parse("cpus:1"))));
        host.advance(Duration.ofSeconds(10));
        assertThat(offered).hasSize(1);
        allocator.recoverResources(FRAMEWORK, AGENT, offered.getFirst(), Optional.empty(), false);
        host.advance(Duration.ofSeconds(1));
        assertThat(offered).hasSize(2);
    }

    @Test
    void what_is_counted_by_stays_as_it_was() {
        allocator.adjust(COARSE.withFairnessExcludedNames(new TreeSet<>(Set.of("cpus")))
                .withExtensions(AllocatorOptions.Extensions.none().withNestedQuota(true)));
        assertThat(allocator.adjustableOptions()).doesNotContain("fairnessExcludedNames", "nestedQuota");
        assertThatThrownBy(() -> allocator.updateQuota(Role.of("r/inner"), Quota.NONE))
                .isInstanceOf(AllocatorRefusal.class);
    }
}
