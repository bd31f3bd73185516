package io.tender.benchmarks.measure;

import io.tender.benchmarks.reference.Yardstick;
import io.tender.benchmarks.workload.Candidate;
import io.tender.benchmarks.workload.Recorder;
import io.tender.benchmarks.workload.Recorder.Sample;
import io.tender.benchmarks.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Runs a case until its times are steady, then measures it. */
public final class Measurer {

    /** So many runs in a row must agree within the tolerance. */
    private static final int AGREEING_RUNS = 3;

    private static final double TOLERANCE = 0.1;

    private final Candidate candidate;
    private final Effort effort;
    private final Yardstick yardstick;
    private boolean cold = true;

    public Measurer(Candidate candidate, Effort effort, Yardstick yardstick) {
        this.candidate = candidate;
        this.effort = effort;
        this.yardstick = yardstick;
    }

    /**
     * Measures one case.
     *
     * @param progress told what is being done, in a few words
     */
    public CaseResult measure(Workload workload, Consumer<String> progress) {
        progress.accept("first run");
        Recorder first = run(workload);
        List<Double> warmUps = new ArrayList<>(List.of(totalMs(first)));
        Duration least = cold ? effort.coldWarmUp() : effort.leastWarmUp();
        cold = false;
        long began = System.nanoTime();
        while (wantsWarmUp(warmUps, least, System.nanoTime() - began)) {
            progress.accept("warm-up " + warmUps.size());
            warmUps.add(totalMs(run(workload)));
        }
        // The heap is clean to begin with. The run after a full collection is thrown away too: until each compiled
        // method has been entered once again, calls are slow.
        System.gc();
        warmUps.add(totalMs(run(workload)));
        boolean steady = isSteady(warmUps.subList(0, warmUps.size() - 1));
        List<Recorder> measured = new ArrayList<>();
        began = System.nanoTime();
        while (wantsRun(measured.size(), System.nanoTime() - began)) {
            progress.accept(
                    "run " + (measured.size() + 1) + " of " + Math.max(effort.measuredRuns(), measured.size() + 1));
            measured.add(run(workload));
        }
        Map<String, Long> facts = measured.getLast().facts();
        return new CaseResult(
                workload.name(),
                workload.label(),
                warmUps.size(),
                measured.size(),
                steady,
                phases(workload, first, measured),
                facts);
    }

    private Recorder run(Workload workload) {
        Recorder recorder = new Recorder();
        workload.run(candidate, recorder);
        return recorder;
    }

    private boolean wantsWarmUp(List<Double> warmUps, Duration least, long nanos) {
        if (warmUps.size() >= effort.mostRuns() || nanos >= effort.mostWarmUp().toNanos()) {
            return false;
        }
        return nanos < least.toNanos() || !isSteady(warmUps);
    }

    private boolean wantsRun(int done, long nanos) {
        return done < effort.measuredRuns()
                || (done < effort.mostRuns() && nanos < effort.leastMeasured().toNanos());
    }

    private static boolean isSteady(List<Double> totals) {
        if (totals.size() <= AGREEING_RUNS) {
            return false;
        }
        double[] last = totals.subList(totals.size() - AGREEING_RUNS, totals.size()).stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
        Statistics statistics = Statistics.of(last);
        return statistics.max() <= statistics.min() * (1 + TOLERANCE);
    }

    private static double totalMs(Recorder recorder) {
        return recorder.phases().values().stream()
                        .flatMap(List::stream)
                        .mapToLong(Sample::nanos)
                        .sum()
                / 1e6;
    }

    private List<PhaseResult> phases(Workload workload, Recorder first, List<Recorder> measured) {
        List<PhaseResult> results = new ArrayList<>();
        for (String phase : measured.getLast().phases().keySet()) {
            List<Sample> samples = measured.stream()
                    .flatMap(recorder -> recorder.phases().getOrDefault(phase, List.of()).stream())
                    .toList();
            Statistics ms = milliseconds(samples);
            List<Sample> cold = first.phases().getOrDefault(phase, samples);
            double bytes = Statistics.of(
                            samples.stream().mapToDouble(Sample::bytes).toArray())
                    .median();
            results.add(new PhaseResult(
                    phase,
                    samples.size(),
                    milliseconds(cold).median(),
                    ms.min(),
                    ms.median(),
                    ms.max(),
                    Math.round(bytes),
                    yardstick.compare(workload.name(), workload.label(), phase, ms.min(), ms.median())));
        }
        return results;
    }

    private static Statistics milliseconds(List<Sample> samples) {
        return Statistics.of(
                samples.stream().mapToDouble(sample -> sample.nanos() / 1e6).toArray());
    }
}
