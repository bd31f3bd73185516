package io.tender.daemon.master;

import io.tender.daemon.cluster.RunState;
import io.tender.daemon.cluster.TaskKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Tells frameworks what became of their tasks: in order per task, and again until it is acknowledged. */
final class Statuses {
    private static final Duration FIRST_RETRY = Duration.ofSeconds(10);
    private static final Duration LONGEST_RETRY = Duration.ofMinutes(10);

    /** How exactly the times above are kept. */
    private static final Duration SWEEP = Duration.ofSeconds(1);

    private final Desk desk;
    private final Links links;
    private final LinkedHashMap<TaskKey, Retry> retries = new LinkedHashMap<>();
    private boolean sweeping;

    private record Retry(Instant due, Duration pause) {}

    Statuses(Desk desk, Links links) {
        this.desk = desk;
        this.links = links;
    }

    /** Tells the framework the oldest status it has not acknowledged, if it was not told already. */
    void tell(TaskRecord task) {
        Optional<Status> next = task.unacknowledged();
        if (next.isPresent()
                && !retries.containsKey(task.key())
                && links.isConnected(task.key().framework())) {
            send(task, next.get(), FIRST_RETRY);
        }
    }

    private void send(TaskRecord task, Status status, Duration pause) {
        tellOnce(task.key(), status);
        retries.put(task.key(), new Retry(desk.host.now().plus(pause), pause));
        if (!sweeping) {
            sweeping = true;
            desk.host.after(SWEEP, this::sweep);
        }
    }

    private void sweep() {
        Instant now = desk.host.now();
        for (Map.Entry<TaskKey, Retry> entry : List.copyOf(retries.entrySet())) {
            Retry retry = entry.getValue();
            if (!retry.due().isAfter(now)) {
                retries.remove(entry.getKey());
                desk.state.task(entry.getKey()).ifPresent(task -> repeat(task, retry));
            }
        }
        if (retries.isEmpty()) {
            sweeping = false;
        } else {
            desk.host.after(SWEEP, this::sweep);
        }
    }

    private void repeat(TaskRecord task, Retry last) {
        Duration doubled = last.pause().multipliedBy(2);
        Duration pause = doubled.compareTo(LONGEST_RETRY) > 0 ? LONGEST_RETRY : doubled;
        if (links.isConnected(task.key().framework())) {
            task.unacknowledged().ifPresent(status -> send(task, status, pause));
        }
    }

    /** Tells a framework something that it need not acknowledge, or says it again. */
    void tellOnce(TaskKey task, Status status) {
        desk.state
                .framework(task.framework())
                .ifPresent(framework -> links.tell(
                        framework.id(),
                        new FrameworkEvent.Update(
                                status.withState(inWordsOf(framework.subscription(), status.state())))));
    }

    private static RunState inWordsOf(Subscription framework, RunState state) {
        return switch (state) {
            case DROPPED, UNREACHABLE, GONE, GONE_BY_OPERATOR, UNKNOWN ->
                framework.isPartitionAware() ? state : RunState.LOST;
            case KILLING -> framework.further().contains(Subscription.TASK_KILLING_STATE) ? state : RunState.RUNNING;
            default -> state;
        };
    }

    /** A framework is there again: it hears at once what it has not acknowledged. */
    void tellAll(FrameworkRecord framework) {
        for (TaskRecord task : new ArrayList<>(framework.tasks().values())) {
            retries.remove(task.key());
            tell(task);
        }
    }

    /** Takes note of an acknowledgement; one that fits nothing is late or wrong, and ignored as Mesos does. */
    void acknowledge(TaskKey key, UUID uuid) {
        Optional<TaskRecord> found = desk.state.task(key).filter(task -> task.awaits(uuid));
        if (found.isPresent()) {
            desk.apply(new Change.StatusAcknowledged(key, uuid));
            retries.remove(key);
            tell(found.get());
        }
    }

    void forget(TaskKey key) {
        retries.remove(key);
    }

    int waiting() {
        return retries.size();
    }
}
