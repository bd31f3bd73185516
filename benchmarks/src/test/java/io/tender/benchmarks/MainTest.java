package io.tender.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.benchmarks.report.Report;
import io.tender.benchmarks.workload.Family;
import io.tender.benchmarks.workload.Workloads;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
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
                .contains("scale", "curves", "placement");
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

    @Test
    void placement_in_given_sizes_is_measured_printed_and_written(@TempDir Path folder) throws IOException {
        Path json = folder.resolve("figures.json");
        assertThat(run("placement", "--agents=10", "--tasks=60", "--batch=30", "--quick", "--json", json.toString()))
                .as(err.toString())
                .isZero();
        assertThat(Report.read(json).placements()).extracting("agents").containsExactly(10);
        assertThat(err.toString()).contains("[1/1] placement on 10 agents");
        assertThat(out.toString())
                .contains("60 tasks on 10 agents, in batches of 30")
                .contains("Fenzo, cpuMemBinPacker");
    }

    @Test
    void more_tasks_than_the_agents_have_room_for_are_a_mistake() {
        assertThat(run("placement", "--agents=10", "--tasks=321")).isEqualTo(2);
        assertThat(err.toString()).contains("--tasks: got 321 tasks for 10 agents, expected at most 32 for each agent");
    }

    @Test
    void the_ordering_of_offers_is_measured_printed_and_written(@TempDir Path folder) throws IOException {
        Path json = folder.resolve("offersets.json");
        Path document = folder.resolve("document.md");
        Files.writeString(document, "before\n<!-- begin:offersets -->\n<!-- end:offersets -->\nafter\n");

        assertThat(run("offersets", "--quick", "--json", json.toString(), "--markdown", document.toString()))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains("databind + JDK client ms").contains("100");
        assertThat(Files.readString(json)).contains("\"oursMs\"").contains("\"plainMs\"");
        assertThat(Files.readString(document))
                .contains("| offers |")
                .contains("before")
                .contains("after");
        assertThat(run("offersets", "--offers", "0")).isEqualTo(2);
    }
}
