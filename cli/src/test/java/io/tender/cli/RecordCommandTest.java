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
        StringWriter err = new StringWriter();
        String[] always = {
            "record",
            "--listen",
            ":0",
            "--to",
            "http://127.0.0.1:1",
            "-o",
            folder.resolve("recording.jsonl").toString()
        };
        int exitCode = Main.run(
                Map.of(),
                false,
                new PrintWriter(new StringWriter()),
                new PrintWriter(err, true),
                Stream.concat(Stream.of(always), Stream.of(options)).toArray(String[]::new));
        assertThat(exitCode).isEqualTo(ExitCode.USAGE);
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
}
