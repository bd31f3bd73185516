package io.tender.examples;

import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Filters;
import io.tender.model.FrameworkCapability;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.FrameworkOptions;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorHost;
import io.tender.spi.AllocatorOptions;
import io.tender.testkit.ManualHost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** An allocator on a clock of its own, spoken to in short words; writes down the offers it makes. */
final class Trial {

    final ManualHost host = new ManualHost(1);
    final Allocator allocator;
    private final List<String> heard = new ArrayList<>();

    Trial(Function<AllocatorHost, Allocator> maker) {
        this(maker, AllocatorOptions.defaults());
    }

    Trial(Function<AllocatorHost, Allocator> maker, AllocatorOptions options) {
        allocator = maker.apply(host);
        allocator.initialize(
                options,
                (framework, offers) -> offers.forEach((role, byAgent) -> byAgent.forEach((agent, resources) ->
                        heard.add(framework + " under " + role + ": " + resources.unallocate() + " of " + agent))),
                (framework, asked) -> heard.add(framework + " is asked to leave " + asked.keySet()));
    }

    Trial framework(String id, String role, FrameworkCapability... capabilities) {
        FrameworkInfo info = FrameworkInfo.of(new FrameworkId(id), Set.of(Role.of(role)), capabilities);
        allocator.addFramework(info, Map.of(), true, FrameworkOptions.none());
        return this;
    }

    Trial agent(String id, String total) {
        allocator.addAgent(info(id), AgentCapability.all(), Optional.empty(), Resources.parse(total), Map.of());
        return this;
    }

    static AgentInfo info(String id) {
        return new AgentInfo(new AgentId(id), id + ".example", List.of(), Optional.empty());
    }

    Trial settle() {
        host.settle();
        return this;
    }

    /** Lets so many intervals of one second pass. */
    Trial ticks(int count) {
        host.advance(Duration.ofSeconds(count));
        return this;
    }

    Trial decline(String framework, String agent, String role, String resources, double seconds) {
        return giveBack(framework, agent, role, resources, Optional.of(Filters.ofSeconds(seconds)));
    }

    Trial giveBack(String framework, String agent, String role, String resources) {
        return giveBack(framework, agent, role, resources, Optional.empty());
    }

    private Trial giveBack(String framework, String agent, String role, String resources, Optional<Filters> filters) {
        allocator.recoverResources(
                new FrameworkId(framework),
                new AgentId(agent),
                Resources.parse(resources).allocate(Role.of(role)),
                filters,
                false);
        return this;
    }

    /** What was offered since the last call. */
    List<String> offers() {
        List<String> since = List.copyOf(heard);
        heard.clear();
        return since;
    }
}
