package io.tender.benchmarks.batch;

import io.tender.benchmarks.measure.Environment;
import io.tender.benchmarks.measure.ForeignLoad;
import io.tender.benchmarks.measure.Statistics;
import io.tender.benchmarks.scale.HeapMeter;
import io.tender.core.batch.BatchCluster;
import io.tender.core.batch.BatchEngine;
import io.tender.core.batch.Cycle;
import io.tender.core.batch.SessionResult;
import io.tender.spi.Chance;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/** Measures batch sessions. */
public final class BatchRun {
    /** Beyond this many questions the simple way takes minutes. */
    private static final long MOST_SIMPLE = 5_000_000;

    private static final int MOST_CALLED_FOR = 2_000;
    /** Where every task is a question about every node. */
    private static final int MOST_WITH_ALL_NODES = 200;

    /** With fewer nodes than this it is to be seen that all works, and nothing else. */
    private static final int SMALL = 1_000;

    /** How many times as long an extender is asked beforehand that is called once in a session. */
    private static final int CALLED_SELDOM = 4;

    private final boolean quick;
    private final Consumer<String> progress;

    public BatchRun(boolean quick, Consumer<String> progress) {
        this.quick = quick;
        this.progress = progress;
    }

    /** How many things there are to wait for. */
    public static int parts(boolean quick) {
        int kinds = ExtenderKind.values().length;
        return quick
                ? 1 + kinds + 2
                : 6
                        + 1
                        + 2 * (kinds - 1)
                        + kinds(new GangWorkload(5_000, 20_000)).size()
                        + 2;
    }

    public BatchReport measure() {
        ForeignLoad load = new ForeignLoad();
        List<BatchReport.Rate> alone = new ArrayList<>();
        for (GangWorkload workload : quick
                ? List.of(new GangWorkload(50, 200))
                : List.of(
                        new GangWorkload(100, 1_000),
                        new GangWorkload(1_000, 1_000),
                        new GangWorkload(1_000, 4_000),
                        new GangWorkload(5_000, 1_000),
                        new GangWorkload(5_000, 20_000),
                        new GangWorkload(50_000, 20_000))) {
            progress.accept("placing " + workload.tasks() + " tasks on " + workload.nodes() + " nodes");
            alone.add(alone(workload));
        }
        List<BatchReport.ExtendedRate> extended = new ArrayList<>();
        for (GangWorkload workload : quick
                ? List.of(new GangWorkload(50, 200))
                : List.of(
                        new GangWorkload(1_000, 1_000),
                        new GangWorkload(5_000, MOST_WITH_ALL_NODES),
                        new GangWorkload(5_000, 2_000),
                        new GangWorkload(5_000, 20_000))) {
            extended.addAll(extended(workload));
        }
        return new BatchReport(Environment.now(load.cpus()), alone, extended, openings(), Optional.of(crowd()));
    }

    private Duration warmUp() {
        return quick ? Duration.ofMillis(50) : Duration.ofSeconds(4);
    }

    private int runs() {
        return quick ? 2 : 9;
    }

    private BatchReport.Rate alone(GangWorkload workload) {
        Placing placing = new Placing(workload);
        Statistics ms = placing.measure(Engines::usual, warmUp(), runs());
        Optional<Double> simple = Optional.empty();
        if ((long) workload.nodes() * workload.tasks() <= MOST_SIMPLE) {
            try (BatchEngine one = Engines.usual();
                    BatchEngine other = Engines.askingAnew()) {
                placing.compare(one, other);
            }
            simple = Optional.of(
                    rate(workload, placing.measure(Engines::askingAnew, Duration.ZERO, Math.min(3, runs()))));
        }
        return new BatchReport.Rate(
                workload.nodes(),
                workload.wholeTasks(),
                ms.median(),
                rate(workload, ms),
                simple,
                boxed(VolcanoFigures.alone(workload)));
    }

    private static double rate(GangWorkload workload, Statistics ms) {
        return workload.wholeTasks() / (ms.median() / 1e3);
    }

    private static Optional<Double> boxed(OptionalDouble value) {
        return value.isPresent() ? Optional.of(value.getAsDouble()) : Optional.empty();
    }

    private List<BatchReport.ExtendedRate> extended(GangWorkload workload) {
        List<BatchReport.ExtendedRate> rates = new ArrayList<>();
        Placing placing = new Placing(workload);
        try (BatchEngine alone = Engines.usual()) {
            warmUp(placing, alone, warmUp());
            for (ExtenderKind kind : kinds(workload)) {
                progress.accept(kind.words() + " on " + workload.nodes() + " nodes");
                rates.add(extended(placing, workload, kind, alone));
            }
        }
        return rates;
    }

    /** A call for each task takes as long for many tasks as for few: it is not measured again over many. */
    private static List<ExtenderKind> kinds(GangWorkload workload) {
        boolean few = workload.tasks() <= MOST_WITH_ALL_NODES;
        return Arrays.stream(ExtenderKind.values())
                .filter(kind ->
                        kind == ExtenderKind.UNDECLARED ? few : kind.isQuick() || workload.tasks() <= MOST_CALLED_FOR)
                // Of few tasks the large cluster is asked about once, the small one about everything.
                .filter(kind -> !few || workload.nodes() < SMALL || kind == ExtenderKind.UNDECLARED)
                .toList();
    }

    private static void warmUp(Placing placing, BatchEngine engine, Duration time) {
        long end = System.nanoTime() + time.toNanos();
        do {
            placing.run(engine);
        } while (System.nanoTime() < end);
    }

    private static double timed(Placing placing, BatchEngine engine) {
        long start = System.nanoTime();
        placing.run(engine);
        return (System.nanoTime() - start) / 1e6;
    }

    /** Sessions with the extender and without it take turns, so that both meet the same machine. */
    private BatchReport.ExtendedRate extended(
            Placing placing, GangWorkload workload, ExtenderKind kind, BatchEngine alone) {
        int runs = kind.isQuick() ? 5 * runs() : Math.min(3, runs());
        try (BenchExtender extender = new BenchExtender();
                BatchEngine engine = Engines.extended(kind.argumentsFor(extender.url()))) {
            // One call in a session is a few hundred in this time: what makes it takes longer to be compiled.
            warmUp(placing, engine, kind.isQuick() ? warmUp().multipliedBy(CALLED_SELDOM) : warmUp());
            long calls = extender.calls();
            long bytes = extender.bytes();
            double[] times = new double[runs];
            double[] timesAlone = new double[runs];
            for (int i = 0; i < runs; i++) {
                times[i] = timed(placing, engine);
                timesAlone[i] = timed(placing, alone);
            }
            double tasks = (double) runs * workload.wholeTasks();
            double with = rate(workload, Statistics.of(times));
            return new BatchReport.ExtendedRate(
                    kind.words(),
                    workload.nodes(),
                    workload.wholeTasks(),
                    with,
                    with / rate(workload, Statistics.of(timesAlone)),
                    (extender.calls() - calls) / tasks,
                    (extender.bytes() - bytes) / tasks,
                    kind == ExtenderKind.PREDICATE
                            ? boxed(VolcanoFigures.extended(workload.nodes()))
                            : Optional.empty());
        }
    }

    private List<BatchReport.Opened> openings() {
        GangWorkload workload = quick ? new GangWorkload(50, 400) : new GangWorkload(5_000, 100_000);
        progress.accept("opening sessions over " + workload.tasks() + " running tasks");
        BusyCluster cluster = new BusyCluster(workload);
        List<BatchReport.Opened> openings = new ArrayList<>();
        try (BatchEngine engine = Engines.usual()) {
            for (double share : new double[] {0, 0.001, 0.01, 0.1}) {
                BusyCluster.Opening opening = cluster.measure(engine, share, quick ? 3 : 50);
                openings.add(new BatchReport.Opened(
                        workload.nodes(),
                        workload.wholeTasks(),
                        share,
                        opening.snapshotMs().median(),
                        opening.sessionMs().median()));
            }
        }
        return openings;
    }

    private BatchReport.Crowd crowd() {
        GangWorkload workload = quick ? new GangWorkload(50, 4_000) : new GangWorkload(5_000, 1_000_000);
        progress.accept("a session with " + workload.tasks() + " waiting tasks");
        BatchCluster cluster = workload.cluster();
        try (BatchEngine engine = Engines.usual()) {
            long start = System.nanoTime();
            SessionResult result =
                    engine.run(cluster.snapshot(), new Cycle("crowd", 1, Instant.EPOCH, Chance.seeded(1)));
            double seconds = (System.nanoTime() - start) / 1e9;
            long heap = HeapMeter.usedBytes() >> 20;
            return new BatchReport.Crowd(
                    workload.nodes(), workload.wholeTasks(), result.binds().size(), seconds, heap);
        }
    }
}
