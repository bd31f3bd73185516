package io.tender.mesos;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a task runs, as {@code CommandInfo} has it.
 *
 * @param words the line for a shell alone, or the program and its arguments; empty if nothing was said
 * @param uris what was to be fetched beforehand
 */
public record CommandLine(
        boolean shell,
        List<String> words,
        SortedMap<String, String> environment,
        Optional<String> user,
        List<String> uris) {
    public CommandLine {
        words = List.copyOf(words);
        environment = Collections.unmodifiableSortedMap(new TreeMap<>(environment));
        uris = List.copyOf(uris);
    }
}
