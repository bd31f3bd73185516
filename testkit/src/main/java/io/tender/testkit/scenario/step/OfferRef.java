package io.tender.testkit.scenario.step;

import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What frameworks hold, said as far as it is needed to know it: {@code f1/role <- a1{cpus:2}}, {@code f1 <- a1},
 * {@code f1}, {@code all}.
 *
 * @param framework empty: all frameworks
 * @param role empty: all roles
 * @param agents empty: all agents
 * @param resources empty: all that is held
 */
public record OfferRef(
        Optional<FrameworkId> framework, Optional<Role> role, List<AgentId> agents, Optional<Resources> resources) {

    public OfferRef {
        agents = List.copyOf(agents);
    }

    public static OfferRef all() {
        return new OfferRef(Optional.empty(), Optional.empty(), List.of(), Optional.empty());
    }

    /** Whether it says everything by itself, so that it means something even if nobody holds it. */
    public boolean isComplete() {
        return framework.isPresent() && role.isPresent() && !agents.isEmpty() && resources.isPresent();
    }

    public boolean matches(FrameworkId holder, Role under, AgentId on) {
        return framework.filter(one -> !one.equals(holder)).isEmpty()
                && role.filter(one -> !one.equals(under)).isEmpty()
                && (agents.isEmpty() || agents.contains(on));
    }

    @Override
    public String toString() {
        if (framework.isEmpty()) {
            return "all";
        }
        return framework.get()
                + role.map(one -> "/" + one).orElse("")
                + (agents.isEmpty()
                        ? ""
                        : " <- " + agents.stream().map(AgentId::value).collect(Collectors.joining(", ")))
                + resources.map(held -> "{" + held + "}").orElse("");
    }
}
