package io.tender.core.services;

import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import io.tender.model.service.Veto;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Why a task has no place yet.
 *
 * @param state THROTTLED or PENDING
 * @param sinceMillis how long it has been in that state
 * @param nextTryMillis how long until it is tried again, or until it may be
 * @param offersLookedAt how many offers the last attempt of its group looked at; -1 if there was none yet
 * @param reasons for each objection how many offers it was raised against
 * @param nearestFit the objections to the offer that came nearest; none if there was no offer at all
 * @param troubles what went wrong when it was last tried, such as an offer set that threw; each a sentence
 */
public record Waiting(
        TaskId task,
        TaskState state,
        long sinceMillis,
        long nextTryMillis,
        int offersLookedAt,
        SortedMap<String, Integer> reasons,
        List<Veto> nearestFit,
        List<String> troubles) {

    public Waiting {
        reasons = Collections.unmodifiableSortedMap(new TreeMap<>(reasons));
        nearestFit = List.copyOf(nearestFit);
        troubles = List.copyOf(troubles);
    }

    /** For a task that ended too soon too often. */
    static Waiting throttled(Task task, long now) {
        return new Waiting(
                task.id,
                task.state,
                now - task.since,
                task.timeout.due() - now,
                -1,
                new TreeMap<>(),
                List.of(),
                List.of());
    }

    /** For a task that no attempt of its group has placed. */
    static Waiting pending(Task task, TaskGroup group, long now) {
        return new Waiting(
                task.id,
                task.state,
                now - task.since,
                Math.max(0, group.nextAttemptAt - now),
                group.looked,
                group.reasons.texts(group.filter),
                group.nearestFit.vetoes(now),
                group.troubles());
    }

    /** One line for a list of tasks. */
    public String pendingReason() {
        if (state == TaskState.THROTTLED) {
            return "Ended too soon too often; may start again in " + Durations.print(nextTryMillis);
        }
        if (offersLookedAt < 0) {
            return "Not tried yet";
        }
        if (nearestFit.isEmpty()) {
            return reasons.isEmpty() ? "No offers" : String.join(", ", reasons.keySet());
        }
        return String.join(", ", nearestFit.stream().map(Veto::text).toList());
    }
}
