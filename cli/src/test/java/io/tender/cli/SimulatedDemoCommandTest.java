package io.tender.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SimulatedDemoCommandTest {

    private record Answer(int exitCode, String out, String err) {}

    private static Answer demo(boolean terminal, String options) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Main.run(
                Map.of(),
                terminal,
                new PrintWriter(out, true),
                new PrintWriter(err, true),
                ("demo simulated " + options).trim().split(" +"));
        return new Answer(exitCode, out.toString(), err.toString());
    }

    @Test
    void in_a_log_it_tells_its_progress_and_ends_with_a_summary() {
        Answer answer = demo(false, "--agents 5 --seconds 1 --speed 20");

        assertThat(answer.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(answer.err()).isEmpty();
        assertThat(answer.out())
                .contains(" 10% ", "100% ", "Done after 20.0 simulated seconds", "nothing was promised twice")
                .doesNotContain("\u001b");
    }

    @Test
    void on_a_terminal_it_draws_a_table_in_place() {
        Answer answer = demo(true, "--agents 5 --seconds 1 --speed 20 --no-services --no-batch");

        assertThat(answer.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(answer.out()).contains("\u001b[", "second 20 of 20", "Done after 20.0 simulated seconds");
    }

    @Test
    void as_json_it_prints_nothing_else_to_standard_output() {
        Answer answer = demo(true, "--agents 5 --seconds 1 --speed 20 --seed 4 --json");

        assertThat(answer.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(answer.err()).contains("100% ");
        JsonNode json = JsonMapper.builder().build().readTree(answer.out());
        assertThat(json.get("seed").asLong()).isEqualTo(4);
        assertThat(json.get("complete").asBoolean()).isTrue();
        assertThat(json.get("offers").asLong())
                .isPositive()
                .isEqualTo(json.get("accepted").asLong()
                        + json.get("declined").asLong()
                        + json.get("unanswered").asLong());
        assertThat(json.get("problems")).isEmpty();
        assertThat(json.get("roles")).hasSize(5);
        assertThat(json.get("orders").get("answered").asLong())
                .isPositive()
                .isEqualTo(json.get("orders").get("asked").asLong());
        assertThat(json.get("gangs").get("started").asLong()).isPositive();
        assertThat(json.get("gangs").get("calls").asLong()).isPositive();
        assertThat(json.get("gangs").get("failed").asLong()).isZero();
    }

    @Test
    void without_services_and_batch_it_is_three_frameworks_and_nobody_is_asked() {
        Answer answer = demo(false, "--agents 5 --seconds 1 --speed 20 --no-services --no-batch");

        assertThat(answer.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(answer.out()).contains("web", "crunch", "scout").doesNotContain("shop", "orders", "train", "gangs");
    }

    @Test
    void a_service_that_is_not_there_is_told_and_the_demo_goes_on_in_native_order() {
        Answer answer = demo(false, "--agents 5 --seconds 1 --speed 20 --offer-set http://127.0.0.1:1/v1/offerset");

        assertThat(answer.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(answer.out())
                .contains("The offer-set service at http://127.0.0.1:1/v1/offerset gives no order")
                .contains(" 0 answered,", "Done after 20.0 simulated seconds", "nothing was promised twice");
    }

    @Test
    void an_extender_that_is_not_there_is_told_and_gangs_are_placed_without_it() {
        Answer answer = demo(false, "--agents 5 --seconds 1 --speed 20 --extender http://127.0.0.1:1");

        assertThat(answer.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(answer.out())
                .contains("The extender at http://127.0.0.1:1 did not answer every question")
                .containsPattern("gangs   [1-9][0-9]* started whole")
                .contains("Done after 20.0 simulated seconds", "nothing was promised twice");
    }

    @Test
    void other_sorters_can_be_chosen() {
        Answer answer = demo(
                false,
                "--agents 3 --seconds 1 --speed 10 --no-services --no-batch --allocator HierarchicalDRF --role-sorter random");

        assertThat(answer.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(answer.out()).contains("allocator 'HierarchicalDRF'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--agents 0|a number from 1 to 5000",
                "--seconds 0|a number from 1 to 3600",
                "--speed 0|a number from 0.1 to 1000",
                "--speed NaN|a number from 0.1 to 1000",
                "--agents many|'many'",
                "--allocator mine|known:    hierarchical",
                "--role-sorter fifo|'drf' or 'random'",
                "-Pspeed=9|takes no parameters",
                "--plugins /no/such/folder|is not a folder",
                "--offer-set ftp://here|an http or https address",
                "--offer-set http://here --no-services|at most one",
                "--extender ftp://here|an http or https address",
                "--extender http://here --extender-verbs bless|verbs of docs/extenders.md",
                "--extender http://here --no-batch|at most one"
            })
    void a_mistake_on_the_command_line_is_told_with_what_would_be_right(String options, String said) {
        Answer answer = demo(false, options);

        assertThat(answer.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(answer.out()).isEmpty();
        assertThat(answer.err()).contains(said, "to do:").doesNotContain("\tat ");
    }

    @Test
    void an_empty_plugins_folder_is_fine(@TempDir Path folder) {
        Answer answer = demo(false, "--agents 3 --seconds 1 --speed 1 --no-services --no-batch --plugins " + folder);

        assertThat(answer.exitCode()).isEqualTo(ExitCode.OK);
    }
}
