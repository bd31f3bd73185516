package io.tender.benchmarks.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.benchmarks.measure.Environment;
import io.tender.benchmarks.report.DaemonTables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DaemonRunsTest {
    @TempDir
    private Path folder;

    private static String text(DaemonReport report) {
        return new DaemonTables(report).text();
    }

    @Test
    @Tag("long")
    void a_small_load_is_launched_and_reported() throws Exception {
        LoadSize size = new LoadSize(20, 4, 1, 10, 1, 1, 1, 1);
        List<String> said = new ArrayList<>();

        DaemonReport.Load load = new LoadRun(size, folder, Optional.empty(), said::add).measure();

        assertThat(said).hasSize(LoadRun.parts(size));
        assertThat(load.daemons()).hasSize(2).allSatisfy(daemon -> {
            assertThat(daemon.most().launchesPerSecond()).isPositive();
            assertThat(daemon.steady().fromSent().median()).isPositive();
            assertThat(daemon.heapBytes()).isPositive();
        });
        assertThat(text(new DaemonReport(Environment.now(0), Optional.of(load), List.of(), List.of())))
                .contains("without a journal", "Durability costs", "A job, from apply to running");
    }

    @Test
    void a_state_of_running_tasks_is_recovered_from_records_and_from_a_snapshot_or_both() throws Exception {
        List<DaemonReport.Recovery> recoveries =
                new RecoveryRun(RecoveryRun.Size.QUICK, folder, Optional.empty(), part -> {}).measure();

        assertThat(recoveries)
                .extracting(DaemonReport.Recovery::form)
                .containsExactly("folder, records", "folder, snapshot", "folder, snapshot and records");
        assertThat(text(new DaemonReport(Environment.now(0), Optional.empty(), List.of(), recoveries)))
                .contains("all agents back s");
    }

    @Test
    @Tag("long")
    void a_daemon_is_started_and_runs_its_first_task() throws Exception {
        List<DaemonReport.Start> starts = new StartRun(1, folder, Optional.empty(), part -> {}).measure();

        assertThat(starts)
                .singleElement()
                .satisfies(start -> assertThat(start.running()).isGreaterThan(start.listening()));
    }
}
