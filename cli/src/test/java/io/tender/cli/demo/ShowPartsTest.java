package io.tender.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Help.Ansi;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ShowPartsTest {
    private static final ShowPlan PLAN = new ShowPlan(
            40,
            Optional.of(Duration.ofSeconds(20)),
            true,
            Optional.empty(),
            Optional.empty(),
            SessionSettings.USUAL_VERBS);

    private static ShowSummary summary(List<String> problems) {
        return new ShowSummary(
                "http://127.0.0.1:43210",
                41,
                20.1,
                true,
                List.of(
                        new ShowSummary.Role("batch", 2, "batch", 0.1234, 40, 123),
                        new ShowSummary.Role("services", 2, "services", 0.0321, 8, 14),
                        new ShowSummary.Role("adhoc", 1, "short-tasks", 0.1863, 60, 321)),
                0.345,
                322,
                new ShowSummary.Tasks(458, 345, 6, 0),
                new ShowSummary.Gangs(16, 12, 1, 612, 1_234),
                12,
                Optional.of("hello from process 4711"),
                new ShowSummary.Asked(345, 0, 1.234, OptionalDouble.of(1)),
                new ShowSummary.Asked(12, 0, 2.5, OptionalDouble.of(2)),
                Optional.of(new ShowSummary.Shadow("97.5%", "-0.40", 20, 40, List.of("default/gang-1/w-0"))),
                new ShowSummary.Checks(80, 3_280),
                List.of(),
                problems);
    }

    private static List<String> drawn() {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        ShowView view = ShowView.on(new Stage.Terminal(out, Ansi.OFF, true));
        view.show(PLAN, summary(List.of()), List.of("   9 s  agent-1 is drained"));
        view.end(PLAN, summary(List.of()), List.of());
        out.flush();
        return text.toString().lines().map(line -> line.replace("\u001b[K", "")).toList();
    }

    /** The form of a line: figures and bars are others every time. */
    private static String form(String line) {
        return line.replaceAll("[█▏▎▍▌▋▊▉]", "")
                .replaceAll("[0-9]+", "0")
                .replaceAll(" +", " ")
                .strip();
    }

    private static List<String> forms(String page) throws IOException {
        return Files.readString(Path.of("..", page))
                .lines()
                .map(ShowPartsTest::form)
                .toList();
    }

    private static List<String> drawnForms() {
        return drawn().stream()
                .takeWhile(line -> !line.startsWith("Look around"))
                .map(ShowPartsTest::form)
                .toList();
    }

    @Test
    void the_page_of_the_demo_shows_what_it_prints() throws IOException {
        assertThat(forms("docs/demo.md"))
                .as("docs/demo.md shows an old demo: paste what ./tender demo prints now")
                .containsAll(drawnForms());
    }

    @Test
    void the_readme_shows_some_of_what_the_demo_prints() throws IOException {
        List<String> taste = forms("README.md").stream()
                .dropWhile(line -> !line.startsWith("Tender second"))
                .takeWhile(line -> !line.startsWith("```"))
                .toList();

        assertThat(taste).hasSizeGreaterThan(5);
        assertThat(drawnForms()).as("README.md shows an old demo").containsAll(taste);
    }

    @Test
    void the_table_fits_on_a_terminal_and_tells_where_to_look() {
        assertThat(drawn())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(120))
                .anySatisfy(line -> assertThat(line).contains("export TENDER_SERVER=http://127.0.0.1:43210"))
                .anySatisfy(line -> assertThat(line).contains("agent-1 is drained"));
    }

    @Test
    void a_broken_promise_is_told_instead_of_the_checks() {
        assertThat(summary(List.of("agent a-1 has too little")).lines())
                .contains("  PROBLEM    agent a-1 has too little")
                .noneMatch(line -> line.contains("nothing was promised twice"));
    }

    @Test
    void calls_are_added_up_by_who_was_called() {
        Map<String, Look.Calls> calls = Look.calls("""
                # TYPE tender_extender_calls_total counter
                tender_extender_calls_total{extender="http_offer_set",outcome="ok",verb="order"} 3.0
                tender_extender_calls_total{extender="x",outcome="ok",verb="a"} 5.0
                tender_extender_calls_total{extender="x",outcome="timeout",verb="b"} 2.0
                tender_extender_call_seconds_sum{extender="x",verb="a"} 0.5
                tender_extender_call_seconds_sum{extender="x",verb="b"} 2.0E-1
                tender_extender_call_seconds_count{extender="x",verb="b"} 2
                tender_extender_call_seconds_bucket{extender="x",verb="a",le="5.0E-4"} 0
                tender_extender_call_seconds_bucket{extender="x",verb="a",le="0.001"} 2
                tender_extender_call_seconds_bucket{extender="x",verb="a",le="0.005"} 3
                tender_extender_call_seconds_bucket{extender="x",verb="a",le="+Inf"} 5
                tender_extender_call_seconds_bucket{extender="x",verb="b",le="5.0E-4"} 0
                tender_extender_call_seconds_bucket{extender="x",verb="b",le="0.001"} 1
                tender_extender_call_seconds_bucket{extender="x",verb="b",le="0.005"} 1
                tender_extender_call_seconds_bucket{extender="x",verb="b",le="+Inf"} 2
                jvm_memory 3
                """);

        assertThat(calls.get("http_offer_set").made()).isEqualTo(3);
        assertThat(calls.get("x").made()).isEqualTo(7);
        assertThat(calls.get("x").failed()).isEqualTo(2);
        assertThat(calls.get("x").meanMillis()).isCloseTo(100, within(1e-9));
        assertThat(calls.get("x").halfWithinMillis()).hasValueCloseTo(5.0, within(1e-9));
        assertThat(calls.get("http_offer_set").halfWithinMillis()).isEmpty();
    }

    @Test
    void how_long_calls_take_is_told_once_there_were_some() {
        assertThat(new ShowSummary.Asked(345, 1, 1.234, OptionalDouble.of(0.25)).words())
                .isEqualTo("345 calls, 1 failed; half within 0.25 ms, 1.2 ms in the mean");
        assertThat(new ShowSummary.Asked(0, 0, 0, OptionalDouble.empty()).words())
                .isEqualTo("0 calls, 0 failed");
    }

    private static JsonNode state(String used, String offered, String tasks) {
        return new JsonMapper().readTree("""
                {"get_agents": {"agents": [{"agent_info": {"id": {"value": "a-1"}},
                   "total_resources": [{"name": "cpus", "type": "SCALAR", "scalar": {"value": 4}}],
                   "allocated_resources": [%1$s], "offered_resources": [%2$s]}]},
                 "get_frameworks": {"frameworks": [{"offers": [{"agent_id": {"value": "a-1"}, "resources": [%2$s]}]}]},
                 "get_tasks": {"tasks": [%3$s]}}
                """.formatted(used, offered, tasks));
    }

    private static String cpus(int count) {
        return "{\"name\": \"cpus\", \"type\": \"SCALAR\", \"scalar\": {\"value\": %d}}".formatted(count);
    }

    private static String task(String id, int cpus) {
        return """
                {"task_id": {"value": "%s"}, "agent_id": {"value": "a-1"}, "state": "TASK_RUNNING", "resources": [%s]}
                """.formatted(id, cpus(cpus));
    }

    @Test
    void the_audit_is_content_when_tasks_offers_and_what_is_free_make_up_the_agent() {
        Audit audit = new Audit();
        audit.check(state(cpus(2), cpus(1), task("default.gang-1.worker.0.1", 2)), Map.of("gang-1", 1));

        assertThat(audit.problems()).isEmpty();
        assertThat(audit.gangs()).isEqualTo(1);
    }

    @Test
    void the_audit_notices_what_is_promised_twice() {
        Audit audit = new Audit();
        audit.check(state(cpus(3), cpus(2), task("t", 3)), Map.of());

        assertThat(audit.problems()).singleElement().asString().contains("a-1", "cpus:4", "cpus:3", "cpus:2");
    }

    @Test
    void the_audit_notices_what_is_said_otherwise_than_it_is() {
        Audit audit = new Audit();
        audit.check(state(cpus(1), cpus(1), task("t", 2)), Map.of());

        assertThat(audit.problems()).singleElement().asString().contains("is said to have promised");
    }

    @Test
    void the_audit_notices_half_a_gang() {
        Audit audit = new Audit();
        audit.check(state(cpus(1), cpus(1), task("default.gang-1.worker.0.1", 1)), Map.of("gang-1", 3));

        assertThat(audit.problems()).singleElement().asString().contains("gang-1", "1 of its 3 tasks");
    }
}
