package io.tender.benchmarks.placement;

import io.tender.benchmarks.measure.Statistics;
import io.tender.benchmarks.placement.PlacementResult.Line;
import io.tender.benchmarks.workload.WrongOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Places the same tasks on the same agents with every scheduler, in one JVM. */
public final class PlacementBenchmark {

    private static final int FEWEST_BATCHES = 2;
    private static final int EXCHANGES = 300;
    /**
     * What several share is compiled anew when the next one uses it otherwise. While the JIT compiler has a CPU to itself, who
     * needs both of them, as an order over HTTP does, is measured with it.
     */
    private static final int WARM_UP_TURNS = 3;

    private static final PlacementSize PRACTICE = new PlacementSize(100, 1_000, 10);

    private final PlacementEffort effort;
    private final Consumer<String> progress;
    private boolean practised;

    public PlacementBenchmark(PlacementEffort effort, Consumer<String> progress) {
        this.effort = effort;
        this.progress = progress;
    }

    /** Measures one size of cluster. */
    public PlacementResult measure(PlacementSize size) {
        try (OrderService service = new OrderService()) {
            if (!practised) {
                practise(service);
                practised = true;
            }
            List<Contestant> ours = ours(size.batch(), service);
            progress.accept("native and HTTP orders, in turns");
            List<Line> lines = new ArrayList<>(measure(size, ours));
            for (Contestant fenzo : List.of(new FenzoContestant(false), new FenzoContestant(true))) {
                progress.accept(fenzo.name());
                lines.addAll(measure(size, List.of(fenzo)));
            }
            return new PlacementResult(
                    size.agents(), size.tasks(), size.batch(), exchangeMillis(size, service), List.copyOf(lines));
        }
    }

    private double exchangeMillis(PlacementSize size, OrderService service) {
        try (BareExchange exchange = new BareExchange(service, new Ledger(size.agents()))) {
            long warm = System.nanoTime() + effort.practice().toNanos();
            do {
                exchange.once();
            } while (System.nanoTime() < warm);
            double[] millis = new double[EXCHANGES];
            for (int i = 0; i < EXCHANGES; i++) {
                millis[i] = exchange.once() / 1e6;
            }
            return Statistics.of(millis).median();
        }
    }

    /**
     * The JIT compiler counts how often a method is called. With large batches what is done once per task is compiled soon,
     * and what is done once per batch, such as a request, hardly ever: a scheduler that has run for a while has both.
     */
    private void practise(OrderService service) {
        for (Contestant contestant : ours(PRACTICE.batch(), service)) {
            Clock clock = new Clock(effort.practice(), 0);
            while (clock.goesOn()) {
                run(PRACTICE, contestant, clock);
            }
        }
    }

    private static List<Contestant> ours(int batch, OrderService service) {
        int many = PlacementSize.TASKS_PER_AGENT;
        return List.of(
                new ServiceContestant("CPU", many, batch),
                new ServiceContestant("RANDOM", many, batch),
                new ServiceContestant("CPU", 1, batch),
                new ServiceContestant("RANDOM", 1, batch),
                new HttpContestant(service, many, batch),
                new HttpContestant(service, 1, batch));
    }

    /** Run by run in turns, so that what disturbs the machine for a while disturbs all of them alike. */
    List<Line> measure(PlacementSize size, List<Contestant> contestants) {
        for (int turn = 0; turn < (contestants.size() == 1 ? 1 : WARM_UP_TURNS); turn++) {
            for (Contestant contestant : contestants) {
                Clock warmUp = new Clock(effort.warmUp(), 1);
                while (warmUp.goesOn()) {
                    run(size, contestant, warmUp);
                }
            }
        }
        System.gc();
        Duration most = effort.most().multipliedBy(contestants.size());
        List<Clock> clocks = contestants.stream()
                .map(each -> new Clock(most, FEWEST_BATCHES))
                .toList();
        List<Optional<Integer>> agentsUsed = new ArrayList<>(Collections.nCopies(contestants.size(), Optional.empty()));
        for (int i = 0; i < effort.runs(); i++) {
            for (int each = 0; each < contestants.size(); each++) {
                if (clocks.get(each).goesOn()) {
                    agentsUsed.set(each, run(size, contestants.get(each), clocks.get(each)));
                }
            }
        }
        List<Line> lines = new ArrayList<>();
        for (int each = 0; each < contestants.size(); each++) {
            lines.add(clocks.get(each).line(contestants.get(each), agentsUsed.get(each)));
        }
        return lines;
    }

    /** One fresh cluster; tells how many agents were used if all tasks were placed. */
    private static Optional<Integer> run(PlacementSize size, Contestant contestant, Clock clock) {
        Ledger ledger = new Ledger(size.agents());
        try (Contestant.Run run = contestant.begin(ledger)) {
            while (ledger.placed() < size.tasks() && clock.goesOn()) {
                int tasks = Math.min(size.batch(), size.tasks() - ledger.placed());
                int before = ledger.placed();
                clock.add(tasks, run.place(tasks));
                if (ledger.placed() - before != tasks) {
                    throw new WrongOutcome("tasks placed by " + contestant.name(), tasks, ledger.placed() - before);
                }
            }
        }
        return ledger.placed() == size.tasks() ? Optional.of(ledger.agentsUsed()) : Optional.empty();
    }

    /** What was placed within a span of time. */
    private static final class Clock {
        private final long end;
        private final int fewest;
        private final List<Double> rates = new ArrayList<>();
        private long placed;
        private long nanos;

        Clock(Duration most, int fewest) {
            this.end = System.nanoTime() + most.toNanos();
            this.fewest = fewest;
        }

        boolean goesOn() {
            return rates.size() < fewest || System.nanoTime() < end;
        }

        void add(int tasks, long took) {
            placed += tasks;
            nanos += took;
            rates.add(tasks * 1e9 / took);
        }

        Line line(Contestant contestant, Optional<Integer> agentsUsed) {
            Statistics batches = Statistics.of(
                    rates.stream().mapToDouble(Double::doubleValue).toArray());
            return new Line(
                    contestant.name(),
                    contestant.kind(),
                    placed,
                    rates.size(),
                    batches.median(),
                    placed * 1e9 / nanos,
                    batches.min(),
                    batches.max(),
                    agentsUsed);
        }
    }
}
