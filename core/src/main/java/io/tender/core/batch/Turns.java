package io.tender.core.batch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;

/** Whose turn it is: the first queue, and of it the first job; the order is found anew each time somebody steps back in line. */
final class Turns {
    private final Comparator<SessionQueue> byQueue;
    private final List<SessionQueue> queues = new ArrayList<>();
    private final Map<SessionQueue, PriorityQueue<SessionJob>> jobs = new HashMap<>();

    Turns(Orders orders, List<SessionJob> waiting) {
        byQueue = orders::queues;
        Comparator<SessionJob> byJob = orders::jobs;
        for (SessionJob job : waiting) {
            jobs.computeIfAbsent(job.queue(), unused -> new PriorityQueue<>(byJob))
                    .add(job);
        }
        // Comparing needs all jobs to be known, so queues are lined up last.
        jobs.keySet().stream().sorted(Comparator.comparing(SessionQueue::name)).forEach(queues::add);
    }

    /**
     * Takes the first queue out of the line. All are compared each time: what one queue gets can change the order of others,
     * as it does for those below one branch of a hierarchy, and a heap would not notice.
     */
    Optional<SessionQueue> nextQueue() {
        if (queues.isEmpty()) {
            return Optional.empty();
        }
        int first = 0;
        for (int i = 1; i < queues.size(); i++) {
            if (byQueue.compare(queues.get(i), queues.get(first)) < 0) {
                first = i;
            }
        }
        return Optional.of(queues.remove(first));
    }

    /** Takes the first job of a queue. */
    Optional<SessionJob> nextJob(SessionQueue queue) {
        PriorityQueue<SessionJob> line = jobs.get(queue);
        return line == null ? Optional.empty() : Optional.ofNullable(line.poll());
    }

    void back(SessionQueue queue) {
        queues.add(queue);
    }

    void back(SessionJob job) {
        PriorityQueue<SessionJob> line = jobs.get(job.queue());
        if (line != null) {
            line.add(job);
        }
    }
}
