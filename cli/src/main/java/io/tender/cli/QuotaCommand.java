package io.tender.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Shows and sets quotas. */
@Command(
        name = "quota",
        description = {
            "Shows the quotas of roles, or sets that of one.",
            "",
            "  tender quota                                       all of them",
            "  tender quota ads --guarantee cpus:4 --guarantee mem:2048 --limit cpus:8",
            "  tender quota ads --none                            take it away",
            "",
            "What is not named when one is set is neither guaranteed nor limited."
        })
final class QuotaCommand implements Callable<Integer> {
    private static final JsonMapper JSON = new JsonMapper();

    @Spec
    private CommandSpec spec;

    @Mixin
    private DaemonOptions daemon = new DaemonOptions();

    @Parameters(arity = "0..1", paramLabel = "ROLE", description = "whose quota to set")
    private @Nullable String role;

    @Option(
            names = "--guarantee",
            paramLabel = "NAME:AMOUNT",
            description = "what the role gets at least, such as cpus:4")
    private List<String> guarantees = new ArrayList<>();

    @Option(names = "--limit", paramLabel = "NAME:AMOUNT", description = "what the role gets at most")
    private List<String> limits = new ArrayList<>();

    @Option(names = "--none", description = "take the role's quota away")
    private boolean none;

    @Option(names = "--force", description = "accept what cannot be kept now")
    private boolean force;

    @Override
    public Integer call() {
        try (DaemonClient client = daemon.client()) {
            if (role == null) {
                show(client.call(JSON.createObjectNode().put("type", "GET_QUOTA")));
                return ExitCode.OK;
            }
            RoleName.check(role);
            if (none == (!guarantees.isEmpty() || !limits.isEmpty())) {
                throw UserError.usage("It is not said what the quota of '" + role + "' shall be.")
                        .expected("--guarantee or --limit with amounts such as cpus:4, or --none alone")
                        .toDo("see 'tender quota --help' for examples");
            }
            ObjectNode order = order();
            client.call(order);
            if (daemon.json()) {
                Printing.json(spec, order.at("/update_quota/quota_configs/0"));
            } else {
                Printing.text(spec, "quota of " + role + (none ? " taken away" : " set") + System.lineSeparator());
            }
            return ExitCode.OK;
        }
    }

    private ObjectNode order() {
        ObjectNode call = JSON.createObjectNode().put("type", "UPDATE_QUOTA");
        ObjectNode update = call.putObject("update_quota");
        update.put("force", force);
        ObjectNode config = update.putArray("quota_configs").addObject();
        config.put("role", role);
        amounts(guarantees)
                .forEach((name, amount) ->
                        config.withObjectProperty("guarantees").putObject(name).put("value", amount));
        amounts(limits)
                .forEach((name, amount) ->
                        config.withObjectProperty("limits").putObject(name).put("value", amount));
        return call;
    }

    private static Map<String, Double> amounts(List<String> words) {
        Map<String, Double> amounts = new TreeMap<>();
        for (String word : words) {
            int colon = word.indexOf(':');
            if (colon < 1 || !word.substring(colon + 1).matches("[0-9]{1,15}(\\.[0-9]{1,3})?")) {
                throw UserError.usage("'" + word + "' is no amount of a resource.")
                        .expected("a name and a number with ':' between, such as cpus:4 or mem:2048")
                        .toDo("correct it");
            }
            amounts.put(word.substring(0, colon), Double.parseDouble(word.substring(colon + 1)));
        }
        return amounts;
    }

    private void show(JsonNode answer) {
        if (daemon.json()) {
            Printing.json(spec, answer);
            return;
        }
        TextTable table = new TextTable(List.of("ROLE", "GUARANTEES", "LIMITS"));
        JsonNode status = answer.path("get_quota").path("status");
        for (JsonNode config : status.path("configs")) {
            table.add(List.of(
                    config.path("role").asString(), text(config.path("guarantees")), text(config.path("limits"))));
        }
        Printing.text(spec, table.text());
    }

    private static String text(JsonNode amounts) {
        List<String> words = new ArrayList<>();
        amounts.properties()
                .forEach(entry -> words.add(
                        entry.getKey() + ":" + entry.getValue().path("value").asString()));
        return words.isEmpty() ? "-" : String.join(" ", words);
    }
}
