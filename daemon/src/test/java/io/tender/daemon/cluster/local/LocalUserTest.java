package io.tender.daemon.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.daemon.cluster.Command;
import io.tender.daemon.cluster.RunState;
import io.tender.daemon.cluster.TaskReport;
import io.tender.daemon.cluster.local.LocalSettings.Users;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** As whom tasks run. */
final class LocalUserTest {
    private static final String ME = System.getProperty("user.name");

    @TempDir
    Path folder;

    private TaskReport run(LocalFixture agent, String id, String user, String resources) {
        Command command =
                new Command(true, List.of("id -un; echo x > file; echo y > \"$HOME/home\""), new TreeMap<>(), "", user);
        agent.cluster().launch(agent.order(id, command, resources, new TreeMap<>()));
        return agent.heard().awaitEnd(LocalFixture.key(id));
    }

    private TaskReport run(LocalFixture agent, String id, String user) {
        return run(agent, id, user, "cpus:0.1;mem:32");
    }

    private static boolean isRoot() throws IOException {
        return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    }

    @Test
    void a_task_of_nobody_or_of_the_daemons_user_runs_and_another_one_is_refused() {
        try (LocalFixture agent = new LocalFixture(LocalSettings.in(folder)).start()) {
            assertThat(run(agent, "unsaid", "").state()).isEqualTo(RunState.FINISHED);
            assertThat(run(agent, "same", ME).state()).isEqualTo(RunState.FINISHED);

            TaskReport foreign = run(agent, "foreign", "daemon");
            assertThat(foreign.state()).isEqualTo(RunState.ERROR);
            assertThat(foreign.message()).contains("'daemon'", "'" + ME + "'", "agents.local.users");
        }
    }

    @Test
    void a_foreign_task_runs_as_the_daemon_where_that_is_allowed() {
        try (LocalFixture agent = new LocalFixture(LocalSettings.in(folder).withUsers(Users.DAEMON)).start()) {
            assertThat(run(agent, "foreign", "daemon").state()).isEqualTo(RunState.FINISHED);
            assertThat(agent.stdout("foreign")).isEqualTo(ME + "\n");
        }
    }

    @Test
    void a_daemon_of_root_switches_to_the_user_who_has_the_sandbox_and_the_volumes() throws IOException {
        Assumptions.assumeTrue(isRoot(), "skipped: only root can switch");
        // The folder of the test is nobody else's; the agent's own is passable.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        try (LocalFixture agent =
                new LocalFixture(LocalSettings.in(folder.resolve("work")).withUsers(Users.SWITCH)).start()) {
            assertThat(run(agent, "foreign", "daemon", "cpus:0.1;mem:32;disk(+eng)[v1:data]:10")
                            .state())
                    .as(agent.output("foreign", "stderr"))
                    .isEqualTo(RunState.FINISHED);
            assertThat(agent.stdout("foreign")).isEqualTo("daemon\n");
            assertThat(Files.getOwner(folder.resolve("work/volumes/eng/v1")).getName())
                    .isEqualTo("daemon");
            assertThat(run(agent, "same", "root").state()).isEqualTo(RunState.FINISHED);
            assertThat(run(agent, "unknown", "no-such-user").message()).contains("does not know");
        }
    }

    @Test
    void who_is_not_root_cannot_switch_and_is_told_at_the_start() throws IOException {
        Assumptions.assumeFalse(isRoot(), "skipped: root can switch");
        assertThatThrownBy(() ->
                        LocalCluster.open(LocalSettings.in(folder).withUsers(Users.SWITCH), InstantSource.system()))
                .hasMessageContaining("users: switch");
    }
}
