package io.tender.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigCommandTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int check(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("tender.yaml"), text);
        return run("config", "check", file.toString());
    }

    private int run(String... args) {
        return Main.run(Map.of(), false, new PrintWriter(out), new PrintWriter(err), args);
    }

    @Test
    void good_settings_are_said_to_be_good() throws IOException {
        assertThat(check("listen: 127.0.0.1:0\n")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("all is well");
    }

    @Test
    void bad_settings_are_told_all_at_once() throws IOException {
        assertThat(check("listn: 127.0.0.1:0\nlog: {format: prose}\n")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("tender.yaml:1:1: ", "Did you mean 'listen'?", "tender.yaml:2:15: ", "2 mistakes");
    }

    @Test
    void a_module_that_is_not_there_is_missed_before_the_daemon_starts() throws IOException {
        assertThat(check("allocator: {name: nobodys}\n")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("There is no allocator called 'nobodys'");
    }

    @Test
    void a_wrong_scheduler_conf_is_told_with_its_line() throws IOException {
        assertThat(check("batch: {conf: {actions: \"alocate\", tiers: []}}\n")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("batch.conf:", "'alocate'");
    }

    @Test
    void a_file_that_is_not_there_is_missed() {
        assertThat(run("serve", "-c", folder.resolve("none.yaml").toString())).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("There is no file");
    }
}
