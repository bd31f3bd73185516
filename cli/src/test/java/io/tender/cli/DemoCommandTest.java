package io.tender.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Isolated // it counts the processes that are left behind
class DemoCommandTest {
    private record Answer(int exitCode, String out, String err) {}

    private static Answer demo(boolean terminal, String options) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Main.run(
                Map.of(),
                terminal,
                new PrintWriter(out, true),
                new PrintWriter(err, true),
                ("demo " + options).trim().split(" +"));
        return new Answer(exitCode, out.toString(), err.toString());
    }

    private static Set<Long> children() {
        return ProcessHandle.current().descendants().map(ProcessHandle::pid).collect(Collectors.toSet());
    }

    private static Set<Path> folders() throws IOException {
        try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return all.filter(path -> path.getFileName().toString().startsWith("tender-demo-"))
                    .collect(Collectors.toSet());
        }
    }

    @Test
    void everybody_takes_part_every_promise_is_kept_and_nothing_is_left_behind() throws Exception {
        Set<Long> processes = children();
        Set<Path> folders = folders();

        Answer answer = demo(true, "--agents 6 --seconds 3 --json");

        assertThat(answer.err()).contains("A daemon at http://127.0.0.1:", "export TENDER_SERVER=");
        JsonNode summary = new JsonMapper().readTree(answer.out());
        assertThat(summary.path("problems")).as(answer.out()).isEmpty();
        assertThat(summary.path("notes")).isEmpty();
        assertThat(answer.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(summary.path("complete").asBoolean()).isTrue();
        assertThat(summary.path("agents").asInt()).isEqualTo(7);
        assertThat(summary.path("roles"))
                .hasSize(3)
                .allSatisfy(role ->
                        assertThat(role.path("launched").asInt()).as("%s", role).isPositive());
        assertThat(summary.at("/gangs/started").asInt()).isPositive();
        assertThat(summary.at("/extender/calls").asInt()).isPositive();
        assertThat(summary.at("/extender/failed").asInt()).isZero();
        assertThat(summary.at("/offerSet/calls").asInt()).isPositive();
        assertThat(summary.at("/offerSet/failed").asInt()).isZero();
        assertThat(summary.path("realJobs").asInt()).isPositive();
        assertThat(summary.path("said").asString()).startsWith("hello from process ");
        assertThat(summary.at("/tasks/failed").asInt()).isZero();
        assertThat(children()).isEqualTo(processes);
        assertThat(folders()).isEqualTo(folders);
    }

    @Test
    void services_of_yours_that_are_not_there_are_told_and_done_without() {
        Answer answer = demo(
                false,
                "--agents 4 --seconds 2 --no-processes --offer-set http://127.0.0.1:1/v1/offerset --extender http://127.0.0.1:1");

        assertThat(answer.exitCode()).as(answer.out()).isEqualTo(ExitCode.OK);
        assertThat(answer.out())
                .contains("The extender at http://127.0.0.1:1 did not answer every question")
                .contains("The offer-set service at http://127.0.0.1:1/v1/offerset did not answer every question")
                .containsPattern("gangs +[1-9][0-9]* started whole")
                .contains("Done after", "nothing was promised twice, every gang was whole")
                .doesNotContain("processes", "\u001b");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--agents 0|a number from 1 to 5000",
                "--seconds 0|a number from 1 to 3600",
                "--agents many|'many'",
                "--keep --short|at most one",
                "--offer-set ftp://here|an http or https address",
                "--extender ftp://here|an http or https address"
            })
    void a_mistake_on_the_command_line_is_told_with_what_would_be_right(String options, String said) {
        Answer answer = demo(false, options);

        assertThat(answer.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(answer.out()).isEmpty();
        assertThat(answer.err()).contains(said).doesNotContain("\tat ");
    }

    @Test
    void a_verb_that_no_extender_has_is_told_before_anything_is_shown() throws Exception {
        Set<Path> folders = folders();

        Answer answer = demo(
                false,
                "--agents 2 --extender http://127.0.0.1:1 --offer-set http://127.0.0.1:1 --extender-verbs bless");

        assertThat(answer.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(answer.err()).contains("extender.blessVerb");
        assertThat(folders()).isEqualTo(folders);
    }
}
