package io.tender.core.batch.life;

/** Whether a task that ended starts again by itself. */
public enum RestartPolicy {
    NEVER("Never"),
    ON_FAILURE("OnFailure"),
    ALWAYS("Always");

    private final String word;

    RestartPolicy(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
