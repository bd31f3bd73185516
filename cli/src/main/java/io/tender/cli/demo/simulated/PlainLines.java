package io.tender.cli.demo.simulated;

import java.io.PrintWriter;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Tells the progress of the demo line by line; for logs and pipes. */
final class PlainLines implements View {

    private static final int LINES = 10;

    private final PrintWriter out;
    private int told;
    private final Set<String> troublesTold = new HashSet<>();

    PlainLines(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void show(Snapshot snapshot) {
        snapshot.troubles().stream().filter(troublesTold::add).forEach(out::println);
        int due = (int) (snapshot.part() * LINES);
        if (due > told) {
            told = due;
            out.println(String.format(
                    Locale.ROOT,
                    "%3d%%  %4d s  %s  offers %d",
                    due * 100 / LINES,
                    snapshot.elapsed().toSeconds(),
                    snapshot.rows().stream().map(PlainLines::share).collect(Collectors.joining("  ")),
                    snapshot.offers()));
            out.flush();
        }
    }

    private static String share(Snapshot.Row row) {
        return String.format(
                Locale.ROOT, "%s %.0f%% (entitled %.0f%%)", row.role(), 100 * row.share(), 100 * row.entitled());
    }

    @Override
    public void end() {
        out.println();
        out.flush();
    }
}
