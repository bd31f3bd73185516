package io.tender.daemon.proof;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What tasks run: each writes a line to a file of its own when it starts, and carries the mark. */
final class TaskPrograms {
    private final Path runs;
    private final String mark;

    TaskPrograms(Path runs, String mark) throws IOException {
        this.runs = Files.createDirectories(runs);
        this.mark = mark;
    }

    /** A line for a shell that notes the start in the file of that name. */
    String noting(String name, String rest) {
        return "echo $TENDER_TASK_ID >> " + runs.resolve(name) + "; " + rest;
    }

    /** The message {@code TaskInfo} of a task that runs on, ends soon, fails, or leaves processes behind. */
    String task(String id, String agent, String role, SplittableRandom random) {
        String then = switch (random.nextInt(6)) {
            case 0 -> "exit 0";
            case 1 -> "sleep 0.05; exit 3";
            case 2 -> "sleep 1000 & exit 0";
            case 3 -> "sleep 0.3";
            default -> "exec sleep 1000";
        };
        return """
                {"name": "proof", "task_id": {"value": "%s"}, "agent_id": {"value": "%s"},
                 "resources": [{"name": "cpus", "type": "SCALAR", "scalar": {"value": 0.1},
                                "allocation_info": {"role": "%s"}},
                               {"name": "mem", "type": "SCALAR", "scalar": {"value": 32.0},
                                "allocation_info": {"role": "%s"}}],
                 "command": {"shell": true, "value": "%s",
                             "environment": {"variables": [{"name": "%s", "type": "VALUE", "value": "%s"}]}}}
                """.formatted(id, agent, role, role, noting("task-" + id, then), MarkedProcesses.VARIABLE, mark);
    }

    String mark() {
        return mark;
    }

    boolean hasRun(String task) {
        return Files.exists(runs.resolve("task-" + task));
    }

    /** The tasks that have noted their start, by the name of the file. */
    SortedMap<String, List<String>> starts() throws IOException {
        TreeMap<String, List<String>> found = new TreeMap<>();
        try (Stream<Path> files = Files.list(runs)) {
            for (Path file : files.toList()) {
                found.put(file.getFileName().toString(), Files.readAllLines(file));
            }
        }
        return found;
    }
}
