package io.tender.daemon.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes on a real folder, ended by SIGKILL. */
final class KilledProcessTest {
    @TempDir
    private Path path = Path.of("");

    @Test
    void nothing_that_was_reported_durable_is_lost_when_the_process_is_killed() throws Exception {
        killAndLook(4);
    }

    @Test
    @Tag("long")
    void nothing_is_lost_in_hundreds_of_kills() throws Exception {
        killAndLook(400);
    }

    private void killAndLook(int rounds) throws Exception {
        Random random = new Random(7);
        long durable = 0;
        for (int round = 0; round < rounds; round++) {
            try (ChildProcess child = ChildProcess.start(List.of(), AppendingProgram.class, path.toString())) {
                assertThat(child.line())
                        .hasValueSatisfying(line -> assertThat(line).startsWith("ready "));
                int lines = random.nextInt(1500);
                for (int i = 0; i < lines; i++) {
                    durable = number(child.line().orElseThrow());
                }
                for (String line : child.kill()) {
                    // The last line may have been cut short by the kill; a part of a number is a smaller one.
                    durable = Math.max(durable, number(line));
                }
                child.process().waitFor();
            }
            look(durable);
        }
    }

    private static long number(String line) {
        String digits = line.startsWith("durable ") ? line.substring("durable ".length()) : "";
        return digits.isEmpty() ? 0 : Long.parseLong(digits);
    }

    private void look(long durable) throws JournalException {
        try (Journal journal = FileJournal.open(path)) {
            Journal.Recovered recovered = journal.recover();
            assertThat(recovered.last()).isGreaterThanOrEqualTo(durable);
            long upTo = recovered.snapshot().isEmpty()
                    ? 0
                    : Long.parseLong(Samples.texts(recovered.snapshot()).getFirst());
            assertThat(upTo + recovered.records().size()).isEqualTo(recovered.last());
            for (int i = 0; i < recovered.records().size(); i++) {
                assertThat(recovered.records().get(i)).isEqualTo(Samples.record(upTo + 1 + i));
            }
        }
    }

    @Test
    void a_second_process_is_told_who_holds_the_folder() throws Exception {
        try (ChildProcess child = ChildProcess.start(List.of(), AppendingProgram.class, path.toString())) {
            assertThat(child.line()).isPresent();
            assertThatThrownBy(() -> FileJournal.open(path))
                    .hasMessageContaining("process " + child.process().pid())
                    .hasMessageContaining("one daemon per store");
            child.kill();
            child.process().waitFor();
            FileJournal.open(path).close();
        }
    }
}
