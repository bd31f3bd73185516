package io.tender.core.services;

import static io.tender.model.service.TaskState.ASSIGNED;
import static io.tender.model.service.TaskState.DRAINING;
import static io.tender.model.service.TaskState.FAILED;
import static io.tender.model.service.TaskState.FINISHED;
import static io.tender.model.service.TaskState.INIT;
import static io.tender.model.service.TaskState.KILLED;
import static io.tender.model.service.TaskState.KILLING;
import static io.tender.model.service.TaskState.LOST;
import static io.tender.model.service.TaskState.PARTITIONED;
import static io.tender.model.service.TaskState.PENDING;
import static io.tender.model.service.TaskState.PREEMPTING;
import static io.tender.model.service.TaskState.RESTARTING;
import static io.tender.model.service.TaskState.RUNNING;
import static io.tender.model.service.TaskState.STARTING;
import static io.tender.model.service.TaskState.THROTTLED;

import io.tender.model.service.TaskState;
import java.util.EnumMap;
import java.util.Map;

/** The life of a task as a table: what each event does in each state. What the table does not name changes nothing. */
final class TaskStates {

    /**
     * What an event does.
     *
     * @param next the state afterwards, maybe the same
     * @param kill whether the master is asked to end the task
     */
    record Step(TaskState next, boolean kill) {}

    private static final Map<TaskState, Map<TaskEvent, Step>> TABLE = table();

    private TaskStates() {}

    /** What the event does in that state; without effect, the state stays and nobody is asked anything. */
    static Step step(TaskState state, TaskEvent event) {
        Step step = TABLE.getOrDefault(state, Map.of()).get(event);
        return step == null ? new Step(state, false) : step;
    }

    private static Map<TaskState, Map<TaskEvent, Step>> table() {
        Map<TaskState, Map<TaskEvent, Step>> table = new EnumMap<>(TaskState.class);

        on(table, INIT, TaskEvent.ADMIT, PENDING);
        on(table, INIT, TaskEvent.DELAY, THROTTLED);
        on(table, THROTTLED, TaskEvent.ADMIT, PENDING);
        on(table, THROTTLED, TaskEvent.KILL, KILLED);
        on(table, PENDING, TaskEvent.ASSIGN, ASSIGNED);
        on(table, PENDING, TaskEvent.KILL, KILLED);
        on(table, ASSIGNED, TaskEvent.PUT_BACK, PENDING);

        // Steps forward; a report that comes late, after a later one, changes nothing.
        on(table, ASSIGNED, TaskEvent.STARTING, STARTING);
        for (TaskState state : new TaskState[] {ASSIGNED, STARTING, PARTITIONED}) {
            on(table, state, TaskEvent.RUNNING, RUNNING);
        }
        on(table, PARTITIONED, TaskEvent.STARTING, STARTING);
        for (TaskState state : new TaskState[] {ASSIGNED, STARTING, RUNNING}) {
            on(table, state, TaskEvent.UNREACHABLE, PARTITIONED);
        }

        for (TaskState state : TaskState.values()) {
            if (state.isPlaced()) {
                on(table, state, TaskEvent.FINISHED, FINISHED);
                on(table, state, TaskEvent.FAILED, FAILED);
                on(table, state, TaskEvent.KILLED, KILLED);
                on(table, state, TaskEvent.LOST, LOST);
            }
            if (state.isTransient() || state == PARTITIONED) {
                // Should it still run somewhere, it must not run beside its replacement.
                ask(table, state, TaskEvent.EXPIRE, LOST);
            }
        }

        for (TaskState state : new TaskState[] {ASSIGNED, STARTING, RUNNING, PARTITIONED}) {
            ask(table, state, TaskEvent.KILL, KILLING);
            ask(table, state, TaskEvent.RESTART, RESTARTING);
            ask(table, state, TaskEvent.DRAIN, DRAINING);
            ask(table, state, TaskEvent.PREEMPT, PREEMPTING);
        }
        // It was asked to end already; only what it ends for changes.
        for (TaskState state : new TaskState[] {RESTARTING, DRAINING, PREEMPTING}) {
            ask(table, state, TaskEvent.KILL, KILLING);
        }
        // The request to end was lost, or the task is one that was given up: it has to be asked again.
        for (TaskState state :
                new TaskState[] {KILLING, RESTARTING, DRAINING, PREEMPTING, FINISHED, FAILED, KILLED, LOST}) {
            ask(table, state, TaskEvent.STARTING, state);
            ask(table, state, TaskEvent.RUNNING, state);
        }
        return table;
    }

    private static void on(
            Map<TaskState, Map<TaskEvent, Step>> table, TaskState state, TaskEvent event, TaskState next) {
        table.computeIfAbsent(state, key -> new EnumMap<>(TaskEvent.class)).put(event, new Step(next, false));
    }

    private static void ask(
            Map<TaskState, Map<TaskEvent, Step>> table, TaskState state, TaskEvent event, TaskState next) {
        table.computeIfAbsent(state, key -> new EnumMap<>(TaskEvent.class)).put(event, new Step(next, true));
    }
}
