package io.tender.daemon.proof;

import java.util.HashSet;
import java.util.Set;

/** What a framework knows of a task of its own. */
final class ProofTask {
    private static final Set<String> ENDS = Set.of("TASK_FINISHED", "TASK_FAILED", "TASK_KILLED");

    /** What is said of tasks that never were, or that nobody knows any more. */
    private static final Set<String> LOSSES =
            Set.of("TASK_ERROR", "TASK_LOST", "TASK_DROPPED", "TASK_GONE", "TASK_GONE_BY_OPERATOR", "TASK_UNKNOWN");

    final String id;
    final String agent;

    /** Whether the launch was acknowledged, by offers that nobody can have taken back. */
    boolean promised;

    /** Whether an agent has said anything of it. */
    boolean heardOf;

    boolean killPromised;
    boolean over;

    /** Statuses whose acknowledgement was acknowledged, in this life of the daemon and in earlier ones. */
    final Set<String> acknowledgedNow = new HashSet<>();

    final Set<String> acknowledgedBefore = new HashSet<>();

    ProofTask(String id, String agent) {
        this.id = id;
        this.agent = agent;
    }

    static boolean isEnd(String state) {
        return ENDS.contains(state);
    }

    static boolean isLoss(String state) {
        return LOSSES.contains(state);
    }

    void daemonIsNew() {
        acknowledgedBefore.addAll(acknowledgedNow);
        acknowledgedNow.clear();
    }
}
