package io.tender.core.batch;

import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.QueueView;
import java.util.Comparator;

/** Who goes first: what the plugins say, and where they see no difference, age and name. */
final class Orders {
    private final Ballot ballot;

    Orders(Ballot ballot) {
        this.ballot = ballot;
    }

    int jobs(SessionJob left, SessionJob right) {
        int order = ballot.order(HookKind.JOB_ORDER, hook -> hook.compare(left, right));
        if (order == 0) {
            order = left.job().created().compareTo(right.job().created());
        }
        return order != 0 ? order : left.id().compareTo(right.id());
    }

    int queues(SessionQueue left, SessionQueue right) {
        int order = ballot.order(HookKind.QUEUE_ORDER, hook -> hook.compare(left, right));
        if (order == 0) {
            order = left.queue().created().compareTo(right.queue().created());
        }
        return order != 0 ? order : left.name().compareTo(right.name());
    }

    int tasks(SessionTask left, SessionTask right) {
        int order = ballot.order(HookKind.TASK_ORDER, hook -> hook.compare(left, right));
        if (order == 0) {
            order = Integer.compare(left.task().index(), right.task().index());
        }
        if (order == 0) {
            order = left.task().created().compareTo(right.task().created());
        }
        return order != 0 ? order : left.id().compareTo(right.id());
    }

    int subJobs(SessionSubJob left, SessionSubJob right) {
        int order = ballot.order(HookKind.SUB_JOB_ORDER, hook -> hook.compare(left, right));
        if (order == 0) {
            order = Integer.compare(left.matchIndex(), right.matchIndex());
        }
        return order != 0 ? order : left.id().compareTo(right.id());
    }

    /** Which queue gives up its tasks first. */
    int victimQueues(SessionQueue left, SessionQueue right, QueueView preemptor) {
        int order = ballot.order(HookKind.VICTIM_QUEUE_ORDER, hook -> hook.compare(left, right, preemptor));
        return order != 0 ? order : reversed(queues(left, right));
    }

    /** Which task is evicted first, for somebody of the given queue. */
    Comparator<SessionTask> victims(QueueView preemptor) {
        return (left, right) -> {
            if (left.job() == right.job()) {
                return reversed(tasks(left, right));
            }
            int order = 0;
            if (left.job().queue() != right.job().queue()) {
                order = victimQueues(left.job().queue(), right.job().queue(), preemptor);
            }
            if (order == 0) {
                order = reversed(jobs(left.job(), right.job()));
            }
            return order != 0 ? order : reversed(tasks(left, right));
        };
    }

    private static int reversed(int order) {
        return Integer.compare(0, order);
    }
}
