package io.tender.cli;

import java.io.PrintWriter;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** The program's entry: reads the surroundings once, and leaves the rest to the commands. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.exit(run(
                System.getenv(),
                isTerminal(),
                new PrintWriter(System.out, true, System.out.charset()),
                new PrintWriter(System.err, true, System.err.charset()),
                args));
    }

    /** Runs one command line and returns its exit code; everything the outside gives it is a parameter. */
    static int run(
            Map<String, String> environment, boolean terminal, PrintWriter out, PrintWriter err, String... args) {
        Ansi colours = coloured(environment, terminal) ? Ansi.ON : Ansi.OFF;
        Mistakes mistakes = new Mistakes(environment);
        return new CommandLine(new TenderCommand())
                .setOut(out)
                .setErr(err)
                .setColorScheme(CommandLine.Help.defaultColorScheme(colours))
                .setParameterExceptionHandler(mistakes)
                .setExecutionExceptionHandler(mistakes)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(args);
    }

    private static boolean coloured(Map<String, String> environment, boolean terminal) {
        return terminal
                && environment.getOrDefault("NO_COLOR", "").isEmpty()
                && !environment.getOrDefault("TERM", "").equals("dumb");
    }

    /** The launcher tells, because what the JDK says of its console differs from version to version. */
    private static boolean isTerminal() {
        return Boolean.getBoolean("tender.terminal");
    }
}
