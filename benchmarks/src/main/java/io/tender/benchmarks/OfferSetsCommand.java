package io.tender.benchmarks;

import io.tender.benchmarks.measure.Environment;
import io.tender.benchmarks.measure.ForeignLoad;
import io.tender.benchmarks.offersets.OfferSetReport;
import io.tender.benchmarks.offersets.OfferSetResult;
import io.tender.benchmarks.offersets.OfferSetRun;
import io.tender.benchmarks.report.OfferSetTables;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures how long it takes to have offers ordered by a service. */
@Command(
        name = "offersets",
        description = "Measures getOrdered of the HTTP offer set with a service that answers at once, beside the plain"
                + " way to do it and the figures of the real Aurora client.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class OfferSetsCommand implements Callable<Integer> {
    private static final int QUICK_CALLS = 20;

    @Spec
    private CommandSpec spec;

    @Option(names = "--offers", split = ",", description = "Numbers of offers (default: ${DEFAULT-VALUE}).")
    private List<Integer> offers = List.of(100, 1_000, 5_000, 10_000);

    @Option(
            names = "--calls",
            description = "Measured calls per number, after at least as many for warming up (${DEFAULT-VALUE}).")
    private int calls = 1_000;

    @Option(names = "--quick", description = "A few calls with few offers: shows that it works.")
    private boolean quick;

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (calls < 1 || offers.stream().anyMatch(number -> number < 1)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--offers, --calls: got " + offers + ", " + calls + ", expected numbers above zero");
        }
        List<Integer> sizes = quick ? List.of(50, 100) : offers;
        Progress progress =
                new Progress(spec.commandLine().getErr(), Boolean.getBoolean("tender.terminal"), sizes.size());
        ForeignLoad load = new ForeignLoad();
        OfferSetRun run = new OfferSetRun(quick ? QUICK_CALLS : calls, size -> progress.begin(size + " offers"));
        List<OfferSetResult> results = run.measure(sizes);
        OfferSetReport report = new OfferSetReport(Environment.now(load.cpus()), results);
        progress.clear();
        output.write(report, new OfferSetTables(report), spec.commandLine().getOut());
        return 0;
    }
}
