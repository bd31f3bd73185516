package io.tender.daemon.proof;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A daemon in a process of its own, which can be killed and started again. Closing it ends it, and every task that carries the
 * mark, whatever became of the test.
 */
final class DaemonProcess implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;

    private final Path folder;
    private final MarkedProcesses marked;
    private final List<String> prefix;
    private @Nullable Process process;
    private String address = "";
    private Duration ahead = Duration.ZERO;

    DaemonProcess(Path folder, String settings, MarkedProcesses marked) throws IOException {
        this(folder, settings, marked, List.of());
    }

    /** @param prefix a command that starts the JVM, such as one that changes its clock */
    DaemonProcess(Path folder, String settings, MarkedProcesses marked, List<String> prefix) throws IOException {
        this.folder = folder;
        this.marked = marked;
        this.prefix = List.copyOf(prefix);
        Files.writeString(folder.resolve("tender.yaml"), settings);
    }

    /** Starts it, without waiting until it can do anything. */
    void begin() throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
        command.addAll(List.of("-Dtender.log=info", "-Dtender.log.others=warn"));
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.add(DaemonProgram.class.getName());
        command.add(folder.resolve("tender.yaml").toString());
        command.add(ahead.toString());
        process = new ProcessBuilder(command)
                .redirectError(
                        ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()))
                .start();
    }

    /** Starts it, and waits until it takes work. */
    Calls start() throws IOException, InterruptedException {
        begin();
        return awaitReady();
    }

    Calls awaitReady() throws IOException, InterruptedException {
        BufferedReader output = running().inputReader(StandardCharsets.UTF_8);
        String line = output.readLine();
        if (line == null || !line.startsWith(DaemonProgram.LISTENS)) {
            throw new IOException("The daemon did not start, but said " + line + ". Its log:\n" + log());
        }
        address = line.substring(DaemonProgram.LISTENS.length());
        Calls calls = new Calls(address);
        Patience.until(
                "a daemon that is ready", () -> calls.send("GET", "/readyz", "").status() == 200);
        return calls;
    }

    String address() {
        return address;
    }

    /** Sets its clock, now if it runs, and in all its lives from now on. */
    void setClock(Duration offset) throws IOException {
        ahead = offset;
        Process there = process;
        if (there != null && there.isAlive()) {
            Writer lines = there.outputWriter(StandardCharsets.US_ASCII);
            lines.write(offset + "\n");
            lines.flush();
        }
    }

    /** Lets it run for so long. */
    void pass(long millis) throws InterruptedException {
        boolean ended = running().waitFor(millis, TimeUnit.MILLISECONDS);
        if (ended) {
            throw new AssertionError("The daemon ended by itself. Its log:\n" + log());
        }
    }

    /** Ends it without any warning: SIGKILL. */
    void kill() throws InterruptedException {
        running().destroyForcibly().waitFor();
    }

    /** Ends it politely: SIGTERM. Gives its exit code. */
    int stop() throws InterruptedException {
        Process there = running();
        there.toHandle().destroy();
        if (!there.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("The daemon does not stop. Its log:\n" + log());
        }
        return there.exitValue();
    }

    private Process running() {
        Process there = process;
        if (there == null) {
            throw new IllegalStateException("There is no daemon yet: call begin or start first");
        }
        return there;
    }

    /** The end of what it has said, over all its lives. */
    String log() {
        try {
            String all = Files.readString(folder.resolve("log"));
            return all.substring(Math.max(0, all.length() - 20_000));
        } catch (IOException unreadable) {
            return "(no log: " + unreadable + ")";
        }
    }

    @Override
    public void close() throws IOException {
        Process there = process;
        if (there != null) {
            there.destroyForcibly().onExit().join();
        }
        marked.end();
    }
}
