package io.tender.toolkit.check;

/** How far a task of batch scheduling is. */
enum Stage {
    PENDING("Pending", 1),
    ALLOCATED("Allocated", 2),
    BINDING("Binding", 8),
    RUNNING("Running", 32),
    RELEASING("Releasing", 64);

    private final String phase;
    private final int number;

    Stage(String phase, int number) {
        this.phase = phase;
        this.number = number;
    }

    /** As the dialect tender says it. */
    String phase() {
        return phase;
    }

    /** As Volcano says it. */
    int number() {
        return number;
    }

    /** As the pod of the task says it. */
    String podPhase() {
        return this == RUNNING || this == RELEASING ? "Running" : "Pending";
    }
}
