package io.tender.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.benchmarks.report.Report;
import io.tender.benchmarks.workload.Family;
import io.tender.benchmarks.workload.Workloads;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        return Main.run(new PrintWriter(out), new PrintWriter(err), arguments);
    }

    @Test
    void the_list_names_every_workload() {
        assertThat(run("--list")).isZero();
        assertThat(out.toString())
                .contains(Workloads.ALL.stream().map(Family::name).toList())
                .contains("scale", "curves");
    }

    @Test
    void an_unknown_workload_is_a_mistake_that_names_the_known_ones() {
        assertThat(run("DeclineOfers")).isEqualTo(2);
        assertThat(err.toString())
                .contains("There is no workload 'DeclineOfers'.")
                .contains("DeclineOffers");
    }

    @Test
    void sizes_that_make_no_sense_are_a_mistake() {
        assertThat(run("DeclineOffers", "--agents", "0")).isEqualTo(2);
        assertThat(err.toString()).contains("--agents").contains("0");
        assertThat(run("DeclineOffers", "--repeat", "0")).isEqualTo(2);
    }

    @Test
    void a_workload_in_given_sizes_is_measured_printed_and_written(@TempDir Path folder) throws IOException {
        Path json = folder.resolve("figures.json");
        assertThat(run(
                        "declineoffers",
                        "--agents=10,20",
                        "--frameworks=3",
                        "--rounds=2",
                        "--quick",
                        "--json",
                        json.toString()))
                .as(err.toString())
                .isZero();
        assertThat(Report.read(json).cases()).extracting("label").containsExactly("10x3 (2 rounds)", "20x3 (2 rounds)");
        assertThat(err.toString()).contains("[1/2] DeclineOffers 10x3 (2 rounds)");
        assertThat(run("--from", json.toString())).isZero();
        assertThat(out.toString()).contains("offering round").contains("Hosting:");
    }
}
