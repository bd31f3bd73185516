package io.tender.core.batch.plugin;

import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.Answer;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.TaskView;
import java.util.TreeMap;

/** The books of one queue during a session. */
final class QueueAccount {
    final Queue queue;
    final Holding allocated = new Holding();
    final Holding request = new Holding();

    /** What was held when the session began, less what was evicted since: no guarantee is kept by promises. */
    final Holding firm = new Holding();

    /** What admitted jobs were promised and do not hold yet. */
    final Holding inqueue = new Holding();

    /** What jobs hold beyond what they need. */
    final Holding elastic = new Holding();

    ResourceList deserved = ResourceList.empty();
    ResourceList realCapability = ResourceList.empty();
    double share;

    QueueAccount(Queue queue) {
        this.queue = queue;
    }

    void count(JobView job) {
        allocated.add(job.allocated());
        firm.add(job.allocated());
        request.add(job.allocated());
        request.add(job.pending());
        inqueue.add(Reservations.outstanding(job));
        elastic.add(Reservations.elastic(job));
    }

    void change(TaskView task, boolean added) {
        ResourceList amount = task.request();
        if (!added && task.status() == TaskStatus.RELEASING) {
            firm.subtract(amount);
        } else if (added && task.status().evictable()) {
            // An eviction was taken back.
            firm.add(amount);
        }
        if (added) {
            allocated.add(amount);
        } else {
            allocated.subtract(amount);
        }
    }

    void updateShare() {
        share = allocated.shareOf(deserved);
    }

    /** The total, cut where the queue's capability says something. */
    static ResourceList capped(ResourceList total, Queue queue) {
        ResourceList capability = queue.capability();
        if (capability.isEmpty() && queue.forbidden().isEmpty()) {
            return total;
        }
        TreeMap<String, Long> millis = new TreeMap<>();
        for (int i = 0; i < total.size(); i++) {
            String name = total.name(i);
            boolean limited = capability.has(name) || queue.forbidden().contains(name);
            millis.put(name, limited ? Math.min(total.millis(i), capability.millis(name)) : total.millis(i));
        }
        return ResourceList.of(millis);
    }

    /** Whether more is held than deserved in something that the task uses. */
    static boolean isAbove(Holding held, ResourceList deserved, ResourceList task) {
        for (int i = 0; i < task.size(); i++) {
            String name = task.name(i);
            if (task.millis(i) > 0 && held.millis(name) > deserved.millis(name)) {
                return true;
            }
        }
        return false;
    }

    /** Whether what is held less the task is still all that was guaranteed of what the task uses. */
    boolean keepsGuaranteeWithout(Holding held, ResourceList task) {
        for (int i = 0; i < task.size(); i++) {
            long amount = task.millis(i);
            if (amount > 0
                    && held.millis(task.name(i)) - amount < queue.guarantee().millis(task.name(i))) {
                return false;
            }
        }
        return true;
    }

    private long promised(String name) {
        return allocated.millis(name) + inqueue.millis(name) - elastic.millis(name);
    }

    boolean admits(ResourceList wanted) {
        for (int i = 0; i < wanted.size(); i++) {
            if (promised(wanted.name(i)) + wanted.millis(i) > realCapability.millis(wanted.name(i))) {
                return false;
            }
        }
        return true;
    }

    String refusal(ResourceList wanted) {
        for (int i = 0; i < wanted.size(); i++) {
            String name = wanted.name(i);
            long sum = promised(name) + wanted.millis(i);
            if (sum > realCapability.millis(name)) {
                return "admitted jobs of queue '" + queue.name() + "' would exceed its capability: " + name + " "
                        + ResourceList.print(name, sum) + " of "
                        + ResourceList.print(name, realCapability.millis(name));
            }
        }
        return "";
    }

    Answer closed() {
        return Answer.no("queue '" + queue.name() + "' is not open but " + queue.state());
    }
}
