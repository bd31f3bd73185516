package io.tender.examples.extender;

import static io.tender.extender.server.Scores.scoreEach;

import io.tender.extender.server.Agent;
import io.tender.extender.server.ExtenderServer;
import io.tender.extender.server.Task;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Sends tasks to their data. A file says which data set is on which machine, a pair of words to a line ({@code # } begins a
 * remark); the annotation {@code data} of a task names the data sets it reads, with commas. A machine's score is the part of
 * them that it has.
 */
public final class DataLocality {
    private static final String DATA = "data";

    private final Path file;
    private FileTime read = FileTime.fromMillis(0);
    private Set<Copy> copies = Set.of();

    /** A data set that is on a machine. */
    private record Copy(String data, String machine) {}

    DataLocality(Path file) {
        this.file = file;
        copies();
    }

    static ExtenderServer.Builder extender(Path file) {
        DataLocality locality = new DataLocality(file);
        return ExtenderServer.builder().prioritize((task, agents) -> {
            Set<Copy> copies = locality.copies();
            return scoreEach(agents, agent -> score(task, agent, copies));
        });
    }

    private static double score(Task task, Agent agent, Set<Copy> copies) {
        List<String> wanted = task.annotation(DATA)
                .map(names -> List.of(names.strip().split(" *, *", -1)))
                .orElse(List.of());
        long there = wanted.stream()
                .filter(data -> copies.contains(new Copy(data, agent.name())))
                .count();
        return wanted.isEmpty() ? 0 : 100.0 * there / wanted.size();
    }

    /** Read again when the file has changed. */
    private synchronized Set<Copy> copies() {
        try {
            FileTime changed = Files.getLastModifiedTime(file);
            if (!changed.equals(read)) {
                copies = parse(Files.readAllLines(file));
                read = changed;
            }
            return copies;
        } catch (IOException unreadable) {
            throw new UncheckedIOException("Nobody knows where the data is", unreadable);
        }
    }

    private Set<Copy> parse(List<String> lines) {
        Set<Copy> found = new HashSet<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            String[] words = line.split("\\s+", -1);
            if (!line.isEmpty() && !line.startsWith("#")) {
                if (words.length != 2) {
                    throw new IllegalArgumentException(file + ":" + (i + 1) + ": got '" + line
                            + "', expected a data set and a machine, such as 'genomes node-7'");
                }
                found.add(new Copy(words[0], words[1]));
            }
        }
        return found;
    }

    /** {@code DataLocality --port 9196}, with the file {@code data-locality.txt}. */
    public static void main(String[] args) {
        Examples.serve(extender(Path.of("data-locality.txt")), args, 9196);
    }
}
