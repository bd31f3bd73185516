package io.tender.daemon.cluster.local;

import io.tender.model.Resources;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/** A control group (version 2) per task, in one that is ours. */
final class ControlGroups implements Enforcement {
    private static final long PERIOD_MICROS = 100_000;

    /** The kernel takes no smaller quota than a millisecond. */
    private static final long LEAST_QUOTA_MICROS = 1_000;

    private final Path root;
    private final Set<String> controllers;

    private ControlGroups(Path root, Set<String> controllers) {
        this.root = root;
        this.controllers = controllers;
    }

    /**
     * Takes a group that is delegated to us.
     *
     * @param holdsUs whether the daemon itself is in it; it then moves to a leaf, since a group that passes limits on to
     *     others may hold no process of its own
     * @throws IOException if the group is not ours to change
     */
    static ControlGroups in(Path group, boolean holdsUs) throws IOException {
        if (holdsUs) {
            Path leaf = group.resolve("tender-daemon");
            Files.createDirectories(leaf);
            write(
                    leaf.resolve("cgroup.procs"),
                    Long.toString(ProcessHandle.current().pid()));
        }
        Set<String> controllers = new TreeSet<>();
        String offered =
                " " + Files.readString(group.resolve("cgroup.controllers")).trim() + " ";
        for (String controller : List.of("cpu", "memory")) {
            if (offered.contains(" " + controller + " ")) {
                write(group.resolve("cgroup.subtree_control"), "+" + controller);
                controllers.add(controller);
            }
        }
        Path trial = group.resolve("tender-trial");
        Files.createDirectories(trial);
        Files.delete(trial);
        return new ControlGroups(group, controllers);
    }

    @Override
    public String word() {
        return "cgroup";
    }

    @Override
    public String words() {
        return "control groups in " + root + ": cpus " + (controllers.contains("cpu") ? "are" : "are not")
                + " enforced, mem " + (controllers.contains("memory") ? "is" : "is not")
                + ", disk is not; a task is ended with all its processes";
    }

    private Path group(TaskFolder task) {
        UUID name = UUID.nameUUIDFromBytes(task.path().toString().getBytes(StandardCharsets.UTF_8));
        return root.resolve("tender-" + name);
    }

    @Override
    public List<String> prepare(TaskFolder task, Resources resources) throws IOException {
        Path group = group(task);
        Files.createDirectories(group);
        long cpuMillis = resources.amount("cpus");
        if (controllers.contains("cpu") && cpuMillis > 0) {
            long quota = Math.max(LEAST_QUOTA_MICROS, cpuMillis * (PERIOD_MICROS / 1000));
            write(group.resolve("cpu.max"), quota + " " + PERIOD_MICROS);
        }
        long megabytes = resources.amount("mem") / 1000;
        if (controllers.contains("memory") && megabytes > 0) {
            write(group.resolve("memory.max"), Long.toString(megabytes << 20));
            // A task is one thing: half of it left alive would be worse than none.
            write(group.resolve("memory.oom.group"), "1");
        }
        return List.of("echo 0 > " + RunScript.quoted(group.resolve("cgroup.procs")));
    }

    @Override
    public void endAll(TaskFolder task) throws IOException {
        Path kill = group(task).resolve("cgroup.kill");
        if (Files.exists(kill)) {
            write(kill, "1");
        }
    }

    @Override
    public boolean isEmpty(TaskFolder task) throws IOException {
        try {
            return Files.readString(group(task).resolve("cgroup.procs")).isBlank();
        } catch (NoSuchFileException e) {
            return true;
        }
    }

    @Override
    public Optional<String> exceeded(TaskFolder task) throws IOException {
        List<String> events = new ArrayList<>();
        try {
            events.addAll(Files.readAllLines(group(task).resolve("memory.events")));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
        return events.stream().anyMatch(line -> line.startsWith("oom_kill ") && !line.equals("oom_kill 0"))
                ? Optional.of("it used more memory than it was given")
                : Optional.empty();
    }

    @Override
    public void forget(TaskFolder task) throws IOException {
        Files.deleteIfExists(group(task));
    }

    private static void write(Path file, String text) throws IOException {
        Files.writeString(file, text);
    }
}
