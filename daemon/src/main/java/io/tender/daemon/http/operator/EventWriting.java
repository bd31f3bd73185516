package io.tender.daemon.http.operator;

import io.tender.daemon.http.StatusWriting;
import io.tender.daemon.master.FrameworkView;
import io.tender.daemon.master.MasterEvent;
import io.tender.mesos.Ids;
import io.tender.model.FrameworkId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Turns what the master tells those who watch into the message {@code master.Event}. */
final class EventWriting {
    private final AgentWriting agents;
    private final FrameworkWriting frameworks;

    /** A framework's end is told with its description, which nobody has any more by then. */
    private final Map<FrameworkId, FrameworkView> known = new ConcurrentHashMap<>();

    EventWriting(OperatorApi.Settings settings) {
        this.agents = new AgentWriting(settings.version());
        this.frameworks = new FrameworkWriting(settings.startedAt());
    }

    private static ObjectNode event(String type) {
        return JsonNodeFactory.instance.objectNode().put("type", type);
    }

    /** What is there before the first event; to be called before any. */
    void begin(List<FrameworkView> present) {
        present.forEach(framework -> known.put(framework.id(), framework));
    }

    static ObjectNode subscribed(ObjectNode state, Duration heartbeat) {
        ObjectNode event = event("SUBSCRIBED");
        ObjectNode body = event.putObject("subscribed");
        body.set("get_state", state);
        body.put("heartbeat_interval_seconds", heartbeat.toMillis() / 1000.0);
        return event;
    }

    static ObjectNode heartbeat() {
        return event("HEARTBEAT");
    }

    ObjectNode tree(MasterEvent event) {
        return switch (event) {
            case MasterEvent.TaskAdded added -> {
                ObjectNode node = event("TASK_ADDED");
                node.putObject("task_added").set("task", TaskWriting.tree(added.task()));
                yield node;
            }
            case MasterEvent.TaskUpdated updated -> updated(updated);
            case MasterEvent.AgentAdded added -> {
                ObjectNode node = event("AGENT_ADDED");
                node.putObject("agent_added").set("agent", agents.tree(added.agent()));
                yield node;
            }
            case MasterEvent.AgentRemoved removed -> {
                ObjectNode node = event("AGENT_REMOVED");
                node.putObject("agent_removed")
                        .set("agent_id", Ids.tree(removed.agent().value()));
                yield node;
            }
            case MasterEvent.FrameworkAdded added -> framework("FRAMEWORK_ADDED", "framework_added", added.framework());
            case MasterEvent.FrameworkUpdated updated ->
                framework("FRAMEWORK_UPDATED", "framework_updated", updated.framework());
            case MasterEvent.FrameworkRemoved removed -> removed(removed.framework());
        };
    }

    private static ObjectNode updated(MasterEvent.TaskUpdated updated) {
        ObjectNode node = event("TASK_UPDATED");
        ObjectNode body = node.putObject("task_updated");
        body.set("framework_id", Ids.tree(updated.task().key().framework().value()));
        body.set("status", StatusWriting.tree(updated.status()));
        body.put("state", TaskWriting.state(updated.task()));
        return node;
    }

    private ObjectNode framework(String type, String field, FrameworkView framework) {
        known.put(framework.id(), framework);
        ObjectNode node = event(type);
        node.putObject(field).set("framework", frameworks.tree(framework));
        return node;
    }

    private ObjectNode removed(FrameworkId id) {
        FrameworkView last = known.remove(id);
        ObjectNode description;
        if (last == null) {
            description = JsonNodeFactory.instance.objectNode().put("user", "").put("name", "");
            description.set("id", Ids.tree(id.value()));
        } else {
            description = FrameworkWriting.description(last);
        }
        ObjectNode node = event("FRAMEWORK_REMOVED");
        node.putObject("framework_removed").set("framework_info", description);
        return node;
    }
}
