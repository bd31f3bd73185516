package io.tender.testkit.batch;

import io.tender.core.batch.Decision;
import io.tender.model.service.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Finds evictions that repeat themselves while nothing new comes: of the same task, or for the same job. One that comes late is
 * none of them: a gang may wait for long until what it needs is in hand at the same time.
 */
final class PingPong {
    private static final int MOST_OF_ONE_TASK = 3;

    /** Where evictions were in vain, two more tries come within three minutes, and the next one eight minutes later. */
    private static final Duration LONGEST_FOR_ONE = Duration.ofMinutes(5);

    private final TreeMap<TaskId, Integer> tasks = new TreeMap<>();
    private final TreeMap<String, Span> causes = new TreeMap<>();

    private record Span(Instant first, Instant last) {}

    void evicted(Decision.Evict evict, Instant now) {
        tasks.merge(evict.task(), 1, Integer::sum);
        String cause = evict.reason() + " for " + (evict.beneficiary().isEmpty() ? "nobody" : evict.beneficiary());
        causes.merge(cause, new Span(now, now), (before, latest) -> new Span(before.first(), latest.last()));
    }

    /** Something new came. */
    void forget() {
        tasks.clear();
        causes.clear();
    }

    List<String> found() {
        List<String> found = new ArrayList<>();
        tasks.forEach((task, times) -> {
            if (times > MOST_OF_ONE_TASK) {
                found.add(task + " was evicted " + times + " times while nothing new came");
            }
        });
        causes.forEach((cause, span) -> {
            Duration length = Duration.between(span.first(), span.last());
            if (length.compareTo(LONGEST_FOR_ONE) >= 0) {
                found.add("tasks are evicted (" + cause + ") still, " + length + " after the first of them");
            }
        });
        return found;
    }
}
