package io.tender.spi.batch;

import java.util.List;

/** Which of the tasks asked about may be evicted, or no opinion. */
public record Victims(boolean abstains, List<TaskView> tasks, String reason) {
    private static final Victims ABSTAIN = new Victims(true, List.of(), "");

    public Victims {
        tasks = List.copyOf(tasks);
    }

    /** Leaves it to others. */
    public static Victims abstain() {
        return ABSTAIN;
    }

    /** These may be evicted and no others; none at all is a veto. */
    public static Victims of(List<? extends TaskView> tasks) {
        return new Victims(false, List.copyOf(tasks), "");
    }

    /** None may be evicted, and why. */
    public static Victims none(String reason) {
        return new Victims(false, List.of(), reason);
    }
}
