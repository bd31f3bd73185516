package io.tender.extender.shadow;

import java.time.Instant;
import java.util.List;

/**
 * A question to which another answer would have been given.
 *
 * @param about the task, job or queue in question
 * @param decided what was decided, in a few words
 * @param shadow what the extender on trial would have decided
 * @param lines the nodes, hosts or tasks of the question, those first about which the two differ
 */
public record Example(Instant time, String verb, String about, String decided, String shadow, List<Line> lines) {
    /** More than this does not help to see what differs. */
    public static final int MOST_LINES = 12;

    private static final int LONGEST = 200;

    public Example {
        decided = shortened(decided);
        shadow = shortened(shadow);
        lines = List.copyOf(lines.subList(0, Math.min(lines.size(), MOST_LINES)));
    }

    /** What was said of one node, host or task. */
    public record Line(String name, String decided, String shadow) {
        public Line {
            decided = shortened(decided);
            shadow = shortened(shadow);
        }
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }
}
