package io.tender.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.journal.Journal;
import io.tender.daemon.journal.JournalException;
import io.tender.daemon.journal.Journals;
import io.tender.daemon.journal.StoreSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class JournalCommandTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return Main.run(Map.of(), false, new PrintWriter(out), new PrintWriter(err), args);
    }

    private Path written() throws JournalException {
        Path store = folder.resolve("store");
        try (Journal journal = Journals.open(new StoreSettings.Folder(store))) {
            journal.recover();
            for (int i = 0; i < 50; i++) {
                journal.append(List.of(("record " + i).repeat(20).getBytes(UTF_8)));
            }
        }
        return store;
    }

    /** Changes a byte in the middle of the largest file. */
    private static void damage(Path store) throws IOException {
        try (Stream<Path> files = Files.walk(store)) {
            Path largest = files.filter(Files::isRegularFile)
                    .max(Comparator.comparingLong(file -> file.toFile().length()))
                    .orElseThrow();
            try (RandomAccessFile file = new RandomAccessFile(largest.toFile(), "rw")) {
                file.seek(file.length() / 2);
                int old = file.read();
                file.seek(file.length() / 2);
                file.write(old ^ 1);
            }
        }
    }

    @Test
    void a_whole_journal_is_said_to_be_whole() throws JournalException {
        Path store = written();

        assertThat(run("journal", "check", "--store", store.toString())).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("50");
    }

    @Test
    void a_damaged_journal_is_cut_when_it_is_asked_for_and_not_before() throws IOException, JournalException {
        Path store = written();
        damage(store);

        assertThat(run("journal", "check", "--store", store.toString())).isEqualTo(ExitCode.FAILED);
        assertThat(out.toString()).doesNotContain("--apply");
        assertThat(run("journal", "repair", "--store", store.toString())).isEqualTo(ExitCode.FAILED);
        assertThat(out.toString()).endsWith("Nothing was changed: --apply makes the cut.\n");
        assertThat(run("journal", "repair", "--apply", "--store", store.toString()))
                .isEqualTo(ExitCode.OK);
        assertThat(run("journal", "check", "--store", store.toString())).isEqualTo(ExitCode.OK);
    }

    @Test
    void a_store_that_is_not_there_is_missed() {
        assertThat(run("journal", "check", "--store", folder.resolve("none").toString()))
                .isEqualTo(ExitCode.INTERNAL);
        assertThat(err.toString()).contains("There is no journal to look at.", "none");
    }

    @Test
    void what_is_found_is_told_in_json_too() throws IOException, JournalException {
        Path store = written();
        assertThat(run("journal", "check", "--json", "--store", store.toString()))
                .isEqualTo(ExitCode.OK);
        assertThat(new JsonMapper().readTree(out.toString()).path("records").asInt())
                .isEqualTo(50);
        damage(store);
        out.getBuffer().setLength(0);

        assertThat(run("journal", "repair", "--apply", "--json", "--store", store.toString()))
                .isEqualTo(ExitCode.OK);
        assertThat(new JsonMapper().readTree(out.toString()).path("cut").asBoolean())
                .isTrue();
    }
}
