package io.tender.core.services;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.service.TaskState;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class TaskStatesTest {

    /** Every state (rows) and every event (columns): the state afterwards, '!' if the master is asked to end the task, '.' for nothing. */
    private static final String TABLE = """
            state       ADMIT   DELAY     ASSIGN   PUT_BACK STARTING RUNNING FINISHED FAILED KILLED LOST UNREACHABLE KILL     RESTART     DRAIN     PREEMPT     EXPIRE
            INIT        PENDING THROTTLED .        .        .        .       .        .      .      .    .           .        .           .         .           .
            THROTTLED   PENDING .         .        .        .        .       .        .      .      .    .           KILLED   .           .         .           .
            PENDING     .       .         ASSIGNED .        .        .       .        .      .      .    .           KILLED   .           .         .           .
            ASSIGNED    .       .         .        PENDING  STARTING RUNNING FINISHED FAILED KILLED LOST PARTITIONED KILLING! RESTARTING! DRAINING! PREEMPTING! LOST!
            STARTING    .       .         .        .        .        RUNNING FINISHED FAILED KILLED LOST PARTITIONED KILLING! RESTARTING! DRAINING! PREEMPTING! .
            RUNNING     .       .         .        .        .        .       FINISHED FAILED KILLED LOST PARTITIONED KILLING! RESTARTING! DRAINING! PREEMPTING! .
            FINISHED    .       .         .        .        !        !       .        .      .      .    .           .        .           .         .           .
            FAILED      .       .         .        .        !        !       .        .      .      .    .           .        .           .         .           .
            KILLED      .       .         .        .        !        !       .        .      .      .    .           .        .           .         .           .
            LOST        .       .         .        .        !        !       .        .      .      .    .           .        .           .         .           .
            KILLING     .       .         .        .        !        !       FINISHED FAILED KILLED LOST .           .        .           .         .           LOST!
            RESTARTING  .       .         .        .        !        !       FINISHED FAILED KILLED LOST .           KILLING! .           .         .           LOST!
            DRAINING    .       .         .        .        !        !       FINISHED FAILED KILLED LOST .           KILLING! .           .         .           LOST!
            PREEMPTING  .       .         .        .        !        !       FINISHED FAILED KILLED LOST .           KILLING! .           .         .           LOST!
            PARTITIONED .       .         .        .        STARTING RUNNING FINISHED FAILED KILLED LOST .           KILLING! RESTARTING! DRAINING! PREEMPTING! LOST!
            """;

    private static Map<TaskState, Map<TaskEvent, String>> expected() {
        Map<TaskState, Map<TaskEvent, String>> expected = new EnumMap<>(TaskState.class);
        List<String> lines = TABLE.lines().toList();
        String[] events = lines.getFirst().trim().split("\\s+", -1);
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.trim().split("\\s+", -1);
            Map<TaskEvent, String> row = new EnumMap<>(TaskEvent.class);
            for (int i = 1; i < cells.length; i++) {
                row.put(TaskEvent.valueOf(events[i]), cells[i]);
            }
            expected.put(TaskState.valueOf(cells[0]), row);
        }
        return expected;
    }

    @TestFactory
    List<DynamicTest> each_event_does_in_each_state_what_the_table_says() {
        List<DynamicTest> tests = new ArrayList<>();
        expected()
                .forEach((state, row) ->
                        row.forEach((event, cell) -> tests.add(DynamicTest.dynamicTest(state + " on " + event, () -> {
                            TaskStates.Step step = TaskStates.step(state, event);
                            String next = cell.replace("!", "").replace(".", "");
                            assertThat(step.next()).isEqualTo(next.isEmpty() ? state : TaskState.valueOf(next));
                            assertThat(step.kill()).isEqualTo(cell.endsWith("!"));
                        }))));
        return tests;
    }

    @Test
    void no_pair_is_missing_from_the_table() {
        assertThat(expected().keySet()).containsExactlyInAnyOrder(TaskState.values());
        expected()
                .forEach((state, row) -> assertThat(row.keySet())
                        .as("events of %s", state)
                        .containsExactlyInAnyOrder(TaskEvent.values()));
    }

    @Test
    void what_is_over_stays_over() {
        for (TaskState state : TaskState.values()) {
            for (TaskEvent event : TaskEvent.values()) {
                if (state.isTerminal()) {
                    assertThat(TaskStates.step(state, event).next()).isEqualTo(state);
                }
            }
        }
    }
}
