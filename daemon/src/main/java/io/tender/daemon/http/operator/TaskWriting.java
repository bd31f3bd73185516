package io.tender.daemon.http.operator;

import io.tender.daemon.cluster.RunState;
import io.tender.daemon.http.StatusWriting;
import io.tender.daemon.master.Status;
import io.tender.daemon.master.TaskView;
import io.tender.mesos.Ids;
import io.tender.mesos.LabelForms;
import io.tender.mesos.ReservationForm;
import io.tender.mesos.ResourceForms;
import io.tender.mesos.TimeForms;
import io.tender.model.Label;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Tasks as operators see them. */
final class TaskWriting {
    private TaskWriting() {}

    /** The message {@code GetTasks}. */
    static ObjectNode all(List<TaskView> tasks, List<TaskView> completed) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        ArrayNode present = node.putArray("tasks");
        ArrayNode over = node.putArray("completed_tasks");
        ArrayNode unreachable = node.putArray("unreachable_tasks");
        tasks.forEach(task -> (task.state() == RunState.UNREACHABLE ? unreachable : present).add(tree(task)));
        completed.forEach(task -> over.add(tree(task)));
        return node;
    }

    /** The message {@code Task}. */
    static ObjectNode tree(TaskView task) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("name", task.spec().name());
        node.set("task_id", Ids.tree(task.key().task().value()));
        node.set("framework_id", Ids.tree(task.key().framework().value()));
        task.spec().executor().ifPresent(executor -> node.set("executor_id", Ids.tree(executor)));
        node.set("agent_id", Ids.tree(task.spec().agent().value()));
        node.put("state", state(task));
        node.set("resources", ResourceForms.tree(task.spec().resources(), ReservationForm.STACK));
        ArrayNode statuses = node.putArray("statuses");
        task.statuses().forEach(status -> statuses.add(StatusWriting.tree(status)));
        latest(task).ifPresent(status -> {
            node.put("status_update_state", "TASK_" + status.state().name());
            status.uuid().ifPresent(uuid -> node.put("status_update_uuid", StatusWriting.base64(uuid)));
        });
        LabelForms.put(node, "labels", labels(task));
        node.putObject("kill_policy")
                .set("grace_period", TimeForms.tree(task.spec().grace()));
        return node;
    }

    /** With the word before it that Mesos puts there. */
    static String state(TaskView task) {
        return "TASK_" + task.state().name();
    }

    private static Optional<Status> latest(TaskView task) {
        return task.statuses().isEmpty()
                ? Optional.empty()
                : Optional.of(task.statuses().getLast());
    }

    private static List<Label> labels(TaskView task) {
        return task.spec().labels().entrySet().stream()
                .map(label ->
                        new Label(label.getKey(), Optional.of(label.getValue()).filter(value -> !value.isEmpty())))
                .toList();
    }
}
