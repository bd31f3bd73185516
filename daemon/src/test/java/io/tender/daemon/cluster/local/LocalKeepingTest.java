package io.tender.daemon.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.cluster.Heard;
import io.tender.daemon.cluster.RunState;
import io.tender.daemon.cluster.TaskOrder;
import io.tender.daemon.cluster.TaskReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is kept of tasks that are over, and what bounds there are. */
final class LocalKeepingTest {
    @TempDir
    Path work;

    @Test
    void the_oldest_folders_of_acknowledged_tasks_go_when_there_are_too_many() {
        LocalSettings settings = LocalSettings.in(work).withKeeping(Duration.ofDays(1), 1_000_000, 1);
        try (LocalFixture agent = new LocalFixture(settings).start()) {
            TaskReport first = ended(agent, "first");
            TaskReport second = ended(agent, "second");
            TaskReport untold = ended(agent, "untold");
            agent.cluster().acknowledge(first.agent(), first.key(), first.uuid());
            agent.cluster().acknowledge(second.agent(), second.key(), second.uuid());

            Heard.until(
                    "the first folder to go",
                    () -> Files.notExists(agent.folder("first").path()));
            assertThat(agent.folder("second").path()).exists();
            assertThat(agent.folder("untold").path()).exists();
            assertThat(untold.state()).isEqualTo(RunState.FINISHED);
        }
    }

    private static TaskReport ended(LocalFixture agent, String id) {
        TaskOrder order = agent.launch(id, "exit 0");
        return agent.heard().awaitEnd(order.key());
    }

    @Test
    void one_task_too_many_is_refused_and_says_so() {
        try (LocalFixture agent = new LocalFixture(LocalSettings.in(work).withMostTasks(1)).start()) {
            // Running, or what is just being started would outlive the test.
            agent.heard().awaitState(agent.launch("a", "sleep 1000").key(), RunState.RUNNING);
            TaskReport refused = ended(agent, "b");

            assertThat(refused.state()).isEqualTo(RunState.FAILED);
            assertThat(refused.message()).contains("1 tasks already");
        }
    }

    @Test
    void names_become_safe_files_one_to_one() {
        assertThat(SafeName.of("job-1.web_0")).isEqualTo("job-1.web_0");
        assertThat(SafeName.of("..")).isEqualTo("%2E.");
        assertThat(SafeName.of("a/b")).isEqualTo("a%2Fb");
        assertThat(SafeName.of("a%2Fb")).isEqualTo("a%252Fb");
        assertThat(SafeName.of("ä")).isEqualTo("%C3%A4");
        assertThat(SafeName.of("x".repeat(500))).hasSizeLessThan(200).isNotEqualTo(SafeName.of("x".repeat(501)));
    }
}
