package io.tender.runtime;

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
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorHost;
import io.tender.spi.AllocatorRefusal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** The few words that tests need to speak of agents, frameworks and offers. */
final class Cluster {

    static final Role ROLE = Role.of("web");

    private Cluster() {}

    static Allocator hierarchical(AllocatorHost host) {
        return new HierarchicalAllocator(host, SorterKind.DRF, SorterKind.DRF);
    }

    static void addAgent(Allocator allocator, String id, String total) {
        allocator.addAgent(agent(id), AgentCapability.all(), Optional.empty(), Resources.parse(total), Map.of());
    }

    static AgentInfo agent(String id) {
        return new AgentInfo(new AgentId(id), id + ".example", List.of(), Optional.empty());
    }

    static FrameworkId addFramework(Allocator allocator, String id) {
        FrameworkInfo framework = FrameworkInfo.of(new FrameworkId(id), Set.of(ROLE));
        allocator.addFramework(framework, Map.of(), true, FrameworkOptions.none());
        return framework.id();
    }

    /** One agent's resources offered to a framework. */
    record Offer(FrameworkId framework, AgentId agent, Resources resources) {
        static List<Offer> all(FrameworkId framework, Map<Role, Map<AgentId, Resources>> offers) {
            return offers.values().stream()
                    .flatMap(byAgent -> byAgent.entrySet().stream())
                    .map(entry -> new Offer(framework, entry.getKey(), entry.getValue()))
                    .toList();
        }
    }

    /** Writes down what went wrong. */
    static final class Complaints implements AllocatorListener {
        final List<String> refusals = new CopyOnWriteArrayList<>();
        final List<Throwable> failures = new CopyOnWriteArrayList<>();

        @Override
        public void refused(String call, AllocatorRefusal refusal) {
            refusals.add(call + " " + refusal.reason());
        }

        @Override
        public void failed(Throwable failure) {
            failures.add(failure);
        }
    }
}
