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
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.AllocatorOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FailingReceiverTest {

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final ManualHost host = new ManualHost(1);
    private final HierarchicalAllocator allocator = new HierarchicalAllocator(host, SorterKind.DRF, SorterKind.DRF);
    private final FrameworkId framework = new FrameworkId("f1");
    private final AgentId agent = new AgentId("a1");
    private final Resources total = Resources.parse("cpus:1;mem:64");
    private final List<FrameworkId> offered = new ArrayList<>();
    private boolean failing;

    @Test
    void a_receiver_that_fails_in_a_tick_does_not_end_the_ticks() {
        allocator.initialize(
                AllocatorOptions.masterDefaults(),
                (receiver, offers) -> {
                    offered.add(receiver);
                    if (failing) {
                        throw new IllegalStateException("the receiver failed");
                    }
                },
                (receiver, inverseOffers) -> {});
        allocator.addFramework(FrameworkInfo.of(framework, Set.of(Role.ANY)), Map.of(), true, FrameworkOptions.none());
        allocator.addAgent(
                new AgentInfo(agent, "host", List.of(), Optional.empty()),
                AgentCapability.all(),
                Optional.empty(),
                total,
                Map.of());
        host.settle();
        assertThat(offered).hasSize(1);

        giveBack();
        failing = true;
        assertThatThrownBy(() -> host.advance(INTERVAL)).hasMessage("the receiver failed");
        assertThat(offered).hasSize(2);

        failing = false;
        giveBack();
        host.advance(INTERVAL.multipliedBy(2));
        assertThat(offered).hasSize(3);
    }

    private void giveBack() {
        allocator.recoverResources(framework, agent, total.allocate(Role.ANY), Optional.empty(), false);
    }
}
