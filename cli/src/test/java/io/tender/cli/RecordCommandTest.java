package io.tender.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordCommandTest {
    @TempDir
    private Path folder;

    private String mistaken(String... options) {
        return failing(ExitCode.USAGE, folder.resolve("recording.jsonl"), options);
    }

    private static String failing(int expected, Path file, String... options) {
        StringWriter err = new StringWriter();
        String[] always = {"record", "--listen", ":0", "--to", "http://127.0.0.1:1", "-o", file.toString()};
        int exitCode = Main.run(
                Map.of(),
                false,
                new PrintWriter(new StringWriter()),
                new PrintWriter(err, true),
                Stream.concat(Stream.of(always), Stream.of(options)).toArray(String[]::new));
        assertThat(exitCode).isEqualTo(expected);
        return err.toString();
    }

    @Test
    void mistakes_about_tls_towards_the_scheduler_are_told() {
        String nowhere = folder.resolve("nowhere.pem").toString();
        assertThat(mistaken("--listen-certificate", nowhere)).contains("--listen-certificate and --listen-key");
        assertThat(mistaken("--listen-client-ca", nowhere))
                .contains("Certificates of clients are shown over TLS only.");
        assertThat(mistaken("--listen-certificate", nowhere, "--listen-key", nowhere))
                .contains("nowhere.pem', which does not exist");
    }

    @Test
    void a_recording_that_cannot_be_written_is_told_at_the_start() {
        assertThat(failing(ExitCode.USAGE, folder))
                .contains("The recording '" + folder + "' cannot be written.", "name another one with -o");
    }
}
