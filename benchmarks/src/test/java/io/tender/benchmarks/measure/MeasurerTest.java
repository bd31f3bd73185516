package io.tender.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.benchmarks.reference.ReferenceFigures;
import io.tender.benchmarks.reference.Yardstick;
import io.tender.benchmarks.workload.Candidate;
import io.tender.benchmarks.workload.Recorder;
import io.tender.benchmarks.workload.Recorder.Sample;
import io.tender.benchmarks.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MeasurerTest {

    private static final Candidate NONE = (host, sorter) -> {
        throw new AssertionError("this workload needs no allocator");
    };

    private final List<String> steps = new ArrayList<>();
    private int runs;

    /** Takes 100 ms in its first run, then 10 ms twice per run; its figures are invented. */
    private final Workload invented = new Workload() {
        @Override
        public String name() {
            return "DeclineOffers";
        }

        @Override
        public String label() {
            return "1000x50 (100 rounds)";
        }

        @Override
        public void run(Candidate candidate, Recorder recorder) {
            runs++;
            long nanos = runs == 1 ? 100_000_000 : 10_000_000;
            recorder.add("offering round", new Sample(nanos, 500));
            recorder.add("offering round", new Sample(nanos + runs * 1000L, 700));
            recorder.fact("runs", runs);
        }
    };

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private CaseResult measure(Effort effort) {
        Yardstick yardstick = new Yardstick(ReferenceFigures.load(), Optional.empty());
        return new Measurer(NONE, effort, yardstick).measure(invented, steps::add);
    }

    @Test
    void it_warms_up_until_three_runs_agree_and_then_measures() {
        CaseResult result = measure(new Effort(5, Duration.ZERO, Duration.ZERO, Duration.ZERO, MINUTE, 100));
        // The first one, three that agree, and the one after the heap was cleaned.
        assertThat(result.warmUps()).isEqualTo(5);
        assertThat(result.runs()).isEqualTo(5);
        assertThat(result.steady()).isTrue();
        assertThat(runs).isEqualTo(10);
        assertThat(steps).startsWith("first run", "warm-up 1").endsWith("run 5 of 5");
        assertThat(result.facts()).containsEntry("runs", 10L);
    }

    @Test
    void warming_up_is_bounded() {
        CaseResult result = measure(new Effort(1, Duration.ZERO, MINUTE, MINUTE, MINUTE, 3));
        assertThat(result.warmUps()).isEqualTo(4);
        assertThat(result.steady()).isFalse();
    }

    @Test
    void short_runs_are_repeated_but_not_for_ever() {
        CaseResult result = measure(new Effort(5, MINUTE, Duration.ZERO, Duration.ZERO, Duration.ZERO, 40));
        assertThat(result.runs()).isEqualTo(40);
    }

    @Test
    void the_first_run_is_told_apart_from_the_measured_ones() {
        PhaseResult phase = measure(Effort.quick(3)).phases().getFirst();
        assertThat(phase.firstMs()).isEqualTo(100.0005);
        assertThat(phase.samples()).isEqualTo(6);
        assertThat(phase.minMs()).isEqualTo(10);
        assertThat(phase.maxMs()).isGreaterThan(10).isLessThan(10.1);
        assertThat(phase.medianBytes()).isEqualTo(600);
        assertThat(phase.comparison())
                .hasValueSatisfying(comparison -> assertThat(comparison.ratio()).isBetween(7.8, 8.0));
    }

    @Test
    void the_middle_of_an_even_number_lies_between_two() {
        assertThat(Statistics.of(4, 1, 3, 2)).isEqualTo(new Statistics(1, 2.5, 4));
        assertThat(Statistics.of(5, 1, 3)).isEqualTo(new Statistics(1, 3, 5));
        assertThatThrownBy(Statistics::of).isInstanceOf(IllegalArgumentException.class);
    }
}
