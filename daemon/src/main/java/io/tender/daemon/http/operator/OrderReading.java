package io.tender.daemon.http.operator;

import io.tender.daemon.master.MaintenanceWindow;
import io.tender.daemon.master.Master;
import io.tender.daemon.master.MasterRefusal;
import io.tender.mesos.MachineId;
import io.tender.mesos.MaintenanceForms;
import io.tender.mesos.Message;
import io.tender.mesos.OperationForms;
import io.tender.mesos.QuotaForms;
import io.tender.mesos.RoleQuota;
import io.tender.mesos.RoleWeight;
import io.tender.mesos.TimeForms;
import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.Operation;
import io.tender.model.Quota;
import io.tender.model.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Turns the messages {@code master.Call} that change something into orders to the master. */
final class OrderReading {
    private OrderReading() {}

    /** The order; empty if calls of that type change nothing, or nobody knows it. */
    static Optional<OperatorOrder> order(Message call) {
        return Optional.ofNullable(
                switch (call.text("type")) {
                    case "UPDATE_WEIGHTS" -> weights(body(call));
                    case "UPDATE_QUOTA" -> updateQuota(body(call));
                    case "SET_QUOTA" -> setQuota(body(call).message("quota_request"));
                    case "REMOVE_QUOTA" -> removeQuota(body(call));
                    case "UPDATE_MAINTENANCE_SCHEDULE" -> schedule(body(call).message("schedule"));
                    case "START_MAINTENANCE" -> {
                        List<String> machines = machines(body(call), "machines");
                        yield OperatorOrder.of(operator -> operator.startMaintenance(machines));
                    }
                    case "STOP_MAINTENANCE" -> {
                        List<String> machines = machines(body(call), "machines");
                        yield OperatorOrder.of(operator -> operator.stopMaintenance(machines));
                    }
                    case "RESERVE_RESOURCES" -> operation(body(call), OperationForms::reserve);
                    case "UNRESERVE_RESOURCES" -> operation(body(call), OperationForms::unreserve);
                    case "CREATE_VOLUMES" -> operation(body(call), OperationForms::create);
                    case "DESTROY_VOLUMES" -> operation(body(call), OperationForms::destroy);
                    case "GROW_VOLUME" -> operation(body(call), OperationForms::grow);
                    case "SHRINK_VOLUME" -> operation(body(call), OperationForms::shrink);
                    case "DRAIN_AGENT" -> drain(body(call));
                    case "DEACTIVATE_AGENT" -> {
                        AgentId agent = agent(body(call));
                        yield OperatorOrder.of(operator -> operator.deactivate(agent));
                    }
                    case "REACTIVATE_AGENT" -> {
                        AgentId agent = agent(body(call));
                        yield OperatorOrder.of(operator -> operator.reactivate(agent));
                    }
                    case "MARK_AGENT_GONE" -> {
                        AgentId agent = agent(body(call));
                        yield OperatorOrder.of(operator -> operator.markGone(agent));
                    }
                    case "TEARDOWN" -> {
                        FrameworkId framework = body(call).id("framework_id", FrameworkId::new);
                        yield OperatorOrder.of(operator -> operator.teardown(framework));
                    }
                    default -> null;
                });
    }

    /** What the call is about stands in the field named after its type. */
    private static Message body(Message call) {
        return call.message(call.text("type").toLowerCase(Locale.ROOT));
    }

    private static AgentId agent(Message body) {
        return body.id("agent_id", AgentId::new);
    }

    private static OperatorOrder operation(Message body, Function<Message, Operation> reading) {
        AgentId agent = agent(body);
        List<Operation> operations = List.of(reading.apply(body));
        return OperatorOrder.later(operator -> operator.operate(agent, operations));
    }

    private static OperatorOrder drain(Message body) {
        AgentId agent = agent(body);
        Optional<Duration> grace = TimeForms.seconds(body, "max_grace_period");
        boolean markGone = body.flag("mark_gone", false);
        return OperatorOrder.of(operator -> operator.drain(agent, grace, markGone));
    }

    private static OperatorOrder weights(Message body) {
        SortedMap<Role, Double> weights = new TreeMap<>();
        for (RoleWeight weight : QuotaForms.weights(body, "weight_infos")) {
            if (weights.put(weight.role(), weight.weight()) != null) {
                throw body.wrong("weight_infos", "role '" + weight.role() + "' twice", "each role once");
            }
        }
        return OperatorOrder.of(operator -> operator.setWeights(weights));
    }

    private static OperatorOrder updateQuota(Message body) {
        SortedMap<Role, Quota> quotas = new TreeMap<>();
        for (Message config : body.messages("quota_configs")) {
            RoleQuota read = QuotaForms.config(config);
            if (quotas.put(read.role(), read.quota()) != null) {
                throw body.wrong("quota_configs", "role '" + read.role() + "' twice", "each role once");
            }
        }
        boolean force = body.flag("force", false);
        return OperatorOrder.of(operator -> operator.setQuotas(quotas, force, role -> true));
    }

    /** The older call, for roles that have no quota yet. */
    private static OperatorOrder setQuota(Message request) {
        RoleQuota read = QuotaForms.request(request);
        boolean force = request.flag("force", false);
        return new OperatorOrder(200, master -> {
            if (hasQuota(master, read.role())) {
                throw refused("Cannot set quota for role '" + read.role()
                        + "', which has one already: remove it first, or use UPDATE_QUOTA");
            }
            master.operator().setQuotas(new TreeMap<>(Map.of(read.role(), read.quota())), force, role -> true);
            return CompletableFuture.completedFuture(null);
        });
    }

    private static OperatorOrder removeQuota(Message body) {
        Role role = body.checked("role", () -> Role.of(body.text("role")));
        return new OperatorOrder(200, master -> {
            if (!hasQuota(master, role)) {
                throw refused("Failed to remove quota: role '" + role + "' has none");
            }
            master.operator().setQuotas(new TreeMap<>(Map.of(role, Quota.NONE)), false, any -> true);
            return CompletableFuture.completedFuture(null);
        });
    }

    private static boolean hasQuota(Master master, Role role) {
        return !master.view().quotas().getOrDefault(role, Quota.NONE).isDefault();
    }

    private static MasterRefusal refused(String why) {
        return new MasterRefusal(MasterRefusal.Kind.INVALID, why);
    }

    private static OperatorOrder schedule(Message schedule) {
        List<MaintenanceWindow> windows = new ArrayList<>();
        for (io.tender.mesos.MaintenanceWindow window : MaintenanceForms.schedule(schedule)) {
            windows.add(new MaintenanceWindow(names(schedule, "windows", window.machines()), window.unavailability()));
        }
        return OperatorOrder.of(operator -> operator.schedule(windows));
    }

    private static List<String> machines(Message body, String field) {
        return names(body, field, MaintenanceForms.machines(body, field));
    }

    private static List<String> names(Message body, String field, List<MachineId> machines) {
        List<String> names = new ArrayList<>();
        for (MachineId machine : machines) {
            names.add(machine.hostname()
                    .filter(name -> !name.isEmpty())
                    .orElseThrow(() -> body.wrong(
                            field, "a machine by its address alone", "its host name, by which agents are known here")));
        }
        return names;
    }
}
