package io.tender.daemon.proof;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;

/** An operator who sets quotas and weights, plans maintenance, reserves and deactivates. */
final class OperatorLoad implements Load {
    /** An agent that frameworks leave to the operator. */
    static final String QUIET_AGENT = "quiet-1";

    /** A machine without an agent, so that its going down disturbs nobody. */
    private static final String GHOST = "{'hostname': 'ghost'}";

    private static final String SCHEDULED = "scheduled";
    private static final String DOWN = "down";

    private final SplittableRandom random;
    private final List<String> disturbedRoles;
    private final Ledger quotas = new Ledger("quota");
    private final Ledger weights = new Ledger("weight");
    private final Ledger machines = new Ledger("machine");
    private final Ledger reserved = new Ledger("what the operator reserved");
    private final Ledger agents = new Ledger("agent");
    private boolean calm;

    /** @param disturbedRoles roles of frameworks, whose weights are changed too if it is not calm */
    OperatorLoad(SplittableRandom random, List<String> disturbedRoles) {
        this.random = random;
        this.disturbedRoles = List.copyOf(disturbedRoles);
    }

    /** Whether the next run lets offers to frameworks be. */
    void setCalm(boolean is) {
        calm = is;
    }

    @Override
    public void run(Calls calls, BooleanSupplier enough) throws IOException, InterruptedException {
        while (!enough.getAsBoolean()) {
            switch (random.nextInt(5)) {
                case 0 -> quota(calls);
                case 1 -> weight(calls);
                case 2 -> maintenance(calls);
                case 3 -> reserve(calls);
                default -> activity(calls);
            }
        }
    }

    private void quota(Calls calls) throws IOException, InterruptedException {
        String role = "limited-" + random.nextInt(3);
        int limit = 1 + random.nextInt(100);
        boolean none = random.nextInt(4) == 0;
        quotas.call(
                role,
                none ? Ledger.NOTHING : Double.toString(limit),
                () -> calls.order(
                        "UPDATE_QUOTA",
                        "'quota_configs': [{'role': '%s'%s}]"
                                .formatted(role, none ? "" : ", 'limits': {'cpus': {'value': " + limit + "}}")));
    }

    private void weight(Calls calls) throws IOException, InterruptedException {
        boolean disturbing = !calm && random.nextInt(3) == 0;
        String role =
                disturbing ? disturbedRoles.get(random.nextInt(disturbedRoles.size())) : "weighed-" + random.nextInt(3);
        double weight = 1 + random.nextInt(100);
        weights.call(
                role,
                Double.toString(weight),
                () -> calls.order(
                        "UPDATE_WEIGHTS", "'weight_infos': [{'role': '%s', 'weight': %s}]".formatted(role, weight)));
    }

    private void maintenance(Calls calls) throws IOException, InterruptedException {
        if (!machines.isCertain("ghost")) {
            return;
        }
        switch (machines.value("ghost")) {
            case DOWN ->
                machines.call(
                        "ghost", Ledger.NOTHING, () -> calls.order("STOP_MAINTENANCE", "'machines': [" + GHOST + "]"));
            case SCHEDULED -> {
                if (random.nextBoolean()) {
                    machines.call("ghost", DOWN, () -> calls.order("START_MAINTENANCE", "'machines': [" + GHOST + "]"));
                } else {
                    machines.call("ghost", Ledger.NOTHING, () -> schedule(calls, ""));
                }
            }
            default -> machines.call("ghost", SCHEDULED, () -> schedule(calls, """
                    {'machine_ids': [%s], 'unavailability': {'start': {'nanoseconds': 4000000000000000000}}}
                    """.formatted(GHOST)));
        }
    }

    private static Calls.Answer schedule(Calls calls, String windows) throws IOException, InterruptedException {
        return calls.order("UPDATE_MAINTENANCE_SCHEDULE", "'schedule': {'windows': [" + windows + "]}");
    }

    private void reserve(Calls calls) throws IOException, InterruptedException {
        String number = Integer.toString(random.nextInt(3));
        String name = QUIET_AGENT + "/" + number;
        if (!reserved.isCertain(name)) {
            return;
        }
        String disk = """
                {'name': 'disk', 'type': 'SCALAR', 'scalar': {'value': 10},
                 'reservations': [{'type': 'DYNAMIC', 'role': 'operated',
                                   'labels': {'labels': [{'key': 'number', 'value': '%s'}]}}] %%s}
                """.formatted(number);
        String volume = disk.formatted(", 'disk': {'persistence': {'id': 'o%s'},".formatted(number)
                + " 'volume': {'mode': 'RW', 'container_path': 'data'}}");
        String plain = disk.formatted("");
        switch (reserved.value(name)) {
            case Holding.VOLUME -> operate(calls, name, Holding.RESERVED, "DESTROY_VOLUMES", "volumes", volume);
            case Holding.RESERVED -> {
                if (random.nextBoolean()) {
                    operate(calls, name, Holding.VOLUME, "CREATE_VOLUMES", "volumes", volume);
                } else {
                    operate(calls, name, Ledger.NOTHING, "UNRESERVE_RESOURCES", "resources", plain);
                }
            }
            default -> operate(calls, name, Holding.RESERVED, "RESERVE_RESOURCES", "resources", plain);
        }
    }

    private void operate(Calls calls, String name, String becomes, String type, String field, String resource)
            throws IOException, InterruptedException {
        reserved.call(
                name,
                becomes,
                () -> calls.order(
                        type, "'agent_id': {'value': '%s'}, '%s': [%s]".formatted(QUIET_AGENT, field, resource)));
    }

    private void activity(Calls calls) throws IOException, InterruptedException {
        if (agents.isCertain(QUIET_AGENT)) {
            boolean active = agents.value(QUIET_AGENT).isEmpty();
            agents.call(
                    QUIET_AGENT,
                    active ? "deactivated" : Ledger.NOTHING,
                    () -> calls.order(
                            active ? "DEACTIVATE_AGENT" : "REACTIVATE_AGENT",
                            "'agent_id': {'value': '" + QUIET_AGENT + "'}"));
        }
    }

    List<Ledger> ledgers() {
        return List.of(quotas, weights, machines, reserved, agents);
    }

    /** Compares what there is with what was acknowledged. */
    List<String> compare(Calls calls) throws IOException, InterruptedException {
        TreeMap<String, String> limits = new TreeMap<>();
        for (JsonNode config : calls.ask("GET_QUOTA").at("/status/configs")) {
            String limit = config.at("/limits/cpus/value").asString("");
            if (!limit.isEmpty()) {
                limits.put(config.path("role").asString(), limit);
            }
        }
        TreeMap<String, String> weighed = new TreeMap<>();
        for (JsonNode weight : calls.ask("GET_WEIGHTS").path("weight_infos")) {
            weighed.put(weight.path("role").asString(), weight.path("weight").asString());
        }
        TreeMap<String, String> planned = new TreeMap<>();
        for (JsonNode machine : calls.ask("GET_MAINTENANCE_SCHEDULE").at("/schedule/windows/0/machine_ids")) {
            planned.put(machine.path("hostname").asString(), SCHEDULED);
        }
        for (JsonNode machine : calls.ask("GET_MAINTENANCE_STATUS").at("/status/down_machines")) {
            planned.put(machine.path("hostname").asString(), DOWN);
        }
        JsonNode all = calls.ask("GET_AGENTS");
        TreeMap<String, String> inactive = new TreeMap<>();
        for (JsonNode agent : all.path("agents")) {
            if (agent.path("deactivated").asBoolean(false)) {
                inactive.put(agent.at("/agent_info/id/value").asString(), "deactivated");
            }
        }
        List<String> differences = new ArrayList<>(quotas.compare(limits));
        differences.addAll(weights.compare(weighed));
        differences.addAll(machines.compare(planned));
        differences.addAll(agents.compare(inactive));
        differences.addAll(reserved.compare(Holding.of("operated", all)));
        return differences;
    }
}
