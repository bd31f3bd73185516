package io.tender.daemon.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No room for a while: what could not be written is written later, and nothing is lost or twice. */
final class DiskFullTest {
    @TempDir
    private Path path = Path.of("");

    @Test
    void a_limit_on_the_size_of_files_is_survived() throws Exception {
        Surroundings.need(
                SmallDisk.works("prlimit", "--fsize=200000", "true"),
                "prlimit is missing (Debian's package util-linux)");
        fill(List.of("prlimit", "--fsize=200000"), 100);
    }

    @Test
    void a_full_disk_is_survived_once_there_is_room_again() throws Exception {
        Optional<SmallDisk> disk = SmallDisk.mount(path, "1m");
        Surroundings.need(disk.isPresent(), "a small tmpfs cannot be mounted here (it takes root)");
        try (SmallDisk mounted = disk.get()) {
            assertThat(mounted).isNotNull();
            Files.write(path.resolve("ballast"), new byte[600_000]);
            fill(List.of(), 120);
        }
    }

    private void fill(List<String> prefix, int appends) throws Exception {
        try (ChildProcess child =
                ChildProcess.start(prefix, FillingProgram.class, path.toString(), Integer.toString(appends))) {
            String[] answer = child.line().orElseThrow().split(" ", -1);
            assertThat(Integer.parseInt(answer[0])).as("failures").isPositive();
            assertThat(Long.parseLong(answer[1])).isEqualTo(appends * 100L);
            child.process().waitFor();
        }
        try (Journal journal = FileJournal.open(path.resolve("journal"))) {
            assertThat(journal.recover().records()).containsExactlyElementsOf(Samples.records(1, appends * 100));
        }
    }
}
