package io.tender.cli;

import java.net.http.HttpResponse;
import java.time.Duration;
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

    /** For how long a daemon may be away, as when it is restarted, before nobody waits for more. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

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
        Thing given = naming.thing();
        Thing thing = given.kind() == Kind.TASKS ? given : naming.work();
        Kind meant = thing.kind();
        String named = thing.path();
        String task = naming.task();
        try (DaemonClient client = daemon.client()) {
            if (meant == Kind.TASKS) {
                print(client, named, client.raw(path(named) + 0));
            } else {
                String run = run(client.get(named), task);
                print(client, run, first(client, run));
            }
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
        if (task != null && !known.contains(task)) {
            throw UserError.refused("It has no task '" + task + "'.")
                    .known(known)
                    .toDo("name one of these, or none");
        }
        throw UserError.refused(
                        task == null
                                ? "None of its tasks has started yet."
                                : "Its task '" + task + "' has not started.")
                .known(known)
                .toDo("'tender explain " + naming.words() + "' says why");
    }

    private String path(String run) {
        return run + "/logs?stream=" + (stderr ? "stderr" : "stdout") + "&limit=" + AT_ONCE + "&offset=";
    }

    /** A run that the job or service remembers may be one that never was a process, or one long past. */
    private HttpResponse<byte[]> first(DaemonClient client, String run) {
        return client.rawIfThere(path(run) + 0)
                .orElseThrow(() -> UserError.refused("Nothing is kept of what it wrote.")
                        .got("no output of run "
                                + run.substring(Kind.TASKS.path().length() + 1))
                        .expected("one that became a process, and is not long past")
                        .toDo("'tender explain " + naming.words() + "' says what became of it"));
    }

    private void print(DaemonClient client, String run, HttpResponse<byte[]> first) throws InterruptedException {
        TextParts parts = new TextParts();
        long offset = 0;
        HttpResponse<byte[]> part = first;
        while (true) {
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
            part = more ? client.raw(path(run) + offset) : awaited(client, path(run) + offset);
        }
    }

    /** The next part, also over a restart of the daemon: the task runs on meanwhile. */
    private static HttpResponse<byte[]> awaited(DaemonClient client, String path) throws InterruptedException {
        long giveUpAt = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                return client.raw(path);
            } catch (UserError failed) {
                if (failed.exitCode() != ExitCode.INTERNAL || System.nanoTime() > giveUpAt) {
                    throw failed;
                }
            }
            TimeUnit.MILLISECONDS.sleep(MILLIS_BETWEEN);
        }
    }

    private static long number(HttpResponse<byte[]> part, String header, long usual) {
        return part.headers().firstValueAsLong(header).orElse(usual);
    }
}
