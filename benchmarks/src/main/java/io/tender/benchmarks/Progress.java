package io.tender.benchmarks;

import java.io.PrintWriter;

/** Says what is being done: on one line that changes, or, if nobody watches, a line for each case. */
final class Progress {

    private final PrintWriter err;
    private final boolean terminal;
    private final int cases;
    private int begun;
    private String current = "";
    private int shown;

    Progress(PrintWriter err, boolean terminal, int cases) {
        this.err = err;
        this.terminal = terminal;
        this.cases = cases;
    }

    void begin(String name) {
        begun++;
        current = "[" + begun + "/" + cases + "] " + name;
        if (!terminal) {
            err.println(current);
            err.flush();
        }
    }

    void step(String what) {
        if (terminal) {
            show(current + ": " + what);
        }
    }

    /** Leaves the line empty, so that results can be printed. */
    void clear() {
        if (terminal) {
            show("");
            err.print("\r");
            err.flush();
        }
    }

    private void show(String line) {
        err.print("\r" + line + " ".repeat(Math.max(0, shown - line.length())));
        err.flush();
        shown = line.length();
    }
}
