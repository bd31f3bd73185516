package io.tender.testkit.scenario.step;

import io.tender.model.batch.JobPhase;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/** What can be expected of a batch scheduler. Jobs and tasks are named as they are written. */
public sealed interface BatchExpectation extends Expectation {

    /**
     * Whatever came is fine.
     *
     * @param evicted of evictions; otherwise of placements
     */
    record Anything(boolean evicted) implements BatchExpectation {}

    /** Exactly these tasks were placed since the last look. */
    record Placed(SortedMap<String, Where> tasks) implements BatchExpectation {}

    /**
     * Where the tasks of a job went, in any order.
     *
     * @param count if only how many matters
     */
    record Where(OptionalInt count, List<String> nodes) {
        public Where {
            nodes = nodes.stream().sorted().toList();
        }

        @Override
        public String toString() {
            return count.isPresent() ? count.getAsInt() + " anywhere" : String.join(" ", nodes);
        }
    }

    /** Exactly these tasks were evicted since the last look. */
    record Evicted(SortedMap<String, Ending> tasks) implements BatchExpectation {}

    /**
     * How many tasks of a job were evicted and why.
     *
     * @param count none: every task of it that is named
     * @param beneficiary for which job
     * @param because a part of the reason
     */
    record Ending(OptionalInt count, Optional<String> beneficiary, Optional<String> because) {
        @Override
        public String toString() {
            return (count.isPresent() ? count.getAsInt() + " of them" : "evicted")
                    + beneficiary.map(job -> " for " + job).orElse("")
                    + because.map(text -> " because \"" + text + "\"").orElse("");
        }
    }

    record Phases(SortedMap<String, JobPhase> phases) implements BatchExpectation {}

    /** {@code RUNNING on n1}, {@code PENDING}. */
    record States(SortedMap<String, String> states) implements BatchExpectation {}

    /** What nodes are worth to a task now: a number, or a part of why it does not fit there. */
    record Scores(String task, SortedMap<String, String> nodes) implements BatchExpectation {}

    /** Why jobs and tasks wait, as the last session says. */
    record Why(SortedMap<String, Reason> reasons) implements BatchExpectation {}

    /**
     * A part of the reason, or by node.
     *
     * @param text empty: nobody refused anything
     */
    record Reason(Optional<String> text, SortedMap<String, String> byNode) {
        public Reason {
            byNode = Collections.unmodifiableSortedMap(new TreeMap<>(byNode));
        }
    }

    /** Exactly these queues were passed over in the last session, and a part of why. */
    record PassedOver(SortedMap<String, String> queues) implements BatchExpectation {}

    /** Exactly these tasks were promised room in the last session, and where. */
    record Pipelined(SortedMap<String, String> nodes) implements BatchExpectation {}

    /** Exactly these tasks have room being freed for them by the last session, and where. */
    record Nominated(SortedMap<String, String> nodes) implements BatchExpectation {}

    /** Exactly these jobs have domains being freed for them by the last session. */
    record NominatedDomains(SortedMap<String, List<String>> domains) implements BatchExpectation {}

    /** What extenders were asked since the last look. */
    record Requests(String extender, String verb, OptionalInt count, List<SortedMap<String, String>> bodies)
            implements BatchExpectation {}

    /** Exactly these plugins threw in the last session: a part of each message. */
    record Faults(List<String> faults) implements BatchExpectation {}

    /** Exactly these things are said of the settings in force that have no effect: a part of each. */
    record Notices(List<String> notices) implements BatchExpectation {
        public Notices {
            notices = List.copyOf(notices);
        }
    }

    /** Exactly these problems were found in the settings. */
    record Problems(List<ExpectedProblem> problems) implements BatchExpectation {}

    /**
     * One problem.
     *
     * @param line the line, if that matters
     * @param text a part of what is said
     */
    record ExpectedProblem(OptionalInt line, String text) {
        @Override
        public String toString() {
            return (line.isPresent() ? "line " + line.getAsInt() + ": " : "") + text;
        }
    }

    /** Several at once. */
    record All(List<BatchExpectation> parts) implements BatchExpectation {
        public All {
            parts = List.copyOf(parts);
        }
    }
}
