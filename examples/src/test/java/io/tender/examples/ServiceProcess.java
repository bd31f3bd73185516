package io.tender.examples;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An example service in a process of its own. */
public final class ServiceProcess implements AutoCloseable {
    private final List<String> command;
    private Process process;
    private final String endpoint;

    /** @param command without the port, which is any that is free */
    public ServiceProcess(List<String> command) {
        this.command = List.copyOf(command);
        this.process = start(0);
        this.endpoint = firstLine(process);
    }

    public static List<String> java(Class<?> main) {
        return List.of(
                System.getProperty("java.home") + "/bin/java",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName());
    }

    public static List<String> python(String script) {
        return List.of("python3", script);
    }

    private Process start(int port) {
        List<String> whole = new ArrayList<>(command);
        whole.addAll(List.of("--port", Integer.toString(port)));
        try {
            return new ProcessBuilder(whole)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException notStarted) {
            throw new UncheckedIOException("cannot start " + whole, notStarted);
        }
    }

    /** Waits for the service's address, which it prints when it listens. */
    private static String firstLine(Process process) {
        try {
            BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
            String line = out.readLine();
            if (line == null) {
                throw new IllegalStateException("the service ended before it listened, with " + process.info());
            }
            return line;
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** Waits for the next thing it says. */
    public String nextLine() {
        return firstLine(process);
    }

    public String endpoint() {
        return endpoint;
    }

    /** Ends it as a power cut would. */
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the service does not end");
        }
    }

    /** Starts it again at the same address. */
    public void restart() {
        int port = Integer.parseInt(endpoint.replaceAll(".*:(\\d+)(/.*)?", "$1"));
        process = start(port);
        String again = firstLine(process);
        if (!again.equals(endpoint)) {
            throw new IllegalStateException("got " + again + ", expected " + endpoint);
        }
    }

    public static boolean hasPython() throws InterruptedException {
        try {
            return new ProcessBuilder("python3", "--version").start().waitFor() == 0;
        } catch (IOException absent) {
            return false;
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
