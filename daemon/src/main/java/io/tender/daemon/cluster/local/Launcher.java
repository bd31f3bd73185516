package io.tender.daemon.cluster.local;

import io.tender.daemon.cluster.TaskOrder;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Makes a process of an order. */
final class Launcher {
    private final WorkFolder work;
    private final Enforcement limits;

    Launcher(WorkFolder work, Enforcement limits) {
        this.work = work;
        this.limits = limits;
    }

    /** Makes sure of the programs a launch needs, so that the lack of one is said at the start and not by each task. */
    static void checkTools() throws IOException {
        String got;
        try {
            Process process = new ProcessBuilder("setsid", "-f", "-w", "true")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0) {
                return;
            }
            process.destroyForcibly();
            got = "'setsid -f -w true' failed";
        } catch (IOException e) {
            got = e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            got = "interrupted";
        }
        throw new IOException("This machine cannot run tasks.\n  got:      " + got
                + "\n  expected: Linux with setsid of util-linux, /bin/sh and /proc\n  to do:    install util-linux");
    }

    /** Writes all a start needs to the task's folder. */
    void prepare(TaskFolder folder, TaskOrder order) throws IOException {
        Files.createDirectories(folder.sandbox().resolve(order.command().workingDirectory()));
        folder.writeRun(RunScript.of(
                folder,
                order,
                RunScript.environment(folder, order, OrderCheck.numberedPorts(order)),
                limits.prepare(folder, order.resources())));
    }

    /**
     * Starts the supervisor. It leaves us at once, so no thread of ours waits for it; whether it started the task is seen
     * in the task's folder.
     *
     * @return names the attempt
     * @throws IOException if nothing was started
     */
    Attempt start(TaskFolder folder) throws IOException {
        String launch = UUID.randomUUID().toString();
        ProcessBuilder builder = new ProcessBuilder(
                        "setsid",
                        "-f",
                        "/bin/sh",
                        work.supervisor().toString(),
                        folder.path().toString(),
                        launch,
                        work.bell().toString())
                .directory(folder.path().toFile())
                .redirectInput(new File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().put("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
        return new Attempt(launch, builder.start().onExit().thenApply(Process::exitValue));
    }

    /** @param left completes as soon as the supervisor is on its own, with 0 if it is */
    record Attempt(String launch, CompletableFuture<Integer> left) {}
}
