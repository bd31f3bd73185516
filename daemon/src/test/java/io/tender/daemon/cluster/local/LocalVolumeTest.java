package io.tender.daemon.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.cluster.Command;
import io.tender.daemon.cluster.Heard;
import io.tender.daemon.cluster.RunState;
import io.tender.daemon.cluster.TaskOrder;
import io.tender.daemon.cluster.TaskReport;
import io.tender.model.Resources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Persistent volumes, written and read by real processes. */
final class LocalVolumeTest {
    @TempDir
    Path folder;

    private Path work;
    private LocalFixture agent;

    @BeforeEach
    void start() {
        work = folder.resolve("work");
        agent = new LocalFixture(LocalSettings.in(work)).start();
    }

    @AfterEach
    void stop() {
        agent.close();
    }

    private static Resources volume(String id, String path) {
        return Resources.parse("disk(+eng)[\"" + id + "\":\"" + path + "\"]:10");
    }

    private TaskReport run(String task, String line, Resources volumes, String directory) {
        Command command = new Command(true, List.of(line), new TreeMap<>(), directory);
        TaskOrder order = agent.order(task, command, "cpus:0.1;mem:32;" + volumes, new TreeMap<>());
        agent.cluster().launch(order);
        return agent.heard().awaitEnd(LocalFixture.key(task));
    }

    private TaskReport run(String task, String line, Resources volumes) {
        return run(task, line, volumes, "");
    }

    private void create(Resources volumes) {
        agent.cluster().createVolumes(agent.cluster().info().id(), volumes);
    }

    @Test
    void what_one_task_writes_the_next_one_reads_and_a_restart_between_them_takes_nothing_away() {
        Resources volume = volume("v/1", "state/data");
        create(volume);

        TaskReport first = run("writer", "echo kept > state/data/file", volume);
        assertThat(first.state()).isEqualTo(RunState.FINISHED);
        agent.cluster().acknowledge(first.agent(), first.key(), first.uuid());
        agent.restart();
        agent.cluster().expectVolumes(agent.cluster().info().id(), volume);

        assertThat(run("reader", "cat data/file", volume("v/1", "data")).state())
                .isEqualTo(RunState.FINISHED);
        assertThat(agent.stdout("reader")).isEqualTo("kept\n");
        assertThat(work.resolve("volumes/eng/v%2F1/file")).exists();
    }

    @Test
    void the_folder_of_a_task_is_removed_without_the_volume_it_had() throws IOException {
        agent.close();
        agent = new LocalFixture(LocalSettings.in(work).withKeeping(java.time.Duration.ofDays(1), 1_000_000, 0))
                .start();
        Resources volume = volume("v1", "data");
        TaskReport end = run("writer", "echo kept > data/file", volume);
        agent.cluster().acknowledge(end.agent(), end.key(), end.uuid());

        Heard.until(
                "the task's folder is removed",
                () -> Files.notExists(agent.folder("writer").path()));
        Heard.until("the trash is empty", () -> isEmpty(work.resolve("trash")));
        assertThat(work.resolve("volumes/eng/v1/file")).hasContent("kept");
    }

    private static boolean isEmpty(Path path) {
        try (var all = Files.list(path)) {
            return all.findAny().isEmpty();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void a_destroyed_volume_is_gone_and_what_its_links_lead_to_is_not() throws IOException {
        Path outside = Files.writeString(folder.resolve("outside"), "not yours");
        Files.createDirectories(folder.resolve("elsewhere"));
        Resources volume = volume("v1", "data");
        create(volume);
        run("writer", "ln -s '" + outside + "' data/link; ln -s '" + folder + "/elsewhere' data/there", volume);

        agent.cluster().destroyVolumes(agent.cluster().info().id(), volume);

        Heard.until("the volume is gone", () -> Files.notExists(work.resolve("volumes/eng/v1")));
        Heard.until("the trash is empty", () -> isEmpty(work.resolve("trash")));
        assertThat(outside).hasContent("not yours");
        assertThat(folder.resolve("elsewhere")).exists();
        create(volume);
        run("next", "ls data | wc -l", volume);
        assertThat(agent.stdout("next").trim()).isEqualTo("0");
    }

    @Test
    void a_volume_is_found_inside_the_sandbox_or_not_at_all() {
        for (String path : List.of("../x", "a/../../x", "/etc", ".", "")) {
            TaskReport end = run("t" + path.replaceAll("[^a-z]", "_") + path.length(), "true", volume("v1", path));
            assertThat(end.state()).as(path).isEqualTo(RunState.ERROR);
            assertThat(end.message()).contains("expected a path below its sandbox");
        }
        assertThat(run("nested", "true", volume("v1", "a").plus(volume("v2", "a/b")))
                        .message())
                .contains("where another one is");
        assertThat(run("odd", "echo x > data/f", volume("../../../x", "data")).state())
                .isEqualTo(RunState.FINISHED);
        assertThat(work.resolve("volumes/eng/%2E.%2F..%2F..%2Fx/f")).exists();
    }

    @Test
    void a_link_in_the_place_of_a_volume_is_not_followed() throws IOException {
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
        Files.createDirectories(work.resolve("volumes/eng"));
        Files.createSymbolicLink(work.resolve("volumes/eng/v1"), elsewhere);

        assertThat(run("t", "echo x > data/f", volume("v1", "data")).state()).isEqualTo(RunState.FAILED);
        assertThat(elsewhere.resolve("f")).doesNotExist();
    }

    @Test
    void a_task_may_work_in_its_volume() {
        assertThat(run("t", "pwd -P > file", volume("v1", "data"), "data/deep").state())
                .isEqualTo(RunState.FINISHED);
        assertThat(work.resolve("volumes/eng/v1/deep/file")).exists();
    }

    @Test
    void a_folder_the_master_knows_nothing_of_is_put_aside_and_kept() {
        Resources volume = volume("v1", "data");
        run("writer", "echo kept > data/file", volume);

        agent.cluster().expectVolumes(agent.cluster().info().id(), Resources.empty());

        Heard.until("it is put aside", () -> Files.notExists(work.resolve("volumes/eng/v1")));
        assertThat(work.resolve("unclaimed"))
                .isDirectoryRecursivelyContaining(
                        path -> path.getFileName().toString().equals("file"));
    }
}
