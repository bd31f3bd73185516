package io.tender.core.batch;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;

/** Whose turn it is: the first queue, and of it the first job; the order is found anew each time somebody steps back in line. */
final class Turns {
    private final PriorityQueue<SessionQueue> queues;
    private final Map<SessionQueue, PriorityQueue<SessionJob>> jobs = new HashMap<>();

    Turns(Orders orders, List<SessionJob> waiting) {
        queues = new PriorityQueue<>(orders::queues);
        Comparator<SessionJob> byJob = orders::jobs;
        for (SessionJob job : waiting) {
            jobs.computeIfAbsent(job.queue(), unused -> new PriorityQueue<>(byJob))
                    .add(job);
        }
        // Comparing needs all jobs to be known, so queues are lined up last.
        jobs.keySet().stream().sorted(Comparator.comparing(SessionQueue::name)).forEach(queues::add);
    }

    /** Takes the first queue out of the line. */
    Optional<SessionQueue> nextQueue() {
        return Optional.ofNullable(queues.poll());
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
