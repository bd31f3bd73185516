package io.tender.daemon.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tender.daemon.cluster.Command;
import io.tender.daemon.cluster.Heard;
import io.tender.daemon.cluster.RunState;
import io.tender.daemon.cluster.TaskReport;
import io.tender.model.Resources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

final class EnforcementTest {
    @TempDir
    Path folder;

    @Test
    void a_process_that_wants_more_memory_than_its_task_has_gets_none_where_that_is_switched_on() {
        LocalSettings settings = LocalSettings.in(folder).withLimits(LocalSettings.Limits.RLIMIT, Optional.empty());
        try (LocalFixture agent = new LocalFixture(settings).start()) {
            assumeTrue(agent.cluster().enforcement().contains("RLIMIT_DATA"), "a control group is delegated to us");
            // tail keeps all of a line that has no end
            Command hungry = Command.shell("head -c 300000000 /dev/zero | tail -n 1 > /dev/null");
            agent.cluster().launch(agent.order("a", hungry, "mem:64", new TreeMap<>()));
            agent.cluster().launch(agent.order("b", hungry, "mem:2000", new TreeMap<>()));

            TaskReport end = agent.heard().awaitEnd(LocalFixture.key("a"));
            assertThat(end.state()).isEqualTo(RunState.FAILED);
            assertThat(agent.heard().awaitEnd(LocalFixture.key("b")).state()).isEqualTo(RunState.FINISHED);
        }
    }

    @Test
    void what_is_enforced_is_said_in_words_and_as_an_attribute() {
        LocalSettings settings = LocalSettings.in(folder).withLimits(LocalSettings.Limits.NONE, Optional.empty());
        try (LocalFixture agent = new LocalFixture(settings).start()) {
            assertThat(agent.cluster().enforcement()).contains("neither cpus nor mem nor disk are enforced");
            assertThat(agent.cluster().info().attribute("limits").orElseThrow().value())
                    .hasToString("none");
        }
    }

    @Test
    void control_groups_that_are_asked_for_and_not_there_keep_the_agent_from_starting() {
        LocalSettings settings = LocalSettings.in(folder)
                .withLimits(LocalSettings.Limits.CGROUP, Optional.of(folder.resolve("no-group")));

        assertThatThrownBy(() -> Enforcements.choose(settings))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Delegate=yes");
    }

    @Test
    void a_control_group_gets_the_limits_of_its_task() throws IOException {
        Path root = Files.createDirectory(folder.resolve("group"));
        Files.writeString(root.resolve("cgroup.controllers"), "cpuset cpu io memory pids\n");
        ControlGroups groups = ControlGroups.in(root, false);
        TaskFolder task = new TaskFolder(folder.resolve("task"));

        List<String> lines = groups.prepare(task, Resources.parse("cpus:0.5;mem:100"));

        Path group;
        try (Stream<Path> children = Files.list(root)) {
            group = children.filter(Files::isDirectory).findFirst().orElseThrow();
        }
        assertThat(group.resolve("cpu.max")).hasContent("50000 100000");
        assertThat(group.resolve("memory.max")).hasContent("104857600");
        assertThat(lines).singleElement().asString().contains("cgroup.procs");
        assertThat(groups.words()).contains("cpus are enforced, mem is");
        assertThat(groups.exceeded(task)).isEmpty();
        Files.writeString(group.resolve("memory.events"), "low 0\noom 1\noom_kill 1\n");
        assertThat(groups.exceeded(task)).isPresent();
    }

    /** Needs a control group of version 2 that we may change: -Dtender.test.cgroup=/sys/fs/cgroup/somewhere. */
    @Test
    @EnabledIfSystemProperty(named = "tender.test.cgroup", matches = ".+")
    void with_a_control_group_even_a_process_that_hides_is_ended() {
        Path group = Path.of(System.getProperty("tender.test.cgroup"));
        LocalSettings settings = LocalSettings.in(folder).withLimits(LocalSettings.Limits.CGROUP, Optional.of(group));
        try (LocalFixture agent = new LocalFixture(settings).start()) {
            agent.launch("a", "(env -i setsid sh -c 'echo $$; exec sleep 1000' &); sleep 1000");
            Heard.until("a hidden process", () -> agent.stdout("a").endsWith("\n"));
            long hidden = Long.parseLong(agent.stdout("a").trim());
            assertThat(ProcessHandle.of(hidden)).isPresent();
            agent.kill("a", Duration.ZERO);

            assertThat(agent.heard().awaitEnd(LocalFixture.key("a")).state()).isEqualTo(RunState.KILLED);
            // Dead it is; that init takes note of it may take a moment.
            Heard.until(
                    "the hidden process to be gone",
                    () -> ProcessHandle.of(hidden).isEmpty());
            assertThat(group).isDirectoryNotContaining(Files::isDirectory);
        }
    }
}
