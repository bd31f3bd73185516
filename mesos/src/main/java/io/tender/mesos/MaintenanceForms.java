package io.tender.mesos;

import io.tender.model.InverseOfferStatus;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Maintenance between the domain and messages. */
public final class MaintenanceForms {
    private MaintenanceForms() {}

    public static List<MachineId> machines(Message message, String field) {
        List<MachineId> machines = new ArrayList<>();
        for (Message machine : message.messages(field)) {
            machines.add(machine.checked(
                    "hostname", () -> new MachineId(machine.optionalText("hostname"), machine.optionalText("ip"))));
        }
        return machines;
    }

    /** Reads a {@code maintenance.Schedule}. */
    public static List<MaintenanceWindow> schedule(Message message) {
        List<MaintenanceWindow> windows = new ArrayList<>();
        for (Message window : message.messages("windows")) {
            windows.add(new MaintenanceWindow(
                    machines(window, "machine_ids"), TimeForms.unavailability(window.message("unavailability"))));
        }
        return windows;
    }

    /** The message {@code maintenance.Schedule}. */
    public static ObjectNode tree(List<MaintenanceWindow> schedule) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        ArrayNode windows = node.putArray("windows");
        for (MaintenanceWindow window : schedule) {
            ObjectNode inner = windows.addObject();
            inner.set("machine_ids", trees(window.machines()));
            inner.set("unavailability", TimeForms.tree(window.unavailability()));
        }
        return node;
    }

    /** The message {@code MachineID}. */
    public static ObjectNode tree(MachineId machine) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        machine.hostname().ifPresent(hostname -> node.put("hostname", hostname));
        machine.ip().ifPresent(ip -> node.put("ip", ip));
        return node;
    }

    public static ArrayNode trees(Collection<MachineId> machines) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        machines.forEach(machine -> array.add(tree(machine)));
        return array;
    }

    /** The message {@code allocator.InverseOfferStatus}. */
    public static ObjectNode tree(InverseOfferStatus status) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("status", status.answer().name());
        node.set("framework_id", Ids.tree(status.framework().value()));
        node.set("timestamp", TimeForms.tree(status.at()));
        return node;
    }
}
