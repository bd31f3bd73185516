package io.tender.benchmarks;

import java.io.PrintWriter;

/** Says what is being done: on one line that changes, or, if nobody watches, a line for each case. */
final class Progress {

    /** Short runs come by the thousand, and drawing each would disturb the next. */
    private static final long BETWEEN_STEPS_NANOS = 100_000_000;

    private final PrintWriter err;
    private final boolean terminal;
    private final int cases;
    private int begun;
    private String current = "";
    private int shown;
    private long lastStep = System.nanoTime() - BETWEEN_STEPS_NANOS;

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
        long now = System.nanoTime();
        if (terminal && now - lastStep > BETWEEN_STEPS_NANOS) {
            lastStep = now;
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
