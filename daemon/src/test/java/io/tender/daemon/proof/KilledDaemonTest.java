package io.tender.daemon.proof;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** The daemon is killed, with its journal in a folder. */
final class KilledDaemonTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void nothing_acknowledged_is_lost_and_nothing_runs_twice_when_the_daemon_is_killed(TestReporter reporter)
            throws Exception {
        new KillRounds(folder, "store: store", reporter).play(3, 1);
    }

    @Test
    @Tag("long")
    void nothing_acknowledged_is_lost_and_nothing_runs_twice_over_hundreds_of_kills(TestReporter reporter)
            throws Exception {
        new KillRounds(folder, "store: store", reporter)
                .play(Integer.getInteger("tender.kills", 300), Long.getLong("tender.seed", 2));
    }
}
