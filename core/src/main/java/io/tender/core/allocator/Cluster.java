package io.tender.core.allocator;

import io.tender.core.sorter.SorterKind;
import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.spi.AllocatorHost;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.AllocatorRefusal.Reason;
import io.tender.spi.InverseOfferCallback;
import io.tender.spi.OfferCallback;
import java.util.Optional;
import java.util.Set;

/** Everything that exists from initialization on. */
final class Cluster {

    final AllocatorHost host;
    AllocatorOptions options;
    final Books books;
    final Wakefulness wakefulness = new Wakefulness();
    final OfferFilters filters;
    final InverseOffers inverseOffers;
    final GivenOrders orders;
    final RunSchedule schedule;
    final CompletedFrameworks completed;
    final FrameworkCalls frameworkCalls;
    final AgentCalls agentCalls;
    final HoldingCalls holdingCalls;
    Optional<Set<String>> whitelist = Optional.empty();

    Cluster(
            AllocatorHost host,
            AllocatorOptions options,
            SorterKind roleSorter,
            SorterKind frameworkSorter,
            Optional<AskedOrder> asked,
            OfferCallback offers,
            InverseOfferCallback inverse) {
        this.host = host;
        this.options = options;
        books = new Books(options, roleSorter, frameworkSorter);
        filters = new OfferFilters(host, options.allocationInterval(), wakefulness);
        inverseOffers = new InverseOffers(books, host, inverse);
        completed = new CompletedFrameworks(options.maxCompletedFrameworks());
        orders = new GivenOrders(books, asked, host.chance());
        Run run = new Run(books, options, wakefulness, host.chance(), orders);
        schedule = new RunSchedule(host, options, books, run, filters.expiries, inverseOffers, offers, this::mayOffer);
        frameworkCalls = new FrameworkCalls(this);
        agentCalls = new AgentCalls(this);
        holdingCalls = new HoldingCalls(this);
    }

    /** Takes over the options by which nothing is kept. */
    void adjust(AllocatorOptions wanted) {
        options = options.withAllocationInterval(wanted.allocationInterval())
                .withFilterGpuResources(wanted.filterGpuResources())
                .withMinAllocatable(wanted.minAllocatable())
                .withPublishPerFrameworkMetrics(wanted.publishPerFrameworkMetrics())
                .withRecoveryTimeout(wanted.recoveryTimeout())
                .withAgentRecoveryFactor(wanted.agentRecoveryFactor())
                .withExtensions(options.extensions()
                        .withAllocateWhenFreed(wanted.extensions().allocateWhenFreed()));
        filters.adjust(options.allocationInterval());
        schedule.adjust(options);
        frameworkCalls.refreshAll();
        wakefulness.wakeAll();
    }

    private boolean mayOffer(AgentRecord agent) {
        return agent.activated && (whitelist.isEmpty() || whitelist.get().contains(agent.info.hostname()));
    }

    AgentRecord agent(AgentId id) {
        AgentRecord agent = books.agents.get(id);
        if (agent == null) {
            throw Checks.refused(Reason.UNKNOWN_AGENT, "agent '" + id + "' is not known, or not any more");
        }
        return agent;
    }

    FrameworkRecord framework(FrameworkId id) {
        FrameworkRecord framework = books.frameworks.get(id);
        if (framework == null) {
            throw Checks.refused(Reason.UNKNOWN_FRAMEWORK, "framework '" + id + "' is not known, or not any more");
        }
        return framework;
    }
}
