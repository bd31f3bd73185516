package io.tender.extender.server;

import java.util.List;

/** Which of the tasks that could be evicted may be. */
public sealed interface Victims {

    /** Others decide. */
    record Abstain() implements Victims {}

    /** These and no others; none at all is a veto. */
    record These(List<Task> tasks) implements Victims {
        public These {
            tasks = List.copyOf(tasks);
        }
    }

    static Victims abstain() {
        return new Abstain();
    }

    static Victims these(List<Task> tasks) {
        return new These(tasks);
    }

    static Victims nobody() {
        return new These(List.of());
    }
}
