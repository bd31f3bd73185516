package io.tender.daemon.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.core.batch.life.DelayedAction;
import io.tender.core.batch.life.JobChange;
import io.tender.core.batch.life.JobState;
import io.tender.core.batch.life.LifeAction;
import io.tender.core.batch.life.LifeEvent;
import io.tender.core.batch.life.LifePhase;
import io.tender.core.batch.life.TaskLife;
import io.tender.core.batch.life.TaskPhase;
import io.tender.model.service.TaskId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobStatesTest {
    private static final JobState STATE = new JobState(
            LifePhase.RESTARTING,
            "RestartJob for PodFailed",
            2,
            1,
            Instant.parse("2026-11-16T08:00:00Z"),
            Instant.parse("2026-11-16T08:05:00.123Z"),
            Optional.empty(),
            true,
            false,
            List.of(
                    new TaskLife(
                            "worker",
                            0,
                            TaskPhase.BACKING_OFF,
                            Optional.of(new TaskId("ns.j.worker.0.7")),
                            Optional.of(3),
                            "exited with status 3",
                            1,
                            Instant.parse("2026-11-16T08:05:00Z"),
                            Optional.of(Instant.parse("2026-11-16T08:05:10Z"))),
                    new TaskLife(
                            "worker",
                            1,
                            TaskPhase.PENDING,
                            Optional.empty(),
                            Optional.empty(),
                            "",
                            0,
                            Instant.parse("2026-11-16T08:05:00Z"),
                            Optional.empty())),
            List.of(new TaskId("ns.j.worker.1.8")),
            List.of(new DelayedAction(
                    LifeAction.ABORT_JOB, LifeEvent.POD_PENDING, "worker", 1, Instant.parse("2026-11-16T09:00:00Z"))));

    @Test
    void the_state_of_a_job_survives_as_json() {
        String json = JobStates.write(STATE);

        assertThat(JobStates.read(json)).isEqualTo(STATE);
        assertThat(json).contains("\"runs\":[\"ns.j.worker.1.8\"]").contains("\"phase\":\"RESTARTING\"");
    }

    @Test
    void so_do_its_changes() {
        JobChange change = JobChange.all(STATE);

        assertThat(JobStates.readChange(JobStates.write(change))).isEqualTo(change);
        assertThat(change.applyTo(Optional.empty())).isEqualTo(STATE);
    }

    @Test
    void what_was_written_before_ends_were_explained_is_read() {
        String json = JobStates.write(STATE)
                .replace("\"message\":\"exited with status 3\",", "")
                .replace("\"message\":\"\",", "");

        assertThat(json).doesNotContain("message");
        assertThat(JobStates.read(json).tasks()).extracting(TaskLife::message).containsExactly("", "");
    }

    @Test
    void a_state_of_another_version_is_refused() {
        String json = JobStates.write(STATE).replace("\"retries\"", "\"retrials\"");

        assertThatThrownBy(() -> JobStates.read(json))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("retrials");
        assertThatThrownBy(() -> JobStates.read("nonsense")).isInstanceOf(IllegalArgumentException.class);
    }
}
