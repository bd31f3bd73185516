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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One of the examples, in a process of its own, as anybody's service or framework would be.
 *
 * <p>It ends when it is closed, and with the program in any case.
 */
public final class ExampleProgram implements AutoCloseable {

    private static final Duration TIME_TO_BEGIN = Duration.ofSeconds(20);
    private static final Duration TIME_TO_END = Duration.ofSeconds(5);

    private final Process process;
    private final String said;
    private final Thread hook;

    /** Why there is no service, in a sentence for people. */
    public static final class NotStarted extends Exception {
        private static final long serialVersionUID = 1L;

        NotStarted(String why) {
            super(why);
        }
    }

    private ExampleProgram(Process process, String said, Thread hook) {
        this.process = process;
        this.said = said;
        this.hook = hook;
    }

    /** How a service among them is started, at a port that the system chooses. */
    public static List<String> service(String main) {
        return command(main, "--port", "0");
    }

    /**
     * How one of them is started.
     *
     * @param main only named: the program does not depend on its examples
     */
    public static List<String> command(String main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path") + examples(),
                main));
        command.addAll(List.of(arguments));
        return command;
    }

    /**
     * The jars beside the program's own. They are not on its class path, where the modules among them would be found
     * under names that somebody's plugins may have.
     */
    private static String examples() {
        try {
            CodeSource source = ExampleProgram.class.getProtectionDomain().getCodeSource();
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

    /** Starts a service, and waits until it has said where it listens. */
    public static ExampleProgram start(List<String> command) throws NotStarted {
        return start(command, "http://");
    }

    /**
     * Starts a program.
     *
     * @param beginning of the line that it prints when it is ready
     */
    public static ExampleProgram start(List<String> command, String beginning) throws NotStarted {
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException refused) {
            throw new NotStarted("Got: " + refused.getMessage());
        }
        Thread hook = new Thread(process::destroyForcibly, "tender-demo-example-end");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return new ExampleProgram(process, line(process, beginning), hook);
        } catch (NotStarted why) {
            end(process, hook);
            throw why;
        }
    }

    /** Waits for the line that says it is ready. */
    private static String line(Process process, String beginning) throws NotStarted {
        CompletableFuture<String> found = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("tender-demo-example-output").start(() -> read(process, beginning, found));
        try {
            String line = found.get(TIME_TO_BEGIN.toSeconds(), TimeUnit.SECONDS);
            if (line.startsWith(beginning)) {
                return line;
            }
            throw new NotStarted("It said: " + (line.isEmpty() ? "nothing" : line));
        } catch (TimeoutException late) {
            throw new NotStarted("It is not ready after " + TIME_TO_BEGIN.toSeconds() + " s.");
        } catch (ExecutionException broken) {
            throw new NotStarted("What it said cannot be read: " + broken.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new NotStarted("The demo was interrupted.");
        }
    }

    /** Reads to the end, so that a talkative program never waits for somebody to listen. */
    private static void read(Process process, String beginning, CompletableFuture<String> found) {
        String last = "";
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                last = line;
                if (line.startsWith(beginning)) {
                    found.complete(line);
                }
            }
            found.complete(last);
        } catch (IOException closed) {
            // Without effect once it was ready: then the stream was closed because the process ended.
            found.completeExceptionally(new UncheckedIOException(closed));
        }
    }

    /** The line by which it said that it is ready; of a service, its address. */
    public String said() {
        return said;
    }

    public ProcessHandle process() {
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
        Goodbye.unhook(hook);
    }
}
