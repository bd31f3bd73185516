package io.tender.benchmarks.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.benchmarks.report.BatchTables;
import io.tender.core.batch.BatchEngine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BatchRunTest {

    @Test
    void a_quick_run_measures_everything_and_says_so() throws IOException {
        List<String> said = new ArrayList<>();

        BatchReport report = new BatchRun(true, said::add).measure();

        assertThat(said).hasSize(BatchRun.parts(true));
        assertThat(report.alone()).allSatisfy(rate -> {
            assertThat(rate.perSecond()).isPositive();
            assertThat(rate.simple()).isPresent();
        });
        assertThat(report.extended())
                .extracting(BatchReport.ExtendedRate::kind)
                .containsExactly(
                        "batchPredicate + prioritize, nothing declared",
                        "predicate alone",
                        "batchPredicate + prioritize",
                        "the same, scores with the verdicts",
                        "the same, asked ahead",
                        "answers by what a node is");
        assertThat(report.openings()).hasSize(4);
        assertThat(new BatchTables(report).text()).contains("tasks/s", "calls/task", "snapshot ms", "waiting tasks");
    }

    @Test
    void keeping_answers_decides_as_asking_anew() {
        Placing placing = new Placing(new GangWorkload(60, 600));
        try (BatchEngine keeping = Engines.usual();
                BatchEngine anew = Engines.askingAnew()) {
            placing.compare(keeping, anew);
        }
    }

    @Test
    void an_extender_that_looks_at_nodes_alone_is_asked_once_per_session() throws IOException {
        Placing placing = new Placing(new GangWorkload(60, 200));
        try (BenchExtender extender = new BenchExtender();
                BatchEngine engine = Engines.extended(Map.of(
                        "extender.urlPrefix",
                        extender.url(),
                        "extender.httpTimeout",
                        "30s",
                        "extender.batchPredicateVerb",
                        "batch",
                        "extender.prioritizeVerb",
                        "prioritize",
                        "extender.equalTasks",
                        "template",
                        "extender.looksAt",
                        "node"))) {
            placing.run(engine);
            assertThat(extender.calls()).isEqualTo(2);
        }
    }

    @Test
    void a_workload_without_a_gang_is_refused() {
        assertThatThrownBy(() -> new GangWorkload(1, 19)).hasMessageContaining("a gang of 20");
    }
}
