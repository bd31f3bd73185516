package io.tender.benchmarks.workload;

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
import io.tender.spi.AllocatorOptions;
import io.tender.testkit.ManualHost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * An allocator on a clock that is moved by hand, and the offers it made that nobody has answered yet.
 *
 * <p>Everything happens on the calling thread: a call to the allocator is a plain call, and {@link #settle} carries out
 * what it queued. So the events of one phase always lead to a single coalesced run.
 */
public final class Bench {

    /** How the allocator is hosted, for the report. */
    public static final String HOSTING =
            "single thread: plain calls, a queue drained by the caller, a clock moved by hand";

    public static final Duration INTERVAL = Duration.ofSeconds(1);

    private static final long SEED = 1;
    private static final Set<AgentCapability> CAPABILITIES = AgentCapability.all();

    private final ManualHost host = new ManualHost(SEED);
    private final Allocator allocator;
    private List<Offer> offers = new ArrayList<>();
    private long callbacks;

    /** What a framework was offered of one agent. */
    public record Offer(FrameworkId framework, Role role, AgentId agent, Resources resources) {}

    /** What an agent is added with; every agent has resource objects of its own, as those of a real cluster would. */
    public record Agent(AgentInfo info, Resources total, Map<FrameworkId, Resources> used) {
        public AgentId id() {
            return info.id();
        }
    }

    public Bench(Candidate candidate, SorterKind sorter) {
        allocator = candidate.create(host, sorter);
        allocator.initialize(
                AllocatorOptions.masterDefaults().withAllocationInterval(INTERVAL),
                this::take,
                (framework, inverseOffers) -> {});
    }

    private void take(FrameworkId framework, Map<Role, Map<AgentId, Resources>> made) {
        callbacks++;
        made.forEach((role, agents) ->
                agents.forEach((agent, resources) -> offers.add(new Offer(framework, role, agent, resources))));
    }

    public Allocator allocator() {
        return allocator;
    }

    /** Carries out all that is queued. */
    public void settle() {
        host.settle();
    }

    /** One allocation interval passes, and the periodic run that falls due is carried out. */
    public void tick() {
        host.advance(INTERVAL);
    }

    public void addFrameworks(List<FrameworkInfo> frameworks) {
        for (FrameworkInfo framework : frameworks) {
            allocator.addFramework(framework, Map.of(), true, FrameworkOptions.none());
        }
        settle();
    }

    public void addAgents(List<Agent> agents) {
        for (Agent agent : agents) {
            allocator.addAgent(agent.info(), CAPABILITIES, Optional.empty(), agent.total(), agent.used());
        }
        settle();
    }

    /** The offers made since the last call; they are the caller's now. */
    public List<Offer> takeOffers() {
        List<Offer> taken = offers;
        offers = new ArrayList<>(taken.size());
        return taken;
    }

    /** Gives back all offers made since the last time, and carries out what that queued. */
    public int returnOffers(Optional<Filters> filters) {
        List<Offer> returned = takeOffers();
        for (Offer offer : returned) {
            allocator.recoverResources(offer.framework(), offer.agent(), offer.resources(), filters, false);
        }
        settle();
        return returned.size();
    }

    /** Gives back all offers made since the last time, each at an instant of its own, as real frameworks do. */
    public void returnOneByOne(Optional<Filters> filters) {
        for (Offer offer : takeOffers()) {
            host.advance(Duration.ofNanos(1));
            allocator.recoverResources(offer.framework(), offer.agent(), offer.resources(), filters, false);
        }
        settle();
    }

    /** How many offers wait for an answer. */
    public int offersMade() {
        return offers.size();
    }

    /** How often the allocator has called back with offers. */
    public long callbacks() {
        return callbacks;
    }

    /** How many allocation runs there have been. */
    public long runs() {
        return allocator
                .metrics()
                .join()
                .getOrDefault("allocator/mesos/allocation_runs", 0.0)
                .longValue();
    }
}
