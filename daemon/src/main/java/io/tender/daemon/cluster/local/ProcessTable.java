package io.tender.daemon.cluster.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The processes of this machine, read from {@code /proc}. */
final class ProcessTable {
    /** Every process of a task carries this variable, whose value names the attempt to start it. */
    static final String MARKER = "TENDER_LAUNCH";

    private final Path proc;

    ProcessTable() {
        this(Path.of("/proc"));
    }

    ProcessTable(Path proc) {
        this.proc = proc;
    }

    /** What the kernel says of a process, as far as we need it. */
    private record Stat(ProcessId id, char state, long session) {
        /** A zombie is only a number that nobody has asked for yet. */
        boolean alive() {
            return state != 'Z' && state != 'X';
        }
    }

    boolean isAlive(ProcessId process) {
        return stat(process.pid())
                .filter(stat -> stat.id().equals(process) && stat.alive())
                .isPresent();
    }

    /**
     * Every process of a task: those in the session of its first process, and those that left it but still carry its
     * marker. A program that does both, leaves the session and wipes its environment, is found by control group only.
     */
    List<ProcessId> treeOf(Started.Runs task) {
        byte[] marker = ("\0" + MARKER + "=" + task.launch() + "\0").getBytes(StandardCharsets.UTF_8);
        boolean sessionIsHis = stat(task.main().pid())
                .map(stat -> stat.id().equals(task.main()))
                .orElse(true);
        List<ProcessId> tree = new ArrayList<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path folder : folders) {
                Optional<Stat> found = stat(Long.parseLong(folder.getFileName().toString()));
                if (found.isEmpty()) {
                    continue;
                }
                Stat stat = found.get();
                // What is older than the task is not of it; most of the machine is told apart by that alone.
                if (!stat.alive()
                        || stat.id().start() < task.main().start()
                        || stat.id().equals(task.supervisor())) {
                    continue;
                }
                if ((sessionIsHis && stat.session() == task.main().pid()) || carries(folder, marker)) {
                    tree.add(stat.id());
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(
                    "The processes of this machine cannot be listed.\n  got:      " + e + "\n  expected: a readable "
                            + proc + "\n  to do:    mount procfs there",
                    e);
        }
        return tree;
    }

    /** Sends SIGTERM, or SIGKILL by force, unless the number belongs to another process by now. */
    void end(ProcessId process, boolean byForce) {
        if (!isAlive(process)) {
            return;
        }
        ProcessHandle.of(process.pid()).ifPresent(handle -> {
            if (byForce) {
                handle.destroyForcibly();
            } else {
                handle.destroy();
            }
        });
    }

    private static boolean carries(Path folder, byte[] marker) {
        byte[] environment;
        try {
            environment = Files.readAllBytes(folder.resolve("environ"));
        } catch (IOException e) {
            // It ended meanwhile, or belongs to somebody else and so is not ours to end.
            return false;
        }
        for (int at = -1; at + marker.length <= environment.length; at++) {
            int same = at < 0 ? 1 : 0;
            while (same < marker.length && environment[at + same] == marker[same]) {
                same++;
            }
            if (same == marker.length) {
                return true;
            }
        }
        return false;
    }

    private Optional<Stat> stat(long pid) {
        try {
            String line = Files.readString(proc.resolve(pid + "/stat"), StandardCharsets.ISO_8859_1);
            if (line.isBlank()) {
                return Optional.empty();
            }
            // The name before the last parenthesis may hold anything, spaces and parentheses too.
            String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
            return Optional.of(new Stat(
                    new ProcessId(pid, Long.parseLong(fields[19])), fields[0].charAt(0), Long.parseLong(fields[3])));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
