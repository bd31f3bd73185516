package io.tender.daemon.http;

import io.tender.daemon.master.Status;
import io.tender.mesos.Ids;
import io.tender.mesos.MesosSchema;
import io.tender.mesos.TimeForms;
import io.tender.mesos.protobuf.EnumType;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What is told of a task, as the message {@code TaskStatus}: the same for frameworks and for operators. */
public final class StatusWriting {
    private static final Set<String> REASONS = reasons();

    private StatusWriting() {}

    private static Set<String> reasons() {
        return MesosSchema.message("mesos.v1.TaskStatus")
                .field("reason")
                .map(field -> ((EnumType) field.type()).constants())
                .orElseThrow();
    }

    public static ObjectNode tree(Status status) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.set("task_id", Ids.tree(status.task().value()));
        node.put("state", "TASK_" + status.state().name());
        if (!status.message().isBlank()) {
            node.put("message", status.message());
        }
        node.put("source", "SOURCE_" + status.source().name());
        reason(status.reason()).ifPresent(reason -> node.put("reason", reason));
        status.agent().ifPresent(agent -> node.set("agent_id", Ids.tree(agent.value())));
        status.executor().ifPresent(executor -> node.set("executor_id", Ids.tree(executor)));
        node.put("timestamp", status.at().toEpochMilli() / 1000.0);
        status.uuid().ifPresent(uuid -> node.put("uuid", base64(uuid)));
        status.unreachableSince().ifPresent(since -> node.set("unreachable_time", TimeForms.tree(since)));
        return node;
    }

    /** The 16 bytes of a UUID. */
    public static String base64(UUID uuid) {
        byte[] bytes = ByteBuffer.allocate(16)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array();
        return Base64.getEncoder().encodeToString(bytes);
    }

    /** Agents may give any reason, and protobuf has numbers for its own words only; v1 renamed some of those. */
    private static Optional<String> reason(String given) {
        return Optional.of(given.replace("REASON_SLAVE_", "REASON_AGENT_")).filter(REASONS::contains);
    }
}
