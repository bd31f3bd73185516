package io.tender.daemon.cluster;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a task runs.
 *
 * @param shell whether the first word is a line for {@code /bin/sh -c}; otherwise the words are a program and its arguments
 * @param words the line alone, or the program and its arguments; empty for a task that runs nothing on a simulated agent
 * @param environment added to what the agent gives every task
 * @param workingDirectory relative to the task's own folder; empty for that folder
 * @param user as whom it is to run; empty if nobody said
 */
public record Command(
        boolean shell,
        List<String> words,
        SortedMap<String, String> environment,
        String workingDirectory,
        String user) {
    public Command {
        words = List.copyOf(words);
        environment = Collections.unmodifiableSortedMap(new TreeMap<>(environment));
    }

    /** For whoever the agent is. */
    public Command(boolean shell, List<String> words, SortedMap<String, String> environment, String workingDirectory) {
        this(shell, words, environment, workingDirectory, "");
    }

    /** The same for that user, unless it says already for whom it is. */
    public Command as(String whom) {
        return user.isEmpty() ? new Command(shell, words, environment, workingDirectory, whom) : this;
    }

    public static Command shell(String line) {
        return new Command(true, List.of(line), new TreeMap<>(), "");
    }

    public static Command exec(String... words) {
        return new Command(false, List.of(words), new TreeMap<>(), "");
    }
}
