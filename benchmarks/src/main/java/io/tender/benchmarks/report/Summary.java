package io.tender.benchmarks.report;

import io.tender.benchmarks.measure.CaseResult;
import io.tender.benchmarks.measure.PhaseResult;
import io.tender.benchmarks.measure.Statistics;
import io.tender.benchmarks.reference.Comparison;
import io.tender.benchmarks.reference.Figure.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The ratios of all cases, by workload and phase. */
final class Summary {

    /** Below this a reference figure, given in thousandths of a millisecond, has too few digits for a ratio. */
    static final double TOO_SHORT_MS = 0.02;

    /** How far the shortest reference figures may be from what was measured, since they were rounded. */
    private static final double HALF_A_DIGIT_MS = 0.0005;

    private static final String INACTIVE = "inactive";

    private final List<CaseResult> cases;

    Summary(List<CaseResult> cases) {
        this.cases = cases;
    }

    private record Key(String workload, String phase) {}

    /** One line per workload and phase; cases that sort nothing and figures that are too short are left out. */
    Table ratios() {
        Map<Key, List<Comparison>> groups = new LinkedHashMap<>();
        for (CaseResult result : cases) {
            if (result.label().endsWith(INACTIVE)) {
                continue;
            }
            for (PhaseResult phase : result.phases()) {
                phase.comparison()
                        .filter(comparison -> comparison.reference().medianMs() >= TOO_SHORT_MS)
                        .ifPresent(comparison -> groups.computeIfAbsent(
                                        new Key(result.workload(), group(phase.phase())), key -> new ArrayList<>())
                                .add(comparison));
            }
        }
        Table table = new Table(
                2, "workload", "phase", "cases", "slowest", "median", "fastest", "slowest quiet", "goal", "reached");
        groups.forEach((key, comparisons) -> {
            Statistics all = statistics(comparisons);
            List<Comparison> quiet = comparisons.stream()
                    .filter(comparison -> comparison.reference().state() == State.QUIET
                            || comparison.reference().state() == State.CPU)
                    .toList();
            double goal = Goal.of(key.workload(), key.phase());
            table.add(
                    key.workload(),
                    key.phase(),
                    Integer.toString(comparisons.size()),
                    Numbers.ratio(all.min()),
                    Numbers.ratio(all.median()),
                    Numbers.ratio(all.max()),
                    quiet.isEmpty() ? "" : Numbers.ratio(statistics(quiet).min()),
                    Math.round(goal) + "x",
                    all.min() >= goal ? "yes" : "no");
        });
        return table;
    }

    /** Every figure in which the reference is the faster one by more than its last digit could be off, however short. */
    Table slower() {
        Table table = new Table(3, "workload", "case", "phase", "ours ms", "reference ms", "ratio");
        for (CaseResult result : cases) {
            for (PhaseResult phase : result.phases()) {
                phase.comparison()
                        .filter(comparison -> comparison.fair() < 1
                                && phase.comparedMs() - comparison.reference().medianMs() > HALF_A_DIGIT_MS)
                        .ifPresent(comparison -> table.add(
                                result.workload(),
                                result.label(),
                                phase.phase(),
                                Numbers.ms(phase.comparedMs()),
                                Numbers.reference(comparison.reference()),
                                Numbers.ratio(comparison.fair())));
            }
        }
        return table;
    }

    private static String group(String phase) {
        return phase.startsWith("round ") ? "rounds 1 to 10" : phase;
    }

    private static Statistics statistics(List<Comparison> comparisons) {
        return Statistics.of(comparisons.stream().mapToDouble(Comparison::fair).toArray());
    }
}
