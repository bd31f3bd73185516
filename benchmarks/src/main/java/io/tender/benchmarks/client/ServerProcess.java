package io.tender.benchmarks.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The server as a process of its own, so that everybody who is measured meets the same one. */
public final class ServerProcess implements AutoCloseable {
    private final Process process;
    private final int port;

    public ServerProcess() throws IOException {
        process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseParallelGC",
                        // Otherwise its answers wait for our acknowledgements.
                        "-Dsun.net.httpserver.nodelay=true",
                        "-Dsun.net.httpserver.maxIdleConnections=1000",
                        "-cp",
                        System.getProperty("java.class.path"),
                        AnswerServer.class.getName()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
        String line = said.readLine();
        if (line == null) {
            throw new IOException("the server of the benchmark did not start");
        }
        port = Integer.parseInt(line.strip());
    }

    /** Needs no name service. */
    public String url() {
        return "http://127.0.0.1:" + port + "/order";
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
