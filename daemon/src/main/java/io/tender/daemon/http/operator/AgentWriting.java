package io.tender.daemon.http.operator;

import io.tender.daemon.master.AgentView;
import io.tender.mesos.AgentForms;
import io.tender.mesos.ReservationForm;
import io.tender.mesos.ResourceForms;
import io.tender.mesos.TimeForms;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Agents as operators see them. */
final class AgentWriting {
    private final String version;

    /** @param version of this program, which its agents share */
    AgentWriting(String version) {
        this.version = version;
    }

    /** The message {@code GetAgents}: those that have not reported since a restart are listed apart. */
    ObjectNode all(List<AgentView> agents) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        ArrayNode known = node.putArray("agents");
        ArrayNode awaited = node.putArray("recovered_agents");
        for (AgentView agent : agents) {
            if (agent.present() || agent.unreachableSince().isPresent()) {
                known.add(tree(agent));
            } else {
                awaited.add(AgentForms.tree(agent.agent(), agent.reported(), 0));
            }
        }
        return node;
    }

    /** The message {@code GetAgents.Agent}. */
    ObjectNode tree(AgentView agent) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.set("agent_info", AgentForms.tree(agent.agent(), agent.reported(), 0));
        node.put("active", agent.present() && !agent.deactivated());
        node.put("version", version);
        node.set("registered_time", TimeForms.tree(agent.joinedAt()));
        node.set("total_resources", ResourceForms.tree(agent.total(), ReservationForm.STACK));
        node.set("allocated_resources", ResourceForms.tree(agent.used(), ReservationForm.STACK));
        node.set("offered_resources", ResourceForms.tree(agent.offered(), ReservationForm.STACK));
        node.set("capabilities", AgentForms.capabilities(agent.capabilities()));
        node.put("deactivated", agent.deactivated());
        agent.drain().ifPresent(drain -> node.set("drain_info", tree(drain)));
        return node;
    }

    /** The message {@code DrainInfo}. */
    private static ObjectNode tree(AgentView.Drain drain) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("state", drain.done() ? "DRAINED" : "DRAINING");
        ObjectNode config = node.putObject("config");
        drain.maxGrace().ifPresent(grace -> config.set("max_grace_period", TimeForms.tree(grace)));
        config.put("mark_gone", drain.markGone());
        return node;
    }
}
