package io.tender.daemon.proof;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/** The processes of this machine that carry a mark in their environment, which every task of a test is given. */
final class MarkedProcesses {
    static final String VARIABLE = "PROOF_MARK";
    private static final String TASK = "TENDER_TASK_ID=";

    private final String mark = UUID.randomUUID().toString();

    String mark() {
        return mark;
    }

    /** The task that each of them belongs to, by its number. */
    SortedMap<Long, String> tasks() throws IOException {
        TreeMap<Long, String> found = new TreeMap<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                List<String> environment = environment(process);
                if (environment.contains(VARIABLE + "=" + mark)) {
                    found.put(
                            Long.parseLong(process.getFileName().toString()),
                            environment.stream()
                                    .filter(variable -> variable.startsWith(TASK))
                                    .map(variable -> variable.substring(TASK.length()))
                                    .findFirst()
                                    .orElse(""));
                }
            }
        }
        return found;
    }

    private static List<String> environment(Path process) {
        try {
            return List.of(Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1)
                    .split("\0", -1));
        } catch (IOException ended) {
            return List.of();
        }
    }

    /** Ends all of them: nothing that a test has started is left behind. */
    void end() throws IOException {
        for (long pid : tasks().keySet()) {
            Optional<ProcessHandle> process = ProcessHandle.of(pid);
            process.ifPresent(ProcessHandle::destroyForcibly);
        }
    }
}
