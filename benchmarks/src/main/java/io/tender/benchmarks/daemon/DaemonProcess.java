package io.tender.benchmarks.daemon;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A daemon in a JVM of its own. */
final class DaemonProcess implements AutoCloseable {
    private static final int SECONDS_TO_END = 20;

    private final Process process;
    private final BufferedReader said;
    private final OutputStream asking;
    private final URI address;
    private final long begunNanos;
    private final Duration start;

    private DaemonProcess(Process process, long begunNanos) throws IOException {
        this.process = process;
        this.begunNanos = begunNanos;
        said = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        asking = process.getOutputStream();
        String line = said.readLine();
        while (line != null && !line.startsWith("http")) {
            line = said.readLine(); // the JVM's own words
        }
        if (line == null) {
            throw new IOException("the daemon that is to be measured did not start; what it said is above");
        }
        start = Duration.ofNanos(System.nanoTime() - begunNanos);
        address = URI.create(line);
    }

    /** Starts one and waits until it listens. */
    static DaemonProcess start(Path settings, Durability durability, List<String> jvmOptions) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= 25) {
            command.add("-XX:+UseCompactObjectHeaders");
        }
        command.addAll(jvmOptions);
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                DaemonProgram.class.getName(),
                settings.toString(),
                durability.name()));
        long begun = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            return new DaemonProcess(process, begun);
        } catch (IOException | RuntimeException failed) {
            process.destroyForcibly();
            throw failed;
        }
    }

    URI address() {
        return address;
    }

    /** From its exec until it listened. */
    Duration start() {
        return start;
    }

    long begunNanos() {
        return begunNanos;
    }

    Duration cpuTime() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** What it uses of the heap after a collection. */
    long heapBytes() throws IOException {
        asking.write((DaemonProgram.HEAP + "\n").getBytes(StandardCharsets.US_ASCII));
        asking.flush();
        return Long.parseLong(said.readLine());
    }

    /** What it takes of the machine's memory; empty where the system does not tell. */
    Optional<Long> residentBytes() throws IOException {
        Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        if (!Files.isReadable(status)) {
            return Optional.empty();
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .map(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
                .findFirst();
    }

    @Override
    public void close() throws IOException {
        asking.close();
        try {
            if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
