package io.tender.benchmarks.record;

import io.tender.extender.client.RecordingSettings;
import io.tender.extender.client.RecordingWriter;
import io.tender.extender.client.TlsSettings;
import io.tender.toolkit.record.ProxySettings;
import io.tender.toolkit.record.RecordingProxy;
import io.tender.toolkit.record.Upstream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The proxy in a process of its own, as somebody would run it. */
public final class ProxyProcess implements AutoCloseable {
    private final Process process;
    private final int port;

    /** @param to the address of the server, without a path */
    public ProxyProcess(String to, Path file) throws IOException {
        process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ProxyProcess.class.getName(),
                        to,
                        file.toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        @SuppressWarnings("resource") // closing it would close the process's output, on which nothing more comes
        BufferedReader said = process.inputReader(StandardCharsets.US_ASCII);
        String line = said.readLine();
        if (line == null) {
            throw new IOException("the proxy of the benchmark did not start");
        }
        port = Integer.parseInt(line.strip());
    }

    public int port() {
        return port;
    }

    private static void tell(String text) {
        System.err.println(text);
    }

    /** The proxy itself. It ends when its standard input does. */
    public static void main(String[] args) throws IOException {
        try (RecordingWriter writer = new RecordingWriter(
                        "benchmark",
                        RecordingSettings.into(Path.of(args[1])),
                        ProxySettings.bytesForTheDisk(),
                        ProxyProcess::tell);
                RecordingProxy proxy = RecordingProxy.start(
                        ProxySettings.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
                        Upstream.at(args[0], TlsSettings.USUAL),
                        writer,
                        ProxyProcess::tell)) {
            System.out.println(proxy.address().getPort());
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
