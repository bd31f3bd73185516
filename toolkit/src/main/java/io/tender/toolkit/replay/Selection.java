package io.tender.toolkit.replay;

import io.tender.extender.compare.QuestionKind;
import io.tender.extender.compare.Recognition;
import java.util.Set;

/**
 * Which questions of a recording are taken.
 *
 * @param recognition how they are recognised
 * @param kinds only these; all if empty
 * @param changes whether those are taken too that may change something at the other side
 * @param tolerance up to which two scores count as equal
 * @param limit how many are taken at most
 */
public record Selection(
        Recognition recognition, Set<QuestionKind> kinds, boolean changes, double tolerance, long limit) {
    /** As many as a report has room for. */
    public static final long MOST = 1_000_000;

    public Selection {
        kinds = Set.copyOf(kinds);
        if (limit < 1 || limit > MOST || !(tolerance >= 0)) {
            throw new IllegalArgumentException("The selection cannot be used: got limit " + limit + ", tolerance "
                    + tolerance + ", expected a limit of 1 to " + MOST + " and a tolerance of 0 or more");
        }
    }

    /** All questions that change nothing. */
    public static Selection usual() {
        return new Selection(Recognition.byItself(), Set.of(), false, 0, MOST);
    }
}
