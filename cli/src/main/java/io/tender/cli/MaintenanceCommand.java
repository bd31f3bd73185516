package io.tender.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Shows which machines are or will be down, and takes them down or brings them back. */
@Command(
        name = "maintenance",
        description = {
            "Shows which machines are or will be down, takes scheduled ones down, or brings them back.",
            "",
            "  tender maintenance              what is so now",
            "  tender maintenance start HOST   the machine is down from now on",
            "  tender maintenance stop HOST    the machine is back"
        })
final class MaintenanceCommand implements Callable<Integer> {
    private static final JsonMapper JSON = new JsonMapper();

    @Spec
    private CommandSpec spec;

    @Mixin
    private DaemonOptions daemon = new DaemonOptions();

    @Parameters(paramLabel = "start|stop HOST", description = "what to do with which machines", arity = "0..*")
    private List<String> words = new ArrayList<>();

    @Override
    public Integer call() {
        try (DaemonClient client = daemon.client()) {
            if (words.isEmpty()) {
                show(client.call(JSON.createObjectNode().put("type", "GET_MAINTENANCE_STATUS")));
                return ExitCode.OK;
            }
            boolean start = words.getFirst().equals("start");
            if (words.size() < 2 || !(start || words.getFirst().equals("stop"))) {
                throw UserError.usage("It is not said what to do with which machines.")
                        .got("'" + String.join(" ", words) + "'")
                        .expected("start or stop, and the names of hosts");
            }
            String what = start ? "start_maintenance" : "stop_maintenance";
            ObjectNode call = JSON.createObjectNode().put("type", start ? "START_MAINTENANCE" : "STOP_MAINTENANCE");
            ArrayNode machines = call.putObject(what).putArray("machines");
            List<String> hosts = words.subList(1, words.size());
            hosts.forEach(host -> machines.addObject().put("hostname", host));
            client.call(call);
            Printing.text(spec, String.join(", ", hosts) + (start ? " down" : " back") + System.lineSeparator());
            return ExitCode.OK;
        }
    }

    private void show(JsonNode answer) {
        if (daemon.json()) {
            Printing.json(spec, answer);
            return;
        }
        JsonNode status = answer.path("get_maintenance_status").path("status");
        TextTable table = new TextTable(List.of("HOST", "STATE"));
        for (JsonNode machine : status.path("draining_machines")) {
            table.add(List.of(machine.path("id").path("hostname").asString(), "draining"));
        }
        for (JsonNode machine : status.path("down_machines")) {
            table.add(List.of(machine.path("hostname").asString(), "down"));
        }
        Printing.text(spec, table.text());
    }
}
