package io.tender.daemon.cluster.local;

import java.util.Optional;

/** What the file {@code started} says: who won the right to start a task. */
sealed interface Started {
    String NEVER = "never";

    /** The agent won it, in order that the task never starts. */
    record Never() implements Started {}

    /**
     * The task's first process won it and became the task.
     *
     * @param launch names the attempt; every process of the task has it in its environment
     * @param main the first process, leader of its own session and process group
     * @param supervisor the script that waits for it and keeps its exit status
     */
    record Runs(String launch, ProcessId main, ProcessId supervisor) implements Started {}

    /** Reads the one line of the file; empty if it is not what the script writes. */
    static Optional<Started> parse(String line) {
        String[] words = line.trim().split(" ", -1);
        if (words.length == 1 && words[0].equals(NEVER)) {
            return Optional.of(new Never());
        }
        if (words.length != 5) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Runs(
                    words[0],
                    new ProcessId(Long.parseLong(words[1]), Long.parseLong(words[2])),
                    new ProcessId(Long.parseLong(words[3]), Long.parseLong(words[4]))));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
