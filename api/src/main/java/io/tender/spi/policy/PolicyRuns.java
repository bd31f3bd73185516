package io.tender.spi.policy;

import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.UnavailableResources;
import io.tender.spi.AllocatorHost;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.InverseOfferCallback;
import io.tender.spi.OfferCallback;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One run after the other: asks the policy who is offered what, and hands the offers out. */
final class PolicyRuns {

    private final AllocatorHost host;
    private final AllocationPolicy policy;
    private final Books books;
    private final AllocatorOptions options;
    private final OfferCallback offers;
    private final InverseOfferCallback inverseOffers;

    PolicyRuns(
            AllocatorHost host,
            AllocationPolicy policy,
            Books books,
            AllocatorOptions options,
            OfferCallback offers,
            InverseOfferCallback inverseOffers) {
        this.host = host;
        this.policy = policy;
        this.books = books;
        this.options = options;
        this.offers = offers;
        this.inverseOffers = inverseOffers;
    }

    void run(SortedSet<AgentId> about) {
        books.runs++;
        PolicyRound round = new PolicyRound(books, options, host.chance(), about);
        Failures failures = new Failures();
        long begun = host.stopwatch();
        failures.attempt(() -> policy.allocate(round));
        books.lastRunNanos = host.stopwatch() - begun;
        round.offers().forEach((id, given) -> failures.attempt(() -> offers.offers(id, given)));
        askBack(about).forEach((id, asked) -> failures.attempt(() -> inverseOffers.inverseOffers(id, asked)));
        failures.rethrow();
    }

    private SortedMap<FrameworkId, Map<AgentId, UnavailableResources>> askBack(SortedSet<AgentId> about) {
        SortedMap<FrameworkId, Map<AgentId, UnavailableResources>> due = new TreeMap<>();
        for (AgentId id : about) {
            Agent agent = books.agents.get(id);
            if (agent == null || agent.maintenance.isEmpty()) {
                continue;
            }
            Agent.Maintenance maintenance = agent.maintenance.get();
            for (Framework framework : books.frameworks.values()) {
                if (framework.active
                        && agent.isHeldBy(framework.id())
                        && !framework.filtersInverse(id, host.now())
                        && maintenance.outstanding.add(framework.id())) {
                    due.computeIfAbsent(framework.id(), any -> new TreeMap<>())
                            .put(id, new UnavailableResources(Resources.empty(), maintenance.unavailability));
                }
            }
        }
        return due;
    }

    /** What went wrong in one run; one that fails, policy or receiver, does not keep the others from their offers. */
    private static final class Failures {
        private @Nullable Throwable first;

        void attempt(Runnable step) {
            try {
                step.run();
            } catch (RuntimeException | Error failure) {
                if (first == null) {
                    first = failure;
                } else {
                    first.addSuppressed(failure);
                }
            }
        }

        void rethrow() {
            if (first instanceof RuntimeException failure) {
                throw failure;
            }
            if (first instanceof Error failure) {
                throw failure;
            }
        }
    }
}
