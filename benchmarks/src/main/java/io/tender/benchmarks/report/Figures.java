package io.tender.benchmarks.report;

import io.tender.benchmarks.measure.CaseResult;
import io.tender.benchmarks.measure.PhaseResult;
import io.tender.benchmarks.reference.Comparison;
import java.util.List;
import java.util.stream.Collectors;

/** Every figure of some cases. */
final class Figures {

    private Figures() {}

    static Table table(List<CaseResult> cases) {
        Table table = new Table(
                2, "case", "phase", "first ms", "min ms", "median ms", "max ms", "reference ms", "ratio", "normalised");
        for (CaseResult result : cases) {
            String label = result.label();
            for (PhaseResult phase : result.phases()) {
                table.add(
                        label,
                        phase.phase(),
                        Numbers.ms(phase.firstMs()),
                        Numbers.ms(phase.minMs()),
                        Numbers.ms(phase.medianMs()),
                        Numbers.ms(phase.maxMs()),
                        phase.comparison()
                                .map(comparison -> Numbers.reference(comparison.reference()))
                                .orElse(""),
                        phase.comparison()
                                .map(comparison -> Numbers.ratio(comparison.ratio()))
                                .orElse(""),
                        phase.comparison()
                                .flatMap(Comparison::normalisedRatio)
                                .map(Numbers::ratio)
                                .orElse(""));
                label = "";
            }
        }
        return table;
    }

    /** The counts of some cases, a line each. */
    static String facts(List<CaseResult> cases) {
        return cases.stream()
                .filter(result -> !result.facts().isEmpty())
                .map(result -> result.label() + ": "
                        + result.facts().entrySet().stream()
                                .map(fact -> fact.getKey() + " " + Numbers.count(fact.getValue()))
                                .collect(Collectors.joining(", ")))
                .collect(Collectors.joining("\n"));
    }

    /** Bytes allocated for each offer in rounds that decline everything. */
    static Table garbage(List<CaseResult> cases) {
        Table table = new Table(
                2,
                "workload",
                "case",
                "run, bytes per offer",
                "decline with filter, bytes per offer",
                "run that offers nothing, bytes in all");
        for (CaseResult result : cases) {
            Long agents = result.facts().get("agents");
            if (agents != null) {
                table.add(
                        result.workload(),
                        result.label(),
                        perOffer(result, "offering round", agents),
                        perOffer(result, "decline all", agents),
                        perOffer(result, "empty round", 1));
            }
        }
        return table;
    }

    private static String perOffer(CaseResult result, String phase, long offers) {
        return result.phases().stream()
                .filter(each -> each.phase().equals(phase))
                .findFirst()
                .map(each -> Numbers.count(Math.round((double) each.medianBytes() / offers)))
                .orElse("");
    }
}
