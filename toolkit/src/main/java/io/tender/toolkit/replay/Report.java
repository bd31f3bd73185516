package io.tender.toolkit.replay;

import java.util.List;
import java.util.SortedMap;

/**
 * What came of a comparison, as {@code --json} prints it.
 *
 * @param before the recording that was taken
 * @param after what it was compared with: a service or another recording
 * @param changed compared questions that are decided otherwise
 * @param noted those that are decided alike and worded otherwise
 * @param skipped questions that were not compared, by reason
 * @param unreadable lines
 * @param unmatched questions that only one of two recordings has, by the name of the recording
 * @param nodes how many changes concern a node or host, the most concerned first
 * @param tasks the same for tasks, jobs and queues
 * @param changes the first of them
 * @param problems lines that could not be taken and why, the first of them
 * @param stopped whether there was more than the limit allows
 */
public record Report(
        String before,
        String after,
        long compared,
        long same,
        long changed,
        long noted,
        SortedMap<String, Long> skipped,
        long unreadable,
        SortedMap<String, Long> unmatched,
        List<Verb> verbs,
        List<Concerned> nodes,
        List<Concerned> tasks,
        List<Change> changes,
        List<Problem> problems,
        boolean stopped) {

    /** One verb of one dialect. */
    public record Verb(
            String dialect, String verb, long compared, long same, long changed, Latency before, Latency after) {}

    /** In milliseconds. */
    public record Latency(double p50, double p90, double p99) {}

    public record Concerned(String name, long changes) {}

    /**
     * A question that is answered otherwise.
     *
     * @param task whom it is about
     * @param differences the first of them
     * @param more how many there are beyond these
     */
    public record Change(
            String file, long line, String dialect, String verb, String task, List<Differing> differences, int more) {}

    public record Differing(String kind, String about, String before, String after, boolean decisive) {}

    public record Problem(String file, long line, String text) {}
}
