package io.tender.cli;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Prints what tasks wrote. */
@Command(
        name = "logs",
        description = {
            "Prints what a task wrote.",
            "",
            "  tender logs job train                    of the job's first task that has started",
            "  tender logs job train --task worker-1    of another; also: tender logs job/train worker-1",
            "  tender logs job train -f                 go on while it runs",
            "  tender logs task batch/default.train.worker.0.1"
        })
final class LogsCommand implements Callable<Integer> {
    private static final int AT_ONCE = 1 << 20;
    private static final long MILLIS_BETWEEN = 500;

    @Spec
    private CommandSpec spec;

    @Mixin
    private DaemonOptions daemon = new DaemonOptions();

    @Mixin
    private TaskNaming naming = new TaskNaming();

    @Option(names = "--stderr", description = "what it wrote to stderr, instead of stdout")
    private boolean stderr;

    @Option(
            names = {"-f", "--follow"},
            description = "go on until the task is over")
    private boolean follow;

    @Override
    public Integer call() {
        Thing thing = naming.thing();
        Kind meant = thing.kind();
        String named = thing.path();
        String task = naming.task();
        try (DaemonClient client = daemon.client()) {
            print(client, meant == Kind.TASKS ? named : run(client.get(named), task));
            return ExitCode.OK;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return ExitCode.OK;
        }
    }

    /** Where the task is whose output is meant. */
    private String run(JsonNode document, @Nullable String task) {
        List<String> known = new ArrayList<>();
        for (JsonNode one : document.path("status").path("taskStatus")) {
            String called = one.path("name").asString();
            known.add(called);
            if (one.has("run") && (task == null || task.equals(called))) {
                return Kind.TASKS.path() + "/"
                        + DaemonClient.part(
                                document.path("status").path("framework").asString()) + "/"
                        + DaemonClient.part(one.path("run").asString());
            }
        }
        throw UserError.refused(
                        task == null
                                ? "None of its tasks has started yet."
                                : "Its task '" + task + "' has not started.")
                .known(known)
                .toDo("'tender explain " + naming.words() + "' says why");
    }

    private void print(DaemonClient client, String run) throws InterruptedException {
        String path = run + "/logs?stream=" + (stderr ? "stderr" : "stdout") + "&limit=" + AT_ONCE + "&offset=";
        TextParts parts = new TextParts();
        long offset = 0;
        while (true) {
            HttpResponse<byte[]> part = client.raw(path + offset);
            Printing.text(spec, parts.add(part.body()));
            offset = number(part, "Tender-Next-Offset", offset);
            boolean more = offset < number(part, "Tender-Size", 0);
            boolean over = part.headers()
                    .firstValue("Tender-Task-Over")
                    .filter("true"::equals)
                    .isPresent();
            if (!more && (!follow || over)) {
                Printing.text(spec, parts.rest());
                return;
            }
            if (!more) {
                TimeUnit.MILLISECONDS.sleep(MILLIS_BETWEEN);
            }
        }
    }

    private static long number(HttpResponse<byte[]> part, String header, long usual) {
        return part.headers().firstValueAsLong(header).orElse(usual);
    }
}
