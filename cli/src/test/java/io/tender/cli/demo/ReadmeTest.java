package io.tender.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.allocator.HierarchicalAllocator;
import io.tender.core.sorter.SorterKind;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Help.Ansi;

/** The README shows what {@code ./tender demo} really prints. */
class ReadmeTest {

    private static final List<String> SHOWN = List.of(
            "serving ",
            "batch ",
            "adhoc ",
            "shop ",
            "science ",
            "  offers ",
            "  tasks ",
            "  orders ",
            "  gangs ",
            "  checks ");

    @Test
    void the_demo_in_the_readme_is_the_demo_of_today() throws IOException {
        String readme = Files.readString(Path.of("..", "README.md"));
        StringWriter drawn = new StringWriter();
        PrintWriter out = new PrintWriter(drawn);
        LiveTable table = new LiveTable(out, Ansi.OFF, true);
        DemoPlan asWithoutOptions = new DemoPlan(40, Duration.ofSeconds(100), 1, false);
        Summary summary;
        try (Helpers helpers = Helpers.open(new OrderedBy.Example(), new ExtendedBy.Example());
                Demo demo = new Demo(
                        asWithoutOptions,
                        "hierarchical",
                        host -> new HierarchicalAllocator(host, SorterKind.DRF, SorterKind.DRF),
                        helpers)) {
            summary = demo.run(new Pace(Double.POSITIVE_INFINITY, new CountDownLatch(1)), table);
        }
        out.flush();
        String lastDrawing = drawn.toString().substring(drawn.toString().lastIndexOf("Tender "));
        List<String> last =
                lastDrawing.lines().map(line -> line.replace("\u001b[K", "")).toList();

        assertThat(last)
                .filteredOn(ReadmeTest::isShown)
                .hasSize(5)
                .allSatisfy(line -> assertThat(readme)
                        .as("README.md shows an old demo: paste what ./tender demo prints now")
                        .contains(line));
        assertThat(summary.lines())
                .filteredOn(line -> isShown(line) && !line.startsWith("  role"))
                .hasSize(5)
                .map(ReadmeTest::withoutTimes)
                .allSatisfy(line -> assertThat(readme)
                        .as("README.md shows an old demo: paste what ./tender demo prints now")
                        .contains(line));
    }

    /** How long the service took is another figure on every machine. */
    private static String withoutTimes(String line) {
        return line.replaceAll("; median .*", "");
    }

    private static boolean isShown(String line) {
        return SHOWN.stream().anyMatch(line::startsWith);
    }
}
