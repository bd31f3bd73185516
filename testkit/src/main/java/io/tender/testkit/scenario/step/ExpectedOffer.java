package io.tender.testkit.scenario.step;

import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * So many offers, each to one of the receivers, each of another one of the agents, each of that amount.
 *
 * @param count how many of the agents; all of them if it is their number
 */
public record ExpectedOffer(List<Receiver> receivers, int count, List<AgentId> agents, Amount amount) {

    public ExpectedOffer {
        receivers = List.copyOf(receivers);
        agents = List.copyOf(agents);
    }

    /** @param role empty: under any role */
    public record Receiver(FrameworkId framework, Optional<Role> role) {
        public boolean accepts(FrameworkId got, Role under) {
            return framework.equals(got)
                    && role.filter(one -> !one.equals(under)).isEmpty();
        }

        @Override
        public String toString() {
            return framework + role.map(one -> "/" + one).orElse("");
        }
    }

    /** How much of an agent. */
    public sealed interface Amount {
        /** The whole agent. */
        record All() implements Amount {
            @Override
            public String toString() {
                return " all";
            }
        }

        /** Whatever it is. */
        record Some() implements Amount {
            @Override
            public String toString() {
                return " some";
            }
        }

        record Exactly(Resources resources) implements Amount {
            @Override
            public String toString() {
                return "{" + resources + "}";
            }
        }
    }

    @Override
    public String toString() {
        return receivers.stream().map(Receiver::toString).collect(Collectors.joining(" or "))
                + " <- "
                + (count == agents.size() ? "" : count + " of ")
                + agents.stream().map(AgentId::value).collect(Collectors.joining(", "))
                + amount;
    }
}
