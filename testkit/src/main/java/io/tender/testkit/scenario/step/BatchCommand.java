package io.tender.testkit.scenario.step;

import io.tender.model.batch.DisruptionBudget;
import io.tender.model.batch.HyperNode;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.JobPhase;
import io.tender.model.batch.NamespaceQuota;
import io.tender.model.batch.Node;
import io.tender.model.batch.Queue;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** What happens around a batch scheduler. */
public sealed interface BatchCommand extends Command {

    /** Adds a node or changes it. */
    record PutNode(String name, Function<Instant, Node> node) implements BatchCommand {}

    /** A node goes; its tasks are lost with it. */
    record RemoveNode(String name) implements BatchCommand {}

    record PutQueue(Queue queue) implements BatchCommand {}

    record RemoveQueue(String name) implements BatchCommand {}

    record PutHyperNode(HyperNode domain) implements BatchCommand {}

    record RemoveHyperNode(String name) implements BatchCommand {}

    record PutQuota(NamespaceQuota quota) implements BatchCommand {}

    record PutBudget(DisruptionBudget budget) implements BatchCommand {}

    /**
     * Submits a job.
     *
     * @param job the job, if it is made at that time
     * @param on the nodes its tasks run on already, in turns; none: they wait
     */
    record Submit(JobId id, Function<Instant, Job> job, List<String> on, Optional<JobPhase> phase)
            implements BatchCommand {
        public Submit {
            on = List.copyOf(on);
        }
    }

    record RemoveJob(JobId job) implements BatchCommand {}

    /** So many sessions, one after the other. */
    record Sessions(int times) implements BatchCommand {}

    /** Something becomes of tasks: of a whole job, or of one. */
    record Report(String what, Fate fate) implements BatchCommand {}

    /** What may become of a task. */
    enum Fate {
        RUNS,
        FINISHES,
        FAILS,
        /** Nobody knows; it holds no room. */
        IS_LOST,
        /** It left its node and waits again. */
        LEAVES
    }

    /** The settings are read again; bad ones change nothing. */
    record Reload(ConfText conf) implements BatchCommand {}

    /** What an extender does from now on, by the path of each verb; {@code any} replaces all that was said before. */
    record Behave(String extender, SortedMap<String, List<ExtenderReply>> verbs) implements BatchCommand {
        public Behave {
            verbs = Collections.unmodifiableSortedMap(new TreeMap<>(verbs));
        }
    }

    /** Nobody listens. */
    record Down(String extender) implements BatchCommand {}

    /** Listens again. */
    record Back(String extender) implements BatchCommand {}
}
