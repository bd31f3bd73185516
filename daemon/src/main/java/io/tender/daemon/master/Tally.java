package io.tender.daemon.master;

import io.tender.daemon.cluster.RunState;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What has happened since this run of the daemon began.
 *
 * @param launches tasks that were accepted
 * @param statuses what became known of tasks, by the state they were in then
 */
public record Tally(long launches, Map<RunState, Long> statuses) {
    public Tally {
        Map<RunState, Long> copy = new EnumMap<>(RunState.class);
        copy.putAll(statuses);
        statuses = Collections.unmodifiableMap(copy);
    }

    /** Counts changes as they are made. */
    static final class Count {
        private long launches;
        private final Map<RunState, Long> statuses = new EnumMap<>(RunState.class);

        void add(Change change) {
            if (change instanceof Change.TaskLaunched) {
                launches++;
            } else if (change instanceof Change.TaskStatusChanged changed) {
                statuses.merge(changed.status().state(), 1L, Long::sum);
            }
        }

        Tally now() {
            return new Tally(launches, statuses);
        }
    }
}
