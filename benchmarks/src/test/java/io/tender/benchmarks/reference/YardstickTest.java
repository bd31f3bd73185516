package io.tender.benchmarks.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class YardstickTest {

    private static final String OUTPUT = """
            hash-map 2992.0 3000.0 100.0
            pointer-chase 904.0
            xorshift 974.0 974.0
            sort 836.0
            """;

    @Test
    void the_machine_factor_is_the_geometric_mean_of_the_memory_bound_programs() {
        Calibration calibration = Calibration.parse(OUTPUT);
        assertThat(calibration.programs())
                .extracting(Calibration.Program::factor)
                .containsExactly(2.0, 0.5, 1.0, 2.0);
        assertThat(calibration.factor()).isCloseTo(1.0, within(1e-9));
    }

    @Test
    void a_ratio_is_normalised_in_favour_of_the_slower_machine() {
        Calibration slow = Calibration.parse("hash-map 2992.0\npointer-chase 3616.0\n");
        Comparison comparison = new Yardstick(ReferenceFigures.load(), Optional.of(slow))
                .compare("Metrics", "1000x200", "add agents", 52.0, 104.1)
                .orElseThrow();
        assertThat(comparison.ratio()).isCloseTo(10, within(1e-9));
        assertThat(comparison.normalisedRatio())
                .hasValueSatisfying(ratio -> assertThat(ratio).isCloseTo(20, within(1e-9)));
    }

    @Test
    void the_best_of_several_runs_is_compared_with_the_best_of_ours() {
        Yardstick yardstick = new Yardstick(ReferenceFigures.load(), Optional.empty());
        Comparison comparison = yardstick
                .compare("HierarchyFullSort", "random 1000x1022 activated", "second sort", 0.05, 0.1)
                .orElseThrow();
        assertThat(comparison.reference().ofBestRun()).isTrue();
        assertThat(comparison.ratio()).isCloseTo(comparison.reference().medianMs() / 0.05, within(1e-9));
    }

    @Test
    void without_calibration_the_raw_ratio_stands() {
        Comparison comparison = new Yardstick(ReferenceFigures.load(), Optional.empty())
                .compare("Metrics", "1000x200", "add agents", 52.0, 104.1)
                .orElseThrow();
        assertThat(comparison.normalisedRatio()).isEmpty();
        assertThat(comparison.fair()).isEqualTo(comparison.ratio());
    }

    @Test
    void output_of_something_else_is_refused() {
        assertThatThrownBy(() -> Calibration.parse("bogomips 12"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the calibration printed 'bogomips 12'");
    }
}
