package io.tender.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.benchmarks.curves.Curve;
import io.tender.benchmarks.measure.CaseResult;
import io.tender.benchmarks.measure.Environment;
import io.tender.benchmarks.measure.PhaseResult;
import io.tender.benchmarks.placement.PlacementResult;
import io.tender.benchmarks.placement.PlacementResult.Kind;
import io.tender.benchmarks.reference.Calibration;
import io.tender.benchmarks.reference.Comparison;
import io.tender.benchmarks.reference.Figure;
import io.tender.benchmarks.reference.Figure.State;
import io.tender.benchmarks.scale.ScaleResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {

    private static final Report REPORT = new Report(
            new Environment("2026-01-02", "Some CPU", 2, "Linux", "Some JVM", List.of("-Xmx4g"), "one thread", 0.05),
            Optional.of(new Calibration(List.of(
                    new Calibration.Program("hash-map", 1500, 1500), new Calibration.Program("sort", 400, 420)))),
            List.of(new CaseResult(
                    "DeclineOffers",
                    "1000x50 (100 rounds)",
                    7,
                    5,
                    true,
                    List.of(
                            phase("offering round", 4, new Figure(43.4, 80, 298, State.QUIET)),
                            phase("empty round", 40, new Figure(20, 20, 20, State.BUSY)),
                            new PhaseResult("decline all", 5, 1, 1, 1, 1, 300_000, Optional.empty())),
                    Map.of("agents", 1000L))),
            Optional.of(new ScaleResult(
                    100_000,
                    10_000,
                    1_000,
                    List.of(new ScaleResult.Step("first run", 1234, 100_000, 20_000_000)),
                    1700,
                    3000,
                    50,
                    70,
                    200,
                    400,
                    4096)),
            List.of(new Curve("curve-x", "One agent", "agents", "µs", List.of(new Curve.Point(1000, 12.5)), List.of())),
            List.of(new PlacementResult(
                    5_000,
                    10_000,
                    1_000,
                    1.25,
                    List.of(
                            line("native, CPU, 1 per offer", Kind.NATIVE, 20_000),
                            line("HTTP, CPU, 1 per offer", Kind.HTTP, 9_000),
                            line("Fenzo", Kind.FENZO, 800)))));

    private static PlacementResult.Line line(String name, Kind kind, double rate) {
        return new PlacementResult.Line(
                name, kind, 10_000, 10, rate, rate * 0.9, rate / 2, rate * 2, Optional.of(1_000));
    }

    private static PhaseResult phase(String name, double medianMs, Figure figure) {
        double ratio = figure.medianMs() / medianMs;
        return new PhaseResult(
                name,
                5,
                medianMs * 3,
                medianMs / 2,
                medianMs,
                medianMs * 2,
                500_000,
                Optional.of(new Comparison(figure, ratio, Optional.of(ratio))));
    }

    @Test
    void what_is_written_as_json_is_read_back_the_same(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("new/figures.json");
        REPORT.write(file);
        assertThat(Report.read(file)).isEqualTo(REPORT);
    }

    @Test
    void the_terminal_shows_ratios_goals_and_what_is_slower() {
        StringWriter text = new StringWriter();
        ConsoleReport console = new ConsoleReport(new PrintWriter(text));
        console.workload("DeclineOffers", REPORT.cases());
        console.end(REPORT);
        assertThat(text.toString())
                .contains("43.4 / 80.0 / 298  20.0x")
                .contains("(20.0)  0.50x")
                .containsPattern("DeclineOffers +offering round +1 +20.0x +20.0x +20.0x +20.0x +10x +yes")
                .containsPattern("DeclineOffers +empty round +1 +0.50x +0.50x +0.50x +10x +no")
                .contains("Slower than the reference")
                .containsPattern("1000x50 \\(100 rounds\\) +500 +300 +500,000")
                .contains("100,000 agents, 10,000 frameworks in 1,000 roles")
                .contains("10,000 tasks on 5,000 agents, in batches of 1,000")
                .containsPattern(
                        "HTTP, CPU, 1 per offer +9,000 +8,100 +4,500 +18,000 +10,000 +1,000 +11.3x +0.45x +0.45x")
                .containsPattern("5,000 +native, CPU, 1 per offer / Fenzo +25.0x +25.0x +10.0x +yes")
                .containsPattern("5,000 +HTTP, CPU, 1 per offer / native, CPU, 1 per offer +0.45x +0.45x +0.50x +no")
                .contains("0.05 of 2 CPUs")
                .contains("Machine factor 1.00");
    }

    @Test
    void a_document_keeps_its_words_and_gets_new_tables(@TempDir Path folder) throws IOException {
        Path document = folder.resolve("benchmarks.md");
        StringBuilder text = new StringBuilder("# Speed\n");
        for (String section : List.of(
                "environment",
                "calibration",
                "summary",
                "slower",
                "garbage",
                "figures",
                "scale",
                "curves",
                "placement")) {
            text.append("Words before ").append(section).append(".\n");
            text.append("<!-- begin:").append(section).append(" -->\nold\n");
            text.append("<!-- end:").append(section).append(" -->\n");
        }
        Files.writeString(document, text);
        new MarkdownReport(REPORT).writeInto(document);
        String once = Files.readString(document);
        assertThat(once)
                .contains("Words before summary.\n<!-- begin:summary -->\n| workload | phase |")
                .contains("| DeclineOffers | offering round | 1 | 20.0x |")
                .contains("<details><summary>DeclineOffers</summary>")
                .contains("![One agent, against agents](images/curve-x.png)")
                .contains("| an agent, with its resources and a used slice | 1,700 |")
                .contains("| 5,000 | native, CPU, 1 per offer / Fenzo | 25.0x | 25.0x | 10.0x | yes |")
                .doesNotContain("old");
        new MarkdownReport(REPORT).writeInto(document);
        assertThat(Files.readString(document)).isEqualTo(once);
    }

    @Test
    void a_document_without_a_place_for_a_section_is_refused(@TempDir Path folder) throws IOException {
        Path document = folder.resolve("empty.md");
        Files.writeString(document, "nothing here\n");
        assertThatThrownBy(() -> new MarkdownReport(REPORT).writeInto(document))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("<!-- begin:environment -->");
        assertThat(Files.readString(document)).isEqualTo("nothing here\n");
    }
}
