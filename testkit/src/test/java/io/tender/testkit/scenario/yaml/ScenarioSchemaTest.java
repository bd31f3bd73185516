package io.tender.testkit.scenario.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The schema that editors use and the parser agree: on every scenario there is, and on what neither understands. */
class ScenarioSchemaTest {

    private static final Path SCHEMA = Path.of("..", "docs", "scenario.schema.json");

    private final MiniSchema schema =
            new MiniSchema((Map<?, ?>) load(ScenarioSchema.text()).getFirst());

    private static List<Object> load(String yaml) {
        List<Object> documents = new ArrayList<>();
        new Load(LoadSettings.builder().build()).loadAllFromString(yaml).forEach(document -> {
            if (document != null) {
                documents.add(document);
            }
        });
        return documents;
    }

    @Test
    void the_published_schema_is_the_one_of_this_version() throws IOException {
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(SCHEMA, ScenarioSchema.text());
        }
        assertThat(Files.readString(SCHEMA))
                .as("docs/scenario.schema.json is out of date: run this test with -Dgolden.update=true")
                .isEqualTo(ScenarioSchema.text());
    }

    @Test
    void every_scenario_of_the_repository_fits_the_schema() throws IOException {
        for (Path file : ScenarioFiles.find(Path.of("..", "scenarios"))) {
            for (Object document : load(Files.readString(file))) {
                assertThat(schema.check(document)).as("%s: %s", file, document).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "framwork: f1(r)",
                "{agent: 'a1{cpus:1}', attribute: rack}",
                "{agent: 'a1{cpus:1}', framework: f1(r)}",
                "{expect: nothing, expct: nothing}",
                "tik",
                "agent",
                "{update allocation: f1}",
                "{tick: soon}",
                "{agent: [a1]}",
                "{quota: {r: {guarante: 'cpus:1'}}}",
                "{agent: 'a1{cpus:1}', without: MULTI_ROL}",
                "{outstanding: [{ofer: f1}]}",
                "{repeat: 3}",
                "{pause: 3}"
            })
    void what_the_parser_does_not_understand_the_schema_does_not_either(String step) {
        String yaml = "scenario: x\nsteps:\n  - " + step + "\n";

        assertThatThrownBy(() -> ScenarioFiles.parse("x.yaml", yaml)).isInstanceOf(ScenarioSyntaxException.class);
        assertThat(schema.check(load(yaml).getFirst())).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tick",
                "{tick: 3}",
                "{tick: , expect: nothing}",
                "{together: [{framework: f1(r)}, {agent: 'a1..a3{cpus:1}', without: all, with: [MULTI_ROLE]}], expect: [f1 <- a1, f1 <- a2]}",
                "{framework: f1(), active: false, constraints: {r: [[rack exists, ssd not exists], a equals b]}}",
                "{framework: f1(r), constraints: none, minima: {r: anything}}",
                "{together: [{framework: f1(r)}, {agent: 'a1..a2{cpus:1}'}], outstanding: [{offer: f1 <- a1 all, domain: none}, f1 <- a2]}",
                "{repeat: 3, steps: [tick, {expect: anything}]}",
                "{together: [{agent: 'a1{cpus:1}'}], callbacks: 1}",
                "{framework: f1(r), metrics: {allocation_runs: '> 0', resources/cpus/total: 2}, shares: {r: 50%}, statuses: {a1: {}}}",
                "{whitelist: all}",
                "{whitelist: []}"
            })
    void what_the_parser_understands_the_schema_does_too(String step) {
        String yaml = "scenario: x\nsteps:\n  - " + step + "\n";

        assertThat(ScenarioFiles.parse("x.yaml", yaml)).hasSize(1);
        assertThat(schema.check(load(yaml).getFirst())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jop: www/prod/web",
                "{job: www/prod/web, instancs: 3}",
                "{job: www/prod/web, tier: best}",
                "{service: away}",
                "{service: {answer: [a1]}}",
                "{service: [{rule: alphabetical}]}",
                "{placed: {www/prod/web/0: {on: a1}}}",
                "{pending: {www/prod/web/0: {reson: No offers}}}",
                "{requests: [{host: a1}]}",
                "{updates: {www/prod/web: DONE}}",
                "{framework: f1(r)}"
            })
    void neither_understands_what_means_nothing_about_services(String step) {
        String yaml = "scenario: x\nservices: {}\nsteps:\n  - " + step + "\n";

        assertThatThrownBy(() -> ScenarioFiles.parse("x.yaml", yaml)).isInstanceOf(ScenarioSyntaxException.class);
        assertThat(schema.check(load(yaml).getFirst())).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "scenaro: x\nsteps: [tick]",
                "scenario: x",
                "scenario: x\nsteps: [tick]\nextra: 1",
                "scenario: x\noptions: {alocationInterval: 2s}\nsteps: [tick]",
                "scenario: x\nmaster: {role: r}\nsteps: [tick]",
                "scenario: x\nsubject: drf sorter\nsteps: [tick]"
            })
    void both_refuse_wrong_scenarios(String yaml) {
        assertThatThrownBy(() -> ScenarioFiles.parse("x.yaml", yaml)).isInstanceOf(ScenarioSyntaxException.class);
        assertThat(schema.check(load(yaml).getFirst())).isNotEmpty();
    }
}
