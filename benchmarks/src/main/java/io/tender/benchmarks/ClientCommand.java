package io.tender.benchmarks;

import io.tender.benchmarks.client.CallRate;
import io.tender.benchmarks.client.ClientRates;
import io.tender.benchmarks.client.ClientReport;
import io.tender.benchmarks.client.ServerProcess;
import io.tender.benchmarks.client.Wrk;
import io.tender.benchmarks.measure.Environment;
import io.tender.benchmarks.measure.ForeignLoad;
import io.tender.benchmarks.report.ClientTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures the client of extenders beside wrk, against the same server, taking turns. */
@Command(
        name = "client",
        description = "Measures calls per second of the client of extenders, beside wrk on the same server.",
        mixinStandardHelpOptions = true)
final class ClientCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--concurrency",
            split = ",",
            paramLabel = "N",
            description = "Calls at once (default: ${DEFAULT-VALUE}).")
    private List<Integer> concurrency = new ArrayList<>(List.of(1, 16, 64));

    @Option(names = "--seconds", description = "Seconds per measured run (default: ${DEFAULT-VALUE}).")
    private int seconds = 5;

    @Option(names = "--repeat", description = "Measured runs, of which the median counts (default: ${DEFAULT-VALUE}).")
    private int repeat = 3;

    @Option(names = "--quick", description = "One run of a second each: shows that it works, nothing more.")
    private boolean quick;

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() throws IOException {
        check("--seconds", seconds);
        check("--repeat", repeat);
        concurrency.forEach(number -> check("--concurrency", number));
        PrintWriter err = spec.commandLine().getErr();
        Optional<Wrk> wrk = Wrk.find();
        if (wrk.isEmpty()) {
            err.println("wrk is not on the PATH, so the client is measured alone."
                    + "\n  to do:    install it, for example with: apt-get install wrk");
        }
        Progress progress = new Progress(err, Boolean.getBoolean("tender.terminal"), concurrency.size() + 1);
        ForeignLoad load = new ForeignLoad();
        List<ClientRates> rates = new ArrayList<>();
        try (ServerProcess server = new ServerProcess()) {
            progress.begin("warming up");
            Duration warmUp = Duration.ofSeconds(quick ? 1 : 2 * (long) seconds);
            CallRate.measure(server.url(), 16, false, warmUp);
            CallRate.measure(server.url(), 16, true, warmUp);
            for (int callers : concurrency) {
                progress.begin(callers + " at once");
                rates.add(measure(server.url(), callers, wrk, progress));
            }
        }
        progress.clear();
        ClientReport report = ClientReport.of(Environment.now(load.cpus()), rates);
        output.write(report, new ClientTable(report), spec.commandLine().getOut());
        return 0;
    }

    /** In turns, so that what else happens on the machine meets all of them. */
    private ClientRates measure(String url, int callers, Optional<Wrk> wrk, Progress progress) throws IOException {
        Duration duration = Duration.ofSeconds(quick ? 1 : seconds);
        List<Double> limit = new ArrayList<>();
        List<Double> platform = new ArrayList<>();
        List<Double> virtual = new ArrayList<>();
        if (!quick) {
            // Few calls at once take other ways through both programs than many: each number warms up for itself.
            CallRate.measure(url, callers, false, duration);
            CallRate.measure(url, callers, true, duration);
        }
        for (int run = 1; run <= (quick ? 1 : repeat); run++) {
            progress.step("run " + run);
            if (wrk.isPresent()) {
                limit.add(wrk.get().measure(url, callers, duration));
            }
            platform.add(CallRate.measure(url, callers, false, duration));
            virtual.add(CallRate.measure(url, callers, true, duration));
        }
        return new ClientRates(
                callers,
                limit.isEmpty() ? Optional.empty() : Optional.of(median(limit)),
                median(platform),
                median(virtual));
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    private void check(String option, int number) {
        if (number < 1) {
            throw new ParameterException(
                    spec.commandLine(), option + ": got " + number + ", expected a number above zero");
        }
    }
}
