package io.tender.benchmarks.workload;

import io.tender.benchmarks.workload.Recorder.Sample;
import io.tender.model.Filters;
import java.util.Optional;

/**
 * Rounds in which all offers are declined for ever and one run follows.
 *
 * <p>The original times the run alone. Declining is a phase of its own here, because it costs as well.
 */
final class DecliningRounds {

    private static final Optional<Filters> FOR_EVER = Optional.of(Filters.ofSeconds(Integer.MAX_VALUE));

    private DecliningRounds() {}

    static void play(Bench bench, int rounds, int agents, int frameworks, Recorder recorder) {
        recorder.fact("agents", agents);
        long filters = 0;
        for (int round = 0; round < rounds; round++) {
            int declined = bench.offersMade();
            filters += declined;
            Sample declining = Sample.of(() -> bench.returnOffers(FOR_EVER));
            if (declined > 0) {
                recorder.add("decline all", declining);
            }
            Sample sample = Sample.of(bench::tick);
            int offered = bench.offersMade();
            // Adding the agents offered each of them to a first framework, each later round to one more.
            recorder.expect("offers in round " + round, round + 1 < frameworks ? agents : 0, offered);
            recorder.add(offered > 0 ? "offering round" : "empty round", sample);
        }
        recorder.fact("filters at the end", filters);
    }
}
