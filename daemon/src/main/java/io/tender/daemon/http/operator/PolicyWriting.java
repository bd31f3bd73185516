package io.tender.daemon.http.operator;

import io.tender.daemon.master.MaintenanceStatus;
import io.tender.daemon.master.MaintenanceWindow;
import io.tender.daemon.master.RoleView;
import io.tender.mesos.Ids;
import io.tender.mesos.MachineId;
import io.tender.mesos.MaintenanceForms;
import io.tender.mesos.QuotaForms;
import io.tender.mesos.ReservationForm;
import io.tender.mesos.ResourceForms;
import io.tender.mesos.RoleQuota;
import io.tender.mesos.RoleWeight;
import io.tender.model.FrameworkId;
import io.tender.model.Quota;
import io.tender.model.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What operators have decided: roles and their weights and quotas, and when machines are to be down. */
final class PolicyWriting {
    private PolicyWriting() {}

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** The message {@code GetRoles}. */
    static ObjectNode roles(List<RoleView> roles) {
        ObjectNode node = object();
        ArrayNode array = node.putArray("roles");
        for (RoleView role : roles) {
            ObjectNode one = array.addObject().put("name", role.role().path()).put("weight", role.weight());
            one.set(
                    "frameworks",
                    Ids.trees(role.frameworks().stream().map(FrameworkId::value).toList()));
            one.set("resources", ResourceForms.tree(role.allocated().plus(role.offered()), ReservationForm.STACK));
        }
        return node;
    }

    /** The message {@code GetWeights}. */
    static ObjectNode weights(SortedMap<Role, Double> weights) {
        List<RoleWeight> list = new ArrayList<>();
        weights.forEach((role, weight) -> list.add(new RoleWeight(role, weight)));
        ObjectNode node = object();
        node.set("weight_infos", QuotaForms.weights(list));
        return node;
    }

    /** The message {@code GetQuota}: each quota, and for older clients what it guarantees. */
    static ObjectNode quotas(SortedMap<Role, Quota> quotas) {
        ObjectNode node = object();
        ObjectNode status = node.putObject("status");
        ArrayNode infos = status.putArray("infos");
        ArrayNode configs = status.putArray("configs");
        quotas.forEach((role, quota) -> {
            configs.add(QuotaForms.tree(new RoleQuota(role, quota)));
            ArrayNode guarantee = infos.addObject().put("role", role.path()).putArray("guarantee");
            for (int i = 0; i < quota.guarantees().size(); i++) {
                guarantee
                        .addObject()
                        .put("name", quota.guarantees().name(i))
                        .put("type", "SCALAR")
                        .putObject("scalar")
                        .put("value", quota.guarantees().millis(i) / 1000.0);
            }
        });
        return node;
    }

    /** The message {@code GetMaintenanceSchedule}. */
    static ObjectNode schedule(List<MaintenanceWindow> windows) {
        ObjectNode node = object();
        node.set(
                "schedule",
                MaintenanceForms.tree(windows.stream()
                        .map(window -> new io.tender.mesos.MaintenanceWindow(
                                window.machines().stream().map(MachineId::named).toList(), window.unavailability()))
                        .toList()));
        return node;
    }

    /** The message {@code GetMaintenanceStatus}. */
    static ObjectNode maintenance(MaintenanceStatus status) {
        ObjectNode node = object();
        ObjectNode cluster = node.putObject("status");
        ArrayNode draining = cluster.putArray("draining_machines");
        for (MaintenanceStatus.Draining machine : status.draining()) {
            ObjectNode one = draining.addObject();
            one.set("id", MaintenanceForms.tree(MachineId.named(machine.machine())));
            ArrayNode answers = one.putArray("statuses");
            machine.answers()
                    .values()
                    .forEach(ofAgent -> ofAgent.values().forEach(answer -> answers.add(MaintenanceForms.tree(answer))));
        }
        cluster.set(
                "down_machines",
                MaintenanceForms.trees(
                        status.down().stream().map(MachineId::named).toList()));
        return node;
    }
}
