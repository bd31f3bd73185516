package io.tender.cli;

import io.tender.model.batch.Taint;
import io.tender.model.batch.TaintName;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Shows and changes what keeps tasks of jobs off an agent. */
@Command(
        name = "taint",
        description = {
            "Keeps tasks of jobs off an agent that do not tolerate it; what runs there runs on.",
            "",
            "  tender taint AGENT                            the taints it has; 'tender agents' lists the ids",
            "  tender taint AGENT dedicated=gpu:NoSchedule   put one on, in place of one with the same key and effect",
            "  tender taint AGENT dedicated-                 take all with that key off",
            "  tender taint AGENT dedicated:NoSchedule-      take one of them off"
        })
final class TaintCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private DaemonOptions daemon = new DaemonOptions();

    @Parameters(index = "0", paramLabel = "AGENT", description = "the id of the agent")
    private String agent;

    @Parameters(
            index = "1..*",
            paramLabel = "TAINT",
            description = "key=value:Effect or key:Effect, and with a '-' behind it what is to go;"
                    + " effects: NoSchedule, PreferNoSchedule, NoExecute")
    private List<String> changes = new ArrayList<>();

    @Override
    public Integer call() {
        List<String> put = new ArrayList<>();
        List<String> remove = new ArrayList<>();
        for (String change : changes) {
            if (change.endsWith("-")) {
                remove.add(understood(change.substring(0, change.length() - 1), TaintName::parse));
            } else {
                put.add(understood(change, Taint::parse));
            }
        }
        try (DaemonClient client = daemon.client()) {
            if (changes.isEmpty()) {
                show(Kind.AGENTS.find(client, agent));
            } else {
                changed(client.post(
                        Kind.AGENTS.path(agent) + "/taints?put=" + DaemonClient.part(String.join(",", put)) + "&remove="
                                + DaemonClient.part(String.join(",", remove)),
                        "application/json",
                        ""));
            }
            return ExitCode.OK;
        }
    }

    private static String understood(String text, Consumer<String> read) {
        try {
            read.accept(text);
            return text;
        } catch (IllegalArgumentException wrong) {
            throw UserError.usage(String.valueOf(wrong.getMessage()));
        }
    }

    private void show(JsonNode shown) {
        if (daemon.json()) {
            Printing.json(spec, shown);
            return;
        }
        StringBuilder text = new StringBuilder();
        shown.path("taints").forEach(taint -> text.append(taint.asString()).append(System.lineSeparator()));
        Printing.text(
                spec, text.isEmpty() ? "agent " + agent + " has no taints" + System.lineSeparator() : text.toString());
    }

    private void changed(JsonNode answer) {
        if (daemon.json()) {
            Printing.json(spec, answer);
            return;
        }
        List<String> left = new ArrayList<>();
        answer.at("/agent/taints").forEach(taint -> left.add(taint.asString()));
        Printing.text(
                spec,
                "agent " + agent + " " + answer.path("outcome").asString() + ": "
                        + (left.isEmpty() ? "no taints" : String.join(", ", left)) + System.lineSeparator());
    }
}
