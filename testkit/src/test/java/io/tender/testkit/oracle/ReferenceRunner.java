package io.tender.testkit.oracle;

import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.UnavailableResources;
import io.tender.spi.AllocatorHost;
import io.tender.spi.InverseOfferCallback;
import io.tender.spi.OfferCallback;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** When a run happens and over which agents (section 1), what holds it back (2.3), and what it tells (4.10, 8). */
final class ReferenceRunner {
    private final ReferenceCluster cluster;
    private final AllocatorHost host;
    private final LongFunction<ReferenceRun> newRun;
    private @Nullable OfferCallback offers;
    private @Nullable InverseOfferCallback inverseOffers;

    boolean paused;
    private @Nullable Hold hold;
    private final SortedSet<AgentId> candidates = new TreeSet<>();
    private boolean pending;
    private boolean tickWaits;
    private long runs;

    /** One recovery's hold-back; an object of its own, so that a late time-out ends no other. */
    private static final class Hold {
        final int target;

        Hold(int target) {
            this.target = target;
        }
    }

    private final Map<Instant, List<Runnable>> filterEnds = new HashMap<>();

    ReferenceRunner(ReferenceCluster cluster, AllocatorHost host, LongFunction<ReferenceRun> newRun) {
        this.cluster = cluster;
        this.host = host;
        this.newRun = newRun;
    }

    void start(OfferCallback offerCallback, InverseOfferCallback inverseOfferCallback) {
        offers = offerCallback;
        inverseOffers = inverseOfferCallback;
        waitForTick();
    }

    long runs() {
        return runs;
    }

    // --- recovery ----------------------------------------------------------------------------------------------------

    void hold(int target) {
        hold = null;
        if (target > 0) {
            Hold begun = new Hold(target);
            hold = begun;
            host.after(cluster.options.recoveryTimeout(), () -> {
                if (hold == begun) {
                    hold = null;
                }
            });
        }
    }

    boolean isHolding() {
        return hold != null;
    }

    void agentAdded() {
        if (hold != null && cluster.agents.size() >= hold.target) {
            hold = null;
        }
    }

    void agentRemoved(AgentId agent) {
        candidates.remove(agent);
    }

    private boolean isPaused() {
        return paused || isHolding();
    }

    // --- causes and ticks --------------------------------------------------------------------------------------------

    void cause(Collection<AgentId> agents) {
        if (isPaused()) {
            return;
        }
        candidates.addAll(agents);
        if (!pending) {
            pending = true;
            host.enqueue(this::run);
        }
    }

    private void waitForTick() {
        host.after(cluster.options.allocationInterval(), this::tick);
        filterEnds.clear();
    }

    /** Filters that end at one instant, with no tick scheduled between them, end together when the first one does. */
    void whenFilterEnds(Duration length, Runnable end) {
        filterEnds
                .computeIfAbsent(host.now().plus(length), due -> {
                    List<Runnable> together = new ArrayList<>();
                    host.after(
                            length,
                            () -> host.enqueue(() -> {
                                filterEnds.values().remove(together);
                                together.forEach(Runnable::run);
                            }));
                    return together;
                })
                .add(end);
    }

    private void tick() {
        if (isPaused()) {
            waitForTick();
        } else {
            tickWaits = true;
            cause(cluster.agents.keySet());
        }
    }

    private void run() {
        pending = false;
        if (!isPaused()) {
            runs++;
            ReferenceRun run = newRun.apply(runs);
            run.execute(candidates);
            tellOffers(run);
            tellInverseOffers();
            candidates.clear();
        }
        if (tickWaits) {
            tickWaits = false;
            waitForTick();
        }
    }

    // --- callbacks ---------------------------------------------------------------------------------------------------

    private void tellOffers(ReferenceRun run) {
        run.offers.forEach((framework, byRole) -> {
            Map<Role, Map<AgentId, Resources>> told = new LinkedHashMap<>();
            byRole.forEach((role, byAgent) -> told.put(role, new LinkedHashMap<>(byAgent)));
            if (offers != null) {
                offers.offers(framework, told);
            }
        });
    }

    /** Section 8: whitelist and activation of the agent do not matter. */
    private void tellInverseOffers() {
        SortedMap<FrameworkId, SortedMap<AgentId, UnavailableResources>> asked = new TreeMap<>();
        for (AgentId id : candidates) {
            ReferenceAgent agent = cluster.agents.get(id);
            if (agent == null || agent.maintenance.isEmpty()) {
                continue;
            }
            ReferenceAgent.Maintenance maintenance = agent.maintenance.get();
            for (FrameworkId holder : agent.held.keySet()) {
                ReferenceFramework framework = cluster.frameworks.get(holder);
                if (framework != null
                        && framework.active
                        && !maintenance.outstanding.contains(holder)
                        && !hasInverseFilter(framework, id)) {
                    maintenance.outstanding.add(holder);
                    asked.computeIfAbsent(holder, any -> new TreeMap<>())
                            .put(id, new UnavailableResources(Resources.empty(), maintenance.unavailability));
                }
            }
        }
        asked.forEach((framework, byAgent) -> {
            if (inverseOffers != null) {
                inverseOffers.inverseOffers(framework, new LinkedHashMap<>(byAgent));
            }
        });
    }

    private boolean hasInverseFilter(ReferenceFramework framework, AgentId agent) {
        Instant now = host.now();
        return framework.inverseFilters.stream()
                .anyMatch(filter -> filter.agent().equals(agent) && now.isBefore(filter.deadline()));
    }
}
