package io.tender.cli.demo;

import java.io.PrintWriter;
import picocli.CommandLine.Help.Ansi;

/** Where a demo is shown while it runs. */
public sealed interface Stage {
    /**
     * On a terminal, renewed in place.
     *
     * @param fine whether it can show more than ASCII
     */
    record Terminal(PrintWriter out, Ansi colours, boolean fine) implements Stage {}

    /** In a log. */
    record Log(PrintWriter out) implements Stage {}

    /** @param colours whether there is a terminal at all */
    static Stage of(PrintWriter out, Ansi colours) {
        boolean fine = System.out.charset().newEncoder().canEncode('█');
        return colours.enabled() ? new Terminal(out, colours, fine) : new Log(out);
    }
}
