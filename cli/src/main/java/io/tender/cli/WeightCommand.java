package io.tender.cli;

import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Shows and sets weights. */
@Command(
        name = "weight",
        description = {
            "Shows the weights of roles, or sets that of one: a role of weight 2 gets twice the share of one of weight 1.",
            "",
            "  tender weight          all that were set",
            "  tender weight ads 2    set one"
        })
final class WeightCommand implements Callable<Integer> {
    private static final JsonMapper JSON = new JsonMapper();

    @Spec
    private CommandSpec spec;

    @Mixin
    private DaemonOptions daemon = new DaemonOptions();

    @Parameters(index = "0", arity = "0..1", paramLabel = "ROLE", description = "whose weight to set")
    private @Nullable String role;

    @Parameters(index = "1", arity = "0..1", paramLabel = "WEIGHT", description = "a number above 0")
    private @Nullable Double weight;

    @Override
    public Integer call() {
        try (DaemonClient client = daemon.client()) {
            if (role == null) {
                show(client.call(JSON.createObjectNode().put("type", "GET_WEIGHTS")));
                return ExitCode.OK;
            }
            RoleName.check(role);
            Double wanted = weight;
            if (wanted == null || !(wanted > 0)) {
                throw UserError.usage("It is not said what the weight of '" + role + "' shall be.")
                        .got(wanted == null ? "no number" : wanted.toString())
                        .expected("a number above 0 after the role")
                        .toDo("say one, such as 'tender weight " + role + " 2'; 'tender weight' lists them");
            }
            ObjectNode call = JSON.createObjectNode().put("type", "UPDATE_WEIGHTS");
            call.putObject("update_weights")
                    .putArray("weight_infos")
                    .addObject()
                    .put("role", role)
                    .put("weight", wanted.doubleValue());
            client.call(call);
            if (daemon.json()) {
                Printing.json(spec, JSON.createObjectNode().put("role", role).put("weight", wanted.doubleValue()));
            } else {
                Printing.text(spec, "weight of " + role + " set to " + wanted + System.lineSeparator());
            }
            return ExitCode.OK;
        }
    }

    private void show(JsonNode answer) {
        if (daemon.json()) {
            Printing.json(spec, answer);
            return;
        }
        TextTable table = new TextTable(List.of("ROLE", "WEIGHT"));
        for (JsonNode one : answer.path("get_weights").path("weight_infos")) {
            table.add(List.of(one.path("role").asString(), one.path("weight").asString()));
        }
        Printing.text(spec, table.text());
    }
}
