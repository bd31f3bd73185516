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
import io.tender.model.Resource;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.AllocatorRefusal;
import io.tender.spi.AllocatorRefusal.Reason;
import io.tender.spi.Amounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Amounts so large that their sum could not be counted are refused before anything has changed. */
class LargeAmountsTest {

    private static final Resources LARGEST = Resources.of(Resource.scalar("mem", Amounts.LARGEST * 1000));
    private static final Resources RESERVED = Resources.parse("mem(r):" + Amounts.LARGEST);
    private static final FrameworkId FRAMEWORK = new FrameworkId("f1");

    private final ManualHost host = new ManualHost(1);
    private final HierarchicalAllocator allocator = new HierarchicalAllocator(host, SorterKind.DRF, SorterKind.DRF);
    private final List<Resources> offered = new ArrayList<>();

    @BeforeEach
    void begin() {
        allocator.initialize(
                AllocatorOptions.masterDefaults(),
                (receiver, offers) -> offers.values().forEach(byAgent -> offered.addAll(byAgent.values())),
                (receiver, inverseOffers) -> {});
        allocator.addFramework(
                FrameworkInfo.of(FRAMEWORK, Set.of(Role.of("r"))), Map.of(), true, FrameworkOptions.none());
    }

    @Test
    void an_agent_that_would_make_the_cluster_uncountable_is_refused_and_the_others_go_on() {
        int added = fill();

        assertThat(added).isBetween(4_000, 4_300);
        assertThat(total()).isEqualTo((double) added * Amounts.LARGEST);
        host.settle();
        assertThat(offered).hasSize(added);

        allocator.removeAgent(new AgentId("a0"));
        add("again", LARGEST);
        assertThat(total()).isEqualTo((double) added * Amounts.LARGEST);
    }

    @Test
    void an_agent_cannot_grow_beyond_what_can_be_counted() {
        int added = fill();
        AgentInfo last = agent("a0");

        assertThatThrownBy(() -> allocator.updateAgent(last, Optional.of(LARGEST.plus(RESERVED)), Optional.empty()))
                .isInstanceOfSatisfying(
                        AllocatorRefusal.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(Reason.TOO_LARGE))
                .hasMessageContaining("mem");
        assertThat(total()).isEqualTo((double) added * Amounts.LARGEST);
    }

    @Test
    void an_amount_at_the_end_of_what_can_be_counted_is_refused_wherever_it_comes_in() {
        Resources most = Resources.of(Resource.scalar("mem", Long.MAX_VALUE));
        Resources mostOfBoth = Resources.parse("mem(r):9223372036854775").plus(Resources.parse("cpus:1"));
        add("a0", LARGEST);

        for (Resources each : List.of(most, mostOfBoth)) {
            assertThatThrownBy(() -> add("a1", each)).isInstanceOf(AllocatorRefusal.class);
            assertThatThrownBy(() -> allocator.updateAgent(agent("a0"), Optional.of(each), Optional.empty()))
                    .isInstanceOf(AllocatorRefusal.class);
            assertThatThrownBy(() -> allocator.addResourceProvider(new AgentId("a0"), each, Map.of()))
                    .isInstanceOf(AllocatorRefusal.class);
            assertThatThrownBy(() ->
                            allocator.transitionOfferedToAllocated(new AgentId("a0"), each.allocate(Role.of("r"))))
                    .isInstanceOf(AllocatorRefusal.class);
        }
        assertThat(total()).isEqualTo((double) Amounts.LARGEST);
    }

    @Test
    void many_resource_providers_add_up() {
        add("a0", RESERVED);
        assertThatThrownBy(() -> allocator.addResourceProvider(new AgentId("a0"), RESERVED, Map.of()))
                .isInstanceOf(AllocatorRefusal.class);
        assertThat(total()).isEqualTo((double) Amounts.LARGEST);
    }

    @Test
    void a_sum_of_reserved_and_unreserved_that_cannot_be_counted_is_a_mistake_in_the_text() {
        assertThatThrownBy(() -> Resources.parse("cpus:9223372036854775;cpus(r):9223372036854775"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("sum");
    }

    private int fill() {
        int added = 0;
        try {
            while (true) {
                add("a" + added, LARGEST);
                added++;
            }
        } catch (AllocatorRefusal refusal) {
            assertThat(refusal.reason()).isEqualTo(Reason.TOO_LARGE);
            return added;
        }
    }

    private double total() {
        return allocator.metrics().join().get("allocator/mesos/resources/mem/total");
    }

    private void add(String id, Resources total) {
        allocator.addAgent(agent(id), AgentCapability.all(), Optional.empty(), total, Map.of());
    }

    private static AgentInfo agent(String id) {
        return new AgentInfo(new AgentId(id), id, List.of(), Optional.empty());
    }
}
