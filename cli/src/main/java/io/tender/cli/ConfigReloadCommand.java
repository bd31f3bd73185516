package io.tender.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Has a daemon read its settings again. */
@Command(
        name = "reload",
        description = {
            "Has a daemon read its settings again, from the file it was started with.",
            "",
            "  tender config reload",
            "",
            "Settings with mistakes change nothing; all mistakes are told. Otherwise it says which settings differ, which of",
            "them are in force now, and which wait for a restart and why."
        })
final class ConfigReloadCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private DaemonOptions daemon = new DaemonOptions();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try (DaemonClient client = daemon.client()) {
            JsonNode answer = client.post("/v1/config/reload", "", "");
            if (daemon.json()) {
                out.println(answer.toPrettyString());
            } else {
                print(answer, out);
            }
        }
        out.flush();
        return ExitCode.OK;
    }

    private static void print(JsonNode answer, PrintWriter out) {
        String file = answer.path("file").asString();
        if (answer.path("changes").isEmpty()) {
            out.println(file + ": nothing has changed");
        }
        for (JsonNode change : answer.path("changes")) {
            boolean now = change.path("effect").asString().equals("now");
            out.println(change.path("setting").asString() + ": "
                    + (now
                            ? "in force"
                            : "waits for a restart, since " + change.path("why").asString()));
        }
        answer.path("notices").forEach(notice -> out.println(notice.asString()));
    }
}
