package io.tender.benchmarks.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.benchmarks.reference.Figure.State;
import io.tender.benchmarks.workload.Family;
import io.tender.benchmarks.workload.Workloads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReferenceFiguresTest {

    private final ReferenceFigures figures = ReferenceFigures.load();

    static Iterable<Family> families() {
        return Workloads.ALL;
    }

    @ParameterizedTest
    @MethodSource("families")
    void every_case_with_figures_is_one_of_its_workload(Family family) {
        assertThat(figures.labels(family.name()))
                .isNotEmpty()
                .allSatisfy(label -> assertThat(family.labelled(label).label()).isEqualTo(label));
    }

    @Test
    void a_figure_tells_what_it_is_worth() {
        assertThat(figures.find("DeclineOffers", "1000x50 (100 rounds)", "empty round"))
                .contains(new Figure(382, 466, 599, State.QUIET));
        assertThat(figures.find("Metrics", "1000x1000", "add agents"))
                .contains(new Figure(6535, 6535, 6535, State.BUSY));
        assertThat(figures.find("FullSort", "drf 1000x1000 activated", "first sort"))
                .contains(new Figure(0.342, 0.342, 0.342, State.CPU));
        assertThat(figures.find("LargeAndSmallQuota", "drf 3000", "first run"))
                .contains(new Figure(15390, 15390, 15390, State.PUBLISHED));
    }

    @Test
    void what_was_not_measured_is_absent() {
        assertThat(figures.find("DeclineOffers", "1000x50 (100 rounds)", "decline all"))
                .isEmpty();
        assertThat(figures.labels("NoSuchWorkload")).isEmpty();
    }
}
