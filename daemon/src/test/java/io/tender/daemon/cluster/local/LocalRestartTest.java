package io.tender.daemon.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.daemon.cluster.Command;
import io.tender.daemon.cluster.Heard;
import io.tender.daemon.cluster.RunState;
import io.tender.daemon.cluster.TaskOrder;
import io.tender.daemon.cluster.TaskReport;
import io.tender.model.AgentId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a daemon finds that starts where another one ended. */
final class LocalRestartTest {
    @TempDir
    Path work;

    private LocalFixture agent;

    @BeforeEach
    void start() {
        agent = new LocalFixture(LocalSettings.in(work)).start();
    }

    @AfterEach
    void stop() {
        agent.close();
    }

    /** A task that runs until the test lets it go. */
    private TaskOrder waiting(String id, String then) {
        TaskOrder order =
                agent.launch(id, "echo run >> runs; echo ready; until [ -e go ]; do sleep 0.01; done; " + then);
        agent.awaitOutput(id, "ready");
        return order;
    }

    private void letGo(String id) throws IOException {
        Files.createFile(agent.folder(id).sandbox().resolve("go"));
    }

    @Test
    void a_running_task_is_found_again_and_its_end_is_told() throws IOException {
        TaskOrder order = waiting("a", "exit 4");
        AgentId before = agent.cluster().info().id();
        agent.restart(order);

        assertThat(agent.cluster().info().id()).isEqualTo(before);
        assertThat(agent.heard().awaitJoined().tasks())
                .extracting(TaskReport::state)
                .containsExactly(RunState.RUNNING);
        agent.cluster().launch(order);
        letGo("a");
        assertThat(agent.heard().awaitEnd(order.key()).exitCode()).contains(4);
        assertThat(Files.readAllLines(agent.folder("a").sandbox().resolve("runs")))
                .hasSize(1);
    }

    @Test
    void the_exit_status_of_a_task_that_ended_while_no_daemon_was_there_is_known() throws IOException {
        TaskOrder order = waiting("a", "exit 5");
        agent.cluster().close();
        letGo("a");
        Heard.until(
                "the exit status", () -> Files.exists(agent.folder("a").path().resolve("exit")));
        agent.reopen(order);

        TaskReport end = agent.heard().awaitEnd(order.key());
        assertThat(end.state()).isEqualTo(RunState.FAILED);
        assertThat(end.exitCode()).contains(5);
    }

    @Test
    void an_end_is_said_again_until_it_is_acknowledged() {
        TaskOrder order = agent.launch("a", "exit 0");
        TaskReport end = agent.heard().awaitEnd(order.key());
        agent.restart(order);
        assertThat(agent.heard().awaitJoined().tasks()).contains(end);
        assertThat(agent.heard().awaitEnd(order.key())).isEqualTo(end);

        agent.cluster().acknowledge(end.agent(), end.key(), end.uuid());
        agent.restart(order);
        assertThat(agent.heard().awaitJoined().tasks()).isEmpty();
        agent.cluster().reconcile(end.agent(), List.of(end.key()));
        assertThat(agent.heard().awaitEnd(order.key())).isEqualTo(end);
    }

    @Test
    void odd_files_among_the_tasks_keep_the_agent_from_none_of_the_others() throws IOException {
        TaskOrder order = waiting("a", "exit 0");
        agent.cluster().close();
        Path tasks = work.resolve("tasks");
        Files.writeString(tasks.resolve("stray"), "no folder");
        Files.writeString(tasks.resolve("framework/stray"), "no folder");
        Files.createSymbolicLink(tasks.resolve("framework/loop"), tasks);
        Files.createDirectories(tasks.resolve("framework/folder/record"));
        Files.createDirectories(tasks.resolve("framework/nothing"));
        Files.createDirectories(tasks.resolve("framework/garbage/started"));
        Files.write(tasks.resolve("framework/garbage/record"), new byte[] {0, 1, (byte) 0xff});
        agent.reopen(order);

        assertThat(agent.heard().awaitJoined().tasks())
                .extracting(TaskReport::key)
                .containsExactly(order.key());
        letGo("a");
        agent.heard().awaitEnd(order.key());
        TaskOrder next = agent.launch("b", "exit 3");
        assertThat(agent.heard().awaitEnd(next.key()).exitCode()).contains(3);
        assertThat(tasks.resolve("stray")).hasContent("no folder");
        assertThat(tasks.resolve("framework/folder")).doesNotExist();
        Files.delete(tasks.resolve("framework/garbage/started"));
    }

    @Test
    void a_kill_goes_on_where_the_daemon_left_it() {
        TaskOrder order = agent.launch("a", "trap '' TERM; echo ready; while :; do sleep 0.01; done");
        agent.awaitOutput("a", "ready");
        agent.kill("a", Duration.ofMillis(300));
        agent.heard().awaitState(order.key(), RunState.KILLING);
        Started.Runs runs = agent.runs("a");
        agent.restart(order);

        assertThat(agent.heard().awaitEnd(order.key()).state()).isEqualTo(RunState.KILLED);
        assertThat(new ProcessTable().treeOf(runs)).isEmpty();
    }

    @Test
    void a_task_the_master_does_not_know_is_an_orphan_and_is_ended() {
        TaskOrder order = waiting("a", "exit 0");
        Started.Runs runs = agent.runs("a");
        agent.restart();

        assertThat(agent.heard().awaitEnd(order.key()).state()).isEqualTo(RunState.KILLED);
        assertThat(new ProcessTable().treeOf(runs)).isEmpty();
        agent.restart();
        assertThat(agent.heard().awaitJoined().tasks()).isEmpty();
    }

    @Test
    void a_start_that_was_begun_is_finished_once_and_a_kill_before_it_wins() throws IOException {
        TaskOrder begun = agent.order("begun", Command.shell("echo run >> runs"));
        TaskOrder killed = agent.order("killed", Command.shell("echo run >> runs"));
        agent.cluster().close();
        String boot = Machine.boot();
        for (TaskOrder order : List.of(begun, killed)) {
            TaskFolder folder = agent.folder(order.name());
            folder.create();
            folder.writeRun(RunScript.of(
                    folder, order, RunScript.environment(folder, order, List.of()), List.of(), Optional.empty()));
            TaskRecord record = TaskRecord.of(order, boot);
            folder.write(
                    order.equals(begun)
                            ? record
                            : record.withKill(new KillRequest(Instant.now(), Duration.ZERO), false),
                    true);
        }
        agent.reopen(begun, killed);

        assertThat(agent.heard().awaitEnd(begun.key()).state()).isEqualTo(RunState.FINISHED);
        assertThat(Files.readAllLines(agent.folder("begun").sandbox().resolve("runs")))
                .hasSize(1);
        assertThat(agent.heard().awaitEnd(killed.key()).state()).isEqualTo(RunState.KILLED);
        assertThat(agent.folder("killed").sandbox().resolve("runs")).doesNotExist();
    }

    @Test
    void a_task_from_before_the_machine_was_restarted_has_failed_and_is_not_run_again() throws IOException {
        TaskOrder order = agent.order("a", Command.shell("echo run >> runs"));
        agent.cluster().close();
        agent.folder("a").create();
        agent.folder("a").write(TaskRecord.of(order, "another-boot"), true);
        agent.reopen(order);

        TaskReport end = agent.heard().awaitEnd(order.key());
        assertThat(end.state()).isEqualTo(RunState.FAILED);
        assertThat(end.message()).contains("restarted");
        assertThat(agent.folder("a").sandbox().resolve("runs")).doesNotExist();
    }

    @Test
    void a_record_nobody_can_read_does_not_keep_the_agent_from_starting() throws IOException {
        TaskOrder order = waiting("a", "exit 0");
        Started.Runs runs = agent.runs("a");
        agent.cluster().close();
        Files.writeString(agent.folder("a").path().resolve("record"), "{");
        agent.reopen(order);

        assertThat(agent.heard().awaitJoined().tasks()).isEmpty();
        Heard.until(
                "the end of its processes",
                () -> new ProcessTable().treeOf(runs).isEmpty());
    }

    @Test
    void a_second_daemon_on_the_same_folder_is_told_who_holds_it() {
        assertThatThrownBy(() -> LocalCluster.open(LocalSettings.in(work), InstantSource.system()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(
                        "held by process " + ProcessHandle.current().pid());
    }
}
