package io.tender.benchmarks.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Both servers in a process of their own, so that whoever asks disturbs them alike. */
public final class BothServers implements AutoCloseable {
    private final Process process;
    private final int ours;
    private final int bare;

    public BothServers() throws IOException {
        process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx1g",
                        "-XX:+UseParallelGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ServerProgram.class.getName()))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
        String line = said.readLine();
        if (line == null) {
            throw new IOException("the servers of the benchmark did not start");
        }
        String[] ports = line.strip().split(" ", -1);
        ours = Integer.parseInt(ports[0]);
        bare = Integer.parseInt(ports[1]);
    }

    int ours() {
        return ours;
    }

    int bare() {
        return bare;
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
