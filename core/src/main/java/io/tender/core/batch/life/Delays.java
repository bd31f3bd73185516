package io.tender.core.batch.life;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/** What policies asked for after a while, in the order in which they did; of each cause there is one at most. */
final class Delays {
    private static final List<LifeEvent> EVENTS = List.of(LifeEvent.values());

    private final LinkedHashMap<Cause, DelayedAction> actions = new LinkedHashMap<>();

    /** What an action is for: with a hundred thousand tasks it must be found without looking through all of them. */
    private record Cause(LifeEvent event, String role, int index) {
        static Cause of(DelayedAction action) {
            return new Cause(action.event(), action.role(), action.index());
        }
    }

    Delays(List<DelayedAction> kept) {
        kept.forEach(this::put);
    }

    void put(DelayedAction action) {
        Cause cause = Cause.of(action);
        // Taken out first, so that it comes last.
        actions.remove(cause);
        actions.put(cause, action);
    }

    /** Drops what was meant for a task that is no longer as it was then. */
    void dropPast(TaskLife task) {
        if (actions.isEmpty()) {
            return;
        }
        for (LifeEvent event : EVENTS) {
            if (isPast(event, task.phase())) {
                actions.remove(new Cause(event, task.role(), task.index()));
            }
        }
    }

    private static boolean isPast(LifeEvent event, TaskPhase now) {
        return event == LifeEvent.POD_PENDING ? now != TaskPhase.PENDING : now == TaskPhase.RUNNING;
    }

    /** Takes out what is due. */
    List<DelayedAction> takeDue(Instant now) {
        List<DelayedAction> due = actions.values().stream()
                .filter(action -> !action.due().isAfter(now))
                .toList();
        due.forEach(action -> actions.remove(Cause.of(action)));
        return due;
    }

    void clear() {
        actions.clear();
    }

    List<DelayedAction> all() {
        return List.copyOf(actions.values());
    }

    /** When the first is due. */
    Optional<Instant> next() {
        return actions.values().stream().map(DelayedAction::due).min(Instant::compareTo);
    }
}
