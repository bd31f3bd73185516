package io.tender.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.spi.batch.BatchPluginFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TestCommandTest {

    private static final String GOOD = """
            scenario: a lone framework gets the agent
            steps:
              - framework: f1(r)
              - agent: a1{cpus:2;mem:64}
                expect: f1/r <- a1 all
            """;

    private static final String BAD = """
            scenario: nobody gets the agent
            steps:
              - framework: f1(r)
              - agent: a1{cpus:2;mem:64}
                expect: nothing
            """;

    @TempDir
    private Path folder;

    private record Answer(int exitCode, String out, String err) {}

    @BeforeEach
    void write_scenarios() throws IOException {
        Files.writeString(folder.resolve("good.yaml"), GOOD);
        Files.writeString(folder.resolve("bad.yaml"), BAD);
        Files.createDirectories(folder.resolve("below"));
        Files.writeString(
                folder.resolve("below/more.yaml"),
                GOOD.replace("lone", "single") + "---\n" + BAD.replace("nobody", "no one"));
        Files.writeString(folder.resolve("notes.txt"), "no scenario");
    }

    private Answer test(String... args) {
        String[] line = new String[args.length + 1];
        line[0] = "test";
        for (int i = 0; i < args.length; i++) {
            line[i + 1] = args[i].replace("FOLDER", folder.toString());
        }
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Main.run(Map.of(), false, new PrintWriter(out, true), new PrintWriter(err, true), line);
        return new Answer(exitCode, out.toString(), err.toString());
    }

    @Test
    void scenarios_that_pass_are_counted_per_file() {
        Answer answer = test("FOLDER/good.yaml");

        assertThat(answer.err()).isEmpty();
        assertThat(answer.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(answer.out()).contains("good.yaml     1 passed", "1 scenario in 1 file: 1 passed, in ");
    }

    @Test
    void a_failure_is_told_with_step_expected_got_and_line() {
        Answer answer = test("FOLDER");

        assertThat(answer.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(answer.out())
                .contains(
                        "FAILED  nobody gets the agent",
                        "bad.yaml:5:5: an unexpected offer",
                        "step:     expect: nothing",
                        "expected: nothing",
                        "got:      f1/r <- a1{cpus:2;mem:64}",
                        "4 scenarios in 3 files: 2 passed, 2 failed, in ");
    }

    @Test
    void fail_fast_stops_at_the_first_failure() {
        Answer answer = test("--fail-fast", "FOLDER");

        assertThat(answer.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(answer.out()).contains("0 passed, 1 failed, 3 not run");
    }

    @Test
    void a_filter_picks_by_name_in_any_case() {
        Answer answer = test("FOLDER", "--filter", "LONE");

        assertThat(answer.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(answer.out()).contains("1 scenario in 1 file: 1 passed");
    }

    @Test
    void a_file_without_scenarios_is_a_mistake() throws IOException {
        Path empty = Files.writeString(folder.resolve("empty.yaml"), "# nothing yet\n");
        Answer answer = test(empty.toString());
        assertThat(answer.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(answer.err()).contains("There is no scenario in", "a file without one", "to do:");
    }

    @Test
    void a_filter_that_picks_nothing_is_a_mistake() {
        Answer answer = test("FOLDER", "--filter", "quota");

        assertThat(answer.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(answer.err()).contains("No scenario's name contains 'quota'.", "got:      4 scenarios");
    }

    @Test
    void json_holds_everything_for_programs() {
        Answer answer = test("FOLDER", "--json");

        assertThat(answer.exitCode()).isEqualTo(ExitCode.FAILED);
        JsonNode report = JsonMapper.shared().readTree(answer.out());
        assertThat(report.get("passed").asInt()).isEqualTo(2);
        assertThat(report.get("failed").asInt()).isEqualTo(2);
        JsonNode bad = report.get("files").get(0).get("scenarios").get(0);
        assertThat(bad.get("name").asString()).isEqualTo("nobody gets the agent");
        assertThat(bad.get("failure").get("line").asInt()).isEqualTo(5);
        assertThat(bad.get("failure").get("got").asString()).isEqualTo("f1/r <- a1{cpus:2;mem:64}");
    }

    @Test
    void a_typo_is_told_before_anything_runs() throws IOException {
        Files.writeString(folder.resolve("good.yaml"), GOOD.replace("framework:", "framwork:"));

        Answer answer = test("FOLDER");

        assertThat(answer.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(answer.out()).isEmpty();
        assertThat(answer.err())
                .contains(
                        "good.yaml:3:5: 'framwork' is no step of a scenario about an allocator."
                                + " Did you mean 'framework'?",
                        "1 mistake in the scenario files; nothing was run.");
    }

    @Test
    void a_typo_is_told_in_json_too() throws IOException {
        Files.writeString(folder.resolve("good.yaml"), GOOD.replace("framework:", "framwork:"));

        Answer answer = test("FOLDER", "--json");

        assertThat(answer.exitCode()).isEqualTo(ExitCode.USAGE);
        JsonNode problem =
                JsonMapper.shared().readTree(answer.out()).get("problems").get(0);
        assertThat(problem.get("line").asInt()).isEqualTo(3);
        assertThat(problem.get("column").asInt()).isEqualTo(5);
    }

    @Test
    void a_path_that_does_not_exist_is_told() {
        Answer answer = test("FOLDER/scenaros");

        assertThat(answer.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(answer.err()).contains("There is no '", "scenaros'.", "expected: a scenario file");
    }

    @Test
    void a_folder_without_scenarios_is_told() throws IOException {
        Files.createDirectories(folder.resolve("empty"));

        Answer answer = test("FOLDER/empty");

        assertThat(answer.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(answer.err()).contains("There are no scenario files in", "to do:");
    }

    @Test
    void without_a_path_the_usage_is_told() {
        Answer answer = test();

        assertThat(answer.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(answer.err()).contains("Missing required parameter: 'PATH'");
    }

    @Test
    void an_unknown_allocator_fails_with_those_that_are_known() {
        Answer answer = test("FOLDER/good.yaml", "--allocator", "no-such-module");

        assertThat(answer.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(answer.out()).contains("There is no allocator called 'no-such-module'.", "hierarchical");
    }

    @Test
    void a_plugins_folder_that_is_none_is_told() {
        Answer answer = test("FOLDER/good.yaml", "--plugins", "FOLDER/nowhere");

        assertThat(answer.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(answer.err()).contains("The plugins folder");
    }

    @Test
    void scenarios_find_batch_plugins_in_the_plugins_folder() throws IOException {
        Path plugins = Files.createDirectories(folder.resolve("plugins"));
        String classFile = NothingFits.class.getName().replace('.', '/') + ".class";
        try (OutputStream out = Files.newOutputStream(plugins.resolve("mine.jar"));
                JarOutputStream jar = new JarOutputStream(out);
                InputStream compiled = NothingFits.class.getClassLoader().getResourceAsStream(classFile)) {
            jar.putNextEntry(new JarEntry(classFile));
            jar.write(Objects.requireNonNull(compiled, classFile).readAllBytes());
            jar.putNextEntry(new JarEntry("META-INF/services/" + BatchPluginFactory.class.getName()));
            jar.write(NothingFits.class.getName().getBytes(StandardCharsets.UTF_8));
        }
        Files.writeString(folder.resolve("batch.yaml"), """
                scenario: a plugin of my own has a say
                batch:
                  tiers: [gang, nothing-fits]
                  nodes: {n1: cpu=1}
                  jobs: {a: 1 x cpu=1}
                steps:
                  - session:
                    placed: nothing
                    why: {a-0: nothing fits}
                """);

        Answer answer = test("FOLDER/batch.yaml", "--plugins", "FOLDER/plugins");

        assertThat(answer.exitCode()).as(answer.out() + answer.err()).isEqualTo(ExitCode.OK);
        assertThat(test("FOLDER/batch.yaml").exitCode()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void every_scenario_of_an_allocator_passes_those_about_creation_too() {
        Answer answer = test("../scenarios/mesos", "../scenarios/compatibility", "../scenarios/options");

        assertThat(answer.exitCode()).as(answer.out()).isEqualTo(ExitCode.OK);
        assertThat(answer.out()).contains("s-creation.yaml");
    }
}
