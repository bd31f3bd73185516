package io.tender.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Empties an agent, or lets it take part again. */
@Command(
        name = "drain",
        description = {
            "Ends the tasks of an agent and offers it to nobody, until it is brought back.",
            "",
            "  tender drain AGENT          'tender agents' lists their ids, and shows when it is drained",
            "  tender drain AGENT --undo   offer it again"
        })
final class DrainCommand implements Callable<Integer> {
    private static final JsonMapper JSON = new JsonMapper();

    @Spec
    private CommandSpec spec;

    @Mixin
    private DaemonOptions daemon = new DaemonOptions();

    @Parameters(paramLabel = "AGENT", description = "the id of the agent")
    private String agent;

    @Option(names = "--undo", description = "offer the agent again")
    private boolean undo;

    @Option(names = "--gone", description = "mark it as gone for good once it is empty")
    private boolean gone;

    @Option(names = "--grace", paramLabel = "SECONDS", description = "the longest that any of its tasks has to end")
    private @Nullable Integer graceSeconds;

    @Override
    public Integer call() {
        if (undo && (gone || graceSeconds != null)) {
            throw UserError.usage("--undo goes with no other option.");
        }
        ObjectNode call = JSON.createObjectNode().put("type", undo ? "REACTIVATE_AGENT" : "DRAIN_AGENT");
        ObjectNode order = call.putObject(undo ? "reactivate_agent" : "drain_agent");
        order.putObject("agent_id").put("value", agent);
        Integer grace = graceSeconds;
        if (grace != null) {
            order.putObject("max_grace_period").put("seconds", grace);
        }
        if (gone) {
            order.put("mark_gone", true);
        }
        try (DaemonClient client = daemon.client()) {
            client.call(call);
        }
        Printing.text(
                spec, "agent " + agent + (undo ? " takes part again" : " is being drained") + System.lineSeparator());
        return ExitCode.OK;
    }
}
