package io.tender.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class MainTest {
    private record Answer(int exitCode, String out, String err) {}

    private static Answer tender(String... args) {
        return tender(Map.of(), false, args);
    }

    private static Answer tender(Map<String, String> environment, boolean terminal, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Main.run(environment, terminal, new PrintWriter(out, true), new PrintWriter(err, true), args);
        return new Answer(exitCode, out.toString(), err.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "completion --help", "help completion"})
    void help_is_everywhere_and_lists_the_exit_codes(String line) {
        Answer answer = tender(line.split(" "));

        assertThat(answer.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(answer.err()).isEmpty();
        assertThat(answer.out()).contains("usage: tender").contains("exit codes:", "0   what was asked for was done");
    }

    @Test
    void without_a_command_it_shows_the_commands() {
        Answer answer = tender();

        assertThat(answer.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(answer.out()).contains("commands:", "completion");
    }

    @Test
    void the_version_names_the_program_and_the_jdk() {
        Answer answer = tender("--version");

        assertThat(answer.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(answer.out()).startsWith("tender 0.").contains("JDK " + System.getProperty("java.version"));
    }

    @Test
    void completion_prints_a_script_that_knows_the_commands() {
        Answer answer = tender("completion");

        assertThat(answer.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(answer.out()).startsWith("#!/usr/bin/env bash").contains("complete -F", "completion");
    }

    @Test
    void a_mistyped_command_is_answered_with_the_likely_one_and_the_known_ones() {
        Answer answer = tender("completoin");

        assertThat(answer.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(answer.out()).isEmpty();
        assertThat(answer.err().lines())
                .element(0)
                .isEqualTo("'tender' has no command 'completoin'. Did you mean 'completion'?");
        assertThat(answer.err()).contains("known:", "completion", "to do:    see 'tender --help'");
    }

    @Test
    void two_letters_swapped_are_one_slip() {
        assertThat(tender("tset").err().lines())
                .element(0)
                .isEqualTo("'tender' has no command 'tset'. Did you mean 'test'?");
    }

    @Test
    void a_word_that_is_like_no_command_is_answered_without_a_guess() {
        assertThat(tender("frobnicate").err().lines()).element(0).isEqualTo("'tender' has no command 'frobnicate'.");
    }

    @Test
    void a_mistyped_option_is_answered_with_the_likely_one() {
        Answer answer = tender("completion", "--hepl");

        assertThat(answer.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(answer.err()).contains("'tender completion' has no option '--hepl'. Did you mean '--help'?");
    }

    @Test
    void an_argument_too_many_is_named() {
        Answer answer = tender("completion", "now");

        assertThat(answer.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(answer.err()).contains("'tender completion' takes no argument 'now'.");
    }

    @Test
    void colours_are_for_terminals_only() {
        assertThat(tender(Map.of(), false, "--help").out()).doesNotContain("\u001b[");
        assertThat(tender(Map.of(), true, "--help").out()).contains("\u001b[");
        assertThat(tender(Map.of("NO_COLOR", "1"), true, "--help").out()).doesNotContain("\u001b[");
        assertThat(tender(Map.of("TERM", "dumb"), true, "--help").out()).doesNotContain("\u001b[");
    }

    @Command(name = "failing")
    private static final class Failing implements Runnable {
        private final RuntimeException failure;

        private Failing(RuntimeException failure) {
            this.failure = failure;
        }

        @Override
        public void run() {
            throw failure;
        }
    }

    private static Answer failing(RuntimeException failure, Map<String, String> environment) {
        StringWriter err = new StringWriter();
        int exitCode = new CommandLine(new Failing(failure))
                .setErr(new PrintWriter(err, true))
                .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
                .setExecutionExceptionHandler(new Mistakes(environment))
                .execute();
        return new Answer(exitCode, "", err.toString());
    }

    @Test
    void a_users_mistake_is_told_in_lines_without_a_stack_trace() {
        UserError error = UserError.usage("There are no scenarios in 'x'.")
                .got("a folder that does not exist")
                .expected("a folder")
                .toDo("name an existing one");

        Answer answer = failing(error, Map.of());

        assertThat(answer.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(answer.err().lines())
                .containsExactly(
                        "There are no scenarios in 'x'.",
                        "  got:      a folder that does not exist",
                        "  expected: a folder",
                        "  to do:    name an existing one");
    }

    @Test
    void a_bug_is_told_shortly_and_in_full_on_request() {
        RuntimeException bug = new IllegalStateException("the roof leaks");

        Answer shortly = failing(bug, Map.of());
        Answer fully = failing(bug, Map.of("TENDER_DEBUG", "1"));

        assertThat(shortly.exitCode()).isEqualTo(ExitCode.INTERNAL);
        assertThat(shortly.err()).contains("the roof leaks", "TENDER_DEBUG").doesNotContain("\tat ");
        assertThat(fully.err()).contains("the roof leaks", "\tat io.tender.cli");
    }
}
