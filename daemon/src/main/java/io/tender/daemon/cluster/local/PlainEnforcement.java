package io.tender.daemon.cluster.local;

import io.tender.model.Resources;
import java.util.List;
import java.util.Optional;

/** What can be done without control groups: nothing, or a limit on what each process may write to. */
record PlainEnforcement(boolean dataLimit, String why) implements Enforcement {
    @Override
    public String word() {
        return dataLimit ? "rlimit" : "none";
    }

    @Override
    public String words() {
        return dataLimit
                ? "cpus are not enforced; mem is, for each process of a task by itself, as a limit on its data (RLIMIT_DATA); disk"
                        + " is not enforced (" + why + ")"
                : "neither cpus nor mem nor disk are enforced (" + why + ")";
    }

    @Override
    public List<String> prepare(TaskFolder task, Resources resources) {
        long megabytes = resources.amount("mem") / 1000;
        return dataLimit && megabytes > 0 ? List.of("ulimit -d " + megabytes * 1024) : List.of();
    }

    @Override
    public void endAll(TaskFolder task) {
        // Its processes are ended one by one, by whoever asked.
    }

    @Override
    public boolean isEmpty(TaskFolder task) {
        return true;
    }

    @Override
    public Optional<String> exceeded(TaskFolder task) {
        return Optional.empty();
    }

    @Override
    public void forget(TaskFolder task) {
        // Limits of a process go with it.
    }
}
