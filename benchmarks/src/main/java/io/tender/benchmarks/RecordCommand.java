package io.tender.benchmarks;

import io.tender.benchmarks.client.ServerProcess;
import io.tender.benchmarks.measure.Environment;
import io.tender.benchmarks.measure.ForeignLoad;
import io.tender.benchmarks.record.ProxyProcess;
import io.tender.benchmarks.record.RecordReport;
import io.tender.benchmarks.record.RoundTrips;
import io.tender.benchmarks.report.RecordTable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures calls with and without a recording proxy in between. */
@Command(
        name = "record",
        description = "Measures what a recording proxy adds to each call, with and without it in turns.",
        mixinStandardHelpOptions = true)
final class RecordCommand implements Callable<Integer> {
    private static final List<Integer> SIZES = List.of(200, 20_000, 1_000_000);
    private static final int BLOCK = 200;

    @Spec
    private CommandSpec spec;

    @Option(names = "--quick", description = "Few calls: shows that it works.")
    private boolean quick;

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() throws IOException {
        int blocks = quick ? 2 : 20;
        ForeignLoad load = new ForeignLoad();
        Progress progress =
                new Progress(spec.commandLine().getErr(), Boolean.getBoolean("tender.terminal"), SIZES.size());
        List<RecordReport.Case> cases = new ArrayList<>();
        Path folder = Files.createTempDirectory("tender-record");
        try (ServerProcess server = new ServerProcess();
                ProxyProcess proxy =
                        new ProxyProcess(server.url().replace("/order", ""), folder.resolve("recording.jsonl"))) {
            int port = URI.create(server.url()).getPort();
            for (int size : SIZES) {
                progress.begin(size + " bytes");
                cases.add(measure(port, proxy.port(), size, blocks));
            }
        } finally {
            Output.delete(folder);
        }
        progress.clear();
        RecordReport report = new RecordReport(Environment.now(load.cpus()), blocks * BLOCK, cases);
        output.write(report, new RecordTable(report), spec.commandLine().getOut());
        return 0;
    }

    /** In turns, block by block, so that what else happens on the machine meets both. */
    private static RecordReport.Case measure(int direct, int proxied, int size, int blocks) throws IOException {
        long[] without = new long[blocks * BLOCK];
        long[] with = new long[blocks * BLOCK];
        try (RoundTrips one = new RoundTrips(direct, size);
                RoundTrips other = new RoundTrips(proxied, size)) {
            // As much again for warming up.
            for (int block = -blocks; block < blocks; block++) {
                long[] directly = one.measure(BLOCK);
                long[] recorded = other.measure(BLOCK);
                if (block >= 0) {
                    System.arraycopy(directly, 0, without, block * BLOCK, BLOCK);
                    System.arraycopy(recorded, 0, with, block * BLOCK, BLOCK);
                }
            }
        }
        return RecordReport.Case.of(size, without, with);
    }
}
