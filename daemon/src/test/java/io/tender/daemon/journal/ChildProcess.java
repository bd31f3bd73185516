package io.tender.daemon.journal;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A program of the tests in a JVM of its own. */
record ChildProcess(Process process, BufferedReader output) implements AutoCloseable {

    /** @param prefix a command that starts the JVM, such as one that sets limits; may be empty */
    static ChildProcess start(List<String> prefix, Class<?> program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new ChildProcess(process, process.inputReader(StandardCharsets.UTF_8));
    }

    Optional<String> line() throws IOException {
        return Optional.ofNullable(output.readLine());
    }

    /** Ends it without any warning (SIGKILL), and gives what it had printed. */
    List<String> kill() throws IOException {
        // Through its handle, since a process that is destroyed directly closes its output before it was read.
        process.toHandle().destroyForcibly();
        List<String> rest = new ArrayList<>();
        for (Optional<String> line = line(); line.isPresent(); line = line()) {
            rest.add(line.get());
        }
        return rest;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
