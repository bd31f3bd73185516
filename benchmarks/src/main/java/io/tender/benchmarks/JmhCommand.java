package io.tender.benchmarks;

import java.util.concurrent.Callable;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the JMH benchmarks of the innermost operations, each for a bounded time. */
@Command(
        name = "jmh",
        description = "Measures the innermost operations (resource algebra, sorters) with JMH.",
        mixinStandardHelpOptions = true)
final class JmhCommand implements Callable<Integer> {

    @Option(names = "--filter", paramLabel = "REGEX", description = "Only benchmarks whose name matches.")
    private String filter = ".*";

    @Option(names = "--seconds", description = "Measured seconds per benchmark (default: ${DEFAULT-VALUE}).")
    private int seconds = 5;

    @Option(names = "--quick", description = "A fraction of a second each: shows that they work, nothing more.")
    private boolean quick;

    @Override
    public Integer call() throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("io\\.tender\\.benchmarks\\.micro\\." + filter)
                .shouldFailOnError(true);
        if (quick) {
            options.forks(0).warmupIterations(0).measurementIterations(1).measurementTime(TimeValue.milliseconds(50));
        } else {
            options.forks(1)
                    .warmupIterations(3)
                    .warmupTime(TimeValue.seconds(1))
                    .measurementIterations(seconds)
                    .measurementTime(TimeValue.seconds(1));
        }
        new Runner(options.build()).run();
        return 0;
    }
}
