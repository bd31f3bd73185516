package io.tender.cli.demo;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One of the example services, in a process of its own, as anybody's service would be.
 *
 * <p>It ends when it is closed, and with the program in any case.
 */
final class ExampleService implements AutoCloseable {

    private static final Duration TIME_TO_LISTEN = Duration.ofSeconds(20);
    private static final Duration TIME_TO_END = Duration.ofSeconds(5);

    private final Process process;
    private final String endpoint;
    private final Thread hook;

    /** Why there is no service, in a sentence for people. */
    static final class NotStarted extends Exception {
        private static final long serialVersionUID = 1L;

        NotStarted(String why) {
            super(why);
        }
    }

    private ExampleService(Process process, String endpoint, Thread hook) {
        this.process = process;
        this.endpoint = endpoint;
        this.hook = hook;
    }

    /**
     * How it is started, at a port that the system chooses.
     *
     * @param main only named: the program does not depend on its examples
     */
    static List<String> command(String main) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path") + examples(),
                main,
                "--port",
                "0");
    }

    /**
     * The jars beside the program's own. They are not on its class path, where the modules among them would be found
     * under names that somebody's plugins may have.
     */
    private static String examples() {
        try {
            CodeSource source = ExampleService.class.getProtectionDomain().getCodeSource();
            Path jar = Path.of(source.getLocation().toURI());
            boolean laidOut = jar.toString().endsWith(".jar");
            return laidOut
                    ? File.pathSeparator
                            + jar.resolveSibling(Path.of("..", "examples", "*")).normalize()
                    : "";
        } catch (URISyntaxException broken) {
            throw new IllegalStateException("the program cannot find its own place", broken);
        }
    }

    static ExampleService start(List<String> command) throws NotStarted {
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException refused) {
            throw new NotStarted("Got: " + refused.getMessage());
        }
        Thread hook = new Thread(process::destroyForcibly, "tender-demo-service-end");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return new ExampleService(process, address(process), hook);
        } catch (NotStarted why) {
            end(process, hook);
            throw why;
        }
    }

    /** Waits for the address, which the service prints when it listens. */
    private static String address(Process process) throws NotStarted {
        CompletableFuture<String> found = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("tender-demo-service-output").start(() -> read(process, found));
        try {
            String line = found.get(TIME_TO_LISTEN.toSeconds(), TimeUnit.SECONDS);
            if (line.startsWith("http://")) {
                return line;
            }
            throw new NotStarted("It said: " + (line.isEmpty() ? "nothing" : line));
        } catch (TimeoutException late) {
            throw new NotStarted("It does not listen after " + TIME_TO_LISTEN.toSeconds() + " s.");
        } catch (ExecutionException broken) {
            throw new NotStarted("What it said cannot be read: " + broken.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new NotStarted("The demo was interrupted.");
        }
    }

    /** Reads to the end, so that a talkative service never waits for somebody to listen. */
    private static void read(Process process, CompletableFuture<String> found) {
        String last = "";
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                last = line;
                if (line.startsWith("http://")) {
                    found.complete(line);
                }
            }
            found.complete(last);
        } catch (IOException closed) {
            // Without effect once the address is known: then the stream was closed because the process ended.
            found.completeExceptionally(new UncheckedIOException(closed));
        }
    }

    String endpoint() {
        return endpoint;
    }

    ProcessHandle process() {
        return process.toHandle();
    }

    @Override
    public void close() {
        end(process, hook);
    }

    private static void end(Process process, Thread hook) {
        process.destroy();
        try {
            if (!process.waitFor(TIME_TO_END.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        DemoRunner.unhook(hook);
    }
}
