package io.tender.benchmarks.reference;

import io.tender.benchmarks.measure.Statistics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** How fast this machine is against the one of the reference figures, by small C programs without a JVM. */
public record Calibration(List<Program> programs) {

    /** What the reference machine took, the middle of three runs on it. */
    private static final Map<String, Double> REFERENCE_MS =
            Map.of("hash-map", 1496.0, "pointer-chase", 1808.0, "xorshift", 974.0, "sort", 418.0);

    /** Those whose time is spent waiting for memory, as an allocator's is. */
    private static final List<String> LIKE_AN_ALLOCATOR = List.of("hash-map", "pointer-chase");

    /** One program: its time here and on the reference machine. */
    public record Program(String name, double ms, double referenceMs) {
        /** Above 1: this machine is slower. */
        public double factor() {
            return ms / referenceMs;
        }
    }

    /** Runs the compiled calibration programs, which takes some ten seconds. */
    public static Calibration run(Path program) {
        try {
            Process process = new ProcessBuilder(program.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int exitCode = process.waitFor();
            if (exitCode != 0) {
                throw new IllegalStateException("the calibration ended with exit code " + exitCode + ": " + program);
            }
            return parse(output);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run the calibration " + program, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while calibrating", e);
        }
    }

    /** Reads lines such as {@code sort 415.0 424.0 418.0}: a name and the milliseconds of each run. */
    static Calibration parse(String output) {
        List<Program> programs = new ArrayList<>();
        for (String line : output.lines().toList()) {
            String[] words = line.split(" ", -1);
            Double reference = REFERENCE_MS.get(words[0]);
            if (reference == null || words.length < 2) {
                throw new IllegalStateException("the calibration printed '" + line + "': expected one of "
                        + REFERENCE_MS.keySet() + " and milliseconds");
            }
            double[] runs = Arrays.stream(words, 1, words.length)
                    .mapToDouble(Double::parseDouble)
                    .toArray();
            programs.add(new Program(words[0], Statistics.of(runs).median(), reference));
        }
        return new Calibration(List.copyOf(programs));
    }

    /** How many times longer this machine takes for work like an allocator's: a geometric mean. */
    public double factor() {
        double logarithms = programs.stream()
                .filter(program -> LIKE_AN_ALLOCATOR.contains(program.name()))
                .mapToDouble(program -> Math.log(program.factor()))
                .average()
                .orElse(0);
        return Math.exp(logarithms);
    }
}
