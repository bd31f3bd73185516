package io.tender.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.Daemon;
import io.tender.daemon.settings.Settings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class ConfigCommandTest {
    private static final String DAEMON = "listen: 127.0.0.1:0\nstore: store\nagents: {local: {enabled: false}}\n";

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
    void the_file_may_stand_behind_the_option_that_serve_has() throws IOException {
        String file = Files.writeString(folder.resolve("tender.yaml"), "listen: 127.0.0.1:0\n")
                .toString();

        assertThat(run("config", "check", "-c", file)).isEqualTo(ExitCode.OK);
        assertThat(run("config", "check", "--config", file)).isEqualTo(ExitCode.OK);
        assertThat(run("config", "check", "-c", file, file)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("Two files are named.");
        assertThat(run("config", "check")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("No settings are named.");
    }

    @Test
    void bad_settings_are_told_all_at_once() throws IOException {
        assertThat(check("listn: 127.0.0.1:0\nlog: {format: prose}\n")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("tender.yaml:1:1: ", "Did you mean 'listen'?", "tender.yaml:2:15: ", "2 mistakes");
    }

    @Test
    void what_settings_name_is_checked_beside_their_own_mistakes() throws IOException {
        String text = """
                services: {offer_set_module: nobodys}
                batch:
                  schedulePeriod: soon
                  conf: {actions: "alocate", tiers: [{plugins: [{name: prority}]}]}
                limits: {streams: none}
                """;
        assertThat(check(text)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .containsSubsequence("tender.yaml:3:", "tender.yaml:5:", "'nobodys'")
                .contains("'alocate'", "Did you mean 'priority'?", "5 mistakes");

        Path file = folder.resolve("tender.yaml");
        assertThat(run("config", "check", file.toString(), "--json")).isEqualTo(ExitCode.USAGE);
        assertThat(new JsonMapper().readTree(out.toString()).path("mistakes")).hasSize(5);
    }

    @Test
    void two_modules_that_are_not_there_are_missed_at_once() throws IOException {
        Path file = Files.writeString(
                folder.resolve("tender.yaml"), "allocator: {name: nobodys}\nservices: {offer_set_module: nobodys}\n");
        assertThat(run("serve", "-c", file.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("no allocator called", "no offer set called", "2 mistakes");
    }

    @Test
    void what_an_offer_set_misses_when_it_is_made_is_told_by_the_check_and_at_the_start() throws IOException {
        String text = DAEMON + "services: {offer_set_module: http, http_offer_set_headers_file: nowhere.headers}\n";
        assertThat(check(text)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("nowhere.headers' cannot be used", "1 mistake ");

        err.getBuffer().setLength(0);
        assertThat(run("serve", "-c", folder.resolve("tender.yaml").toString())).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("nowhere.headers' cannot be used", "1 mistake ");
    }

    @Test
    void a_module_that_is_not_there_is_missed_before_the_daemon_starts() throws IOException {
        assertThat(check("allocator: {name: nobodys}\n")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("There is no allocator called 'nobodys'");
    }

    @Test
    void a_wrong_scheduler_conf_is_told_with_its_line() throws IOException {
        assertThat(check("batch: {conf: {actions: \"alocate\", tiers: []}}\n")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("tender.yaml:1:25: ", "'alocate'");
    }

    @Test
    void a_mistake_within_a_document_in_the_settings_is_told_where_it_stands() throws IOException {
        String text = """
                seed: 7
                agents:
                  simulated:
                    # One rack will do.
                    agents:
                      - count: 2
                        resources: "cpus:4"
                        nmae: "sim-{n}"
                batch:
                  conf: |
                    actions: "allocate"
                    tiers:
                    - plugins:
                      - name: prority
                """;
        assertThat(check(text)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("tender.yaml:14:15: ", "'prority'", "tender.yaml:8:");

        String map = text.replace("conf: |", "conf:");
        assertThat(check(map)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("tender.yaml:14:15: ", "'prority'");

        // With a name from elsewhere it means nothing by itself, so the lines are its own.
        String named = "services: {enabled: &no false}\n"
                + "batch: {conf: {actions: allocate, tiers: [{plugins: [{name: prority, enablePredicate: *no}]}]}}\n";
        assertThat(check(named)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("batch.conf:1:", "'prority'");
    }

    @Test
    void the_schema_is_printed_as_it_is_documented() throws IOException {
        assertThat(run("config", "schema")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).isEqualTo(Files.readString(Path.of("..", "docs", "tender.schema.json")));
    }

    @Test
    void a_daemon_reads_its_file_again_and_says_what_came_of_it() throws Exception {
        Path file = Files.writeString(folder.resolve("tender.yaml"), DAEMON);
        SettingsFile origin = new SettingsFile(file, Settings.Given.NOTHING);
        try (Daemon daemon = Daemon.start(origin.read(), "1.0", Optional.of(origin))) {
            assertThat(run("config", "reload", "--server", daemon.address())).isEqualTo(ExitCode.OK);
            assertThat(out.toString()).contains("nothing has changed");

            Files.writeString(file, DAEMON + "seed: 7\nbatch: {schedulePeriod: 50ms}\n");
            assertThat(run("config", "reload", "--server", daemon.address())).isEqualTo(ExitCode.OK);
            assertThat(out.toString())
                    .contains(
                            "batch.schedulePeriod: in force",
                            "seed: waits for a restart, since chance has begun with the old one");

            Files.writeString(file, DAEMON + "sead: 7\n");
            assertThat(run("config", "reload", "--server", daemon.address())).isEqualTo(ExitCode.FAILED);
            assertThat(err.toString()).contains("tender.yaml:4:1: ", "Did you mean 'seed'?", "stay as they are");
        }
    }

    @Test
    void a_file_that_is_not_there_is_missed() {
        assertThat(run("serve", "-c", folder.resolve("none.yaml").toString())).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("There is no file");
    }
}
