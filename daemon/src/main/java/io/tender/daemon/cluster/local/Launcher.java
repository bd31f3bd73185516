package io.tender.daemon.cluster.local;

import io.tender.daemon.cluster.TaskOrder;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Makes a process of an order. */
final class Launcher {
    private final WorkFolder work;
    private final Enforcement limits;
    private final VolumeFolders volumes;
    private final TaskUsers users;

    Launcher(WorkFolder work, Enforcement limits, VolumeFolders volumes, TaskUsers users) {
        this.work = work;
        this.limits = limits;
        this.volumes = volumes;
        this.users = users;
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
        List<Path> linked = volumes.link(folder, order);
        List<String> before = new ArrayList<>(limits.prepare(folder, order.resources()));
        String directory = order.command().workingDirectory();
        Path begin = folder.sandbox().resolve(directory);
        Optional<String> prefix = users.prefix(order.command().user());
        if (VolumeFolders.isInVolume(order, directory)) {
            // Earlier tasks may have put links on the way there, and the task must not go further by them than it
            // could.
            before.add(prefix.map(words -> words + " ").orElse("") + "mkdir -p " + RunScript.quoted(begin));
        } else {
            Files.createDirectories(begin);
        }
        users.own(order.command().user(), folder.sandbox(), linked);
        folder.writeRun(RunScript.of(
                folder, order, RunScript.environment(folder, order, OrderCheck.numberedPorts(order)), before, prefix));
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
