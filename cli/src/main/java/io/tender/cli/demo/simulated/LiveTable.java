package io.tender.cli.demo.simulated;

import io.tender.cli.demo.Bar;
import io.tender.cli.demo.Drawing;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Help.Ansi;

/** Draws the demo as a table that is renewed in place; for terminals. */
final class LiveTable implements View {

    private static final int BAR_WIDTH = 16;
    private static final int INDENT = 9;
    private static final List<String> COLOURS = List.of("cyan", "yellow", "magenta", "green", "blue");

    private final PrintWriter out;
    private final Ansi ansi;
    private final Bar bar;
    private final Drawing drawing;

    /**
     * Draws where the cursor is.
     *
     * @param ansi whether there are colours; the table moves the cursor in any case
     * @param fine whether the terminal can show more than ASCII
     */
    LiveTable(PrintWriter out, Ansi ansi, boolean fine) {
        this.out = out;
        this.ansi = ansi;
        this.bar = new Bar(BAR_WIDTH, fine);
        this.drawing = new Drawing(out);
    }

    @Override
    public void show(Snapshot snapshot) {
        boolean isEnd = snapshot.elapsed().equals(snapshot.plan().length());
        if (isEnd || drawing.isDue()) {
            drawing.draw(lines(snapshot));
        }
    }

    private List<String> lines(Snapshot snapshot) {
        List<String> lines = new ArrayList<>();
        lines.add(coloured(String.format(
                Locale.ROOT,
                "@|bold Tender|@  second %d of %d, %d agents, run %d took %.2f ms  (Ctrl-C ends it)",
                snapshot.elapsed().toSeconds(),
                snapshot.plan().length().toSeconds(),
                snapshot.agents(),
                snapshot.runs(),
                snapshot.lastRunMillis())));
        lines.add("");
        lines.add(coloured(
                "@|faint role     wt framework wants  share " + " ".repeat(BAR_WIDTH) + " entitled tasks offers|@"));
        for (int i = 0; i < snapshot.rows().size(); i++) {
            lines.add(row(snapshot.rows().get(i), COLOURS.get(i % COLOURS.size())));
        }
        lines.add("");
        lines.add(gauge(snapshot, "cpus", 1, "cpus"));
        lines.add(gauge(snapshot, "mem", 1024, "GB of memory"));
        snapshot.gangs().ifPresent(gangs -> lines.add(" ".repeat(INDENT) + gangs.shortLine()));
        lines.add("");
        for (int i = 0; i < Demo.NEWS_KEPT; i++) {
            lines.add(
                    i < snapshot.news().size()
                            ? coloured("@|faint " + snapshot.news().get(i) + "|@")
                            : "");
        }
        return lines;
    }

    private String gauge(Snapshot snapshot, String name, int units, String what) {
        long total = snapshot.total().millis(name);
        double held = total == 0 ? 0 : (double) snapshot.held().millis(name) / total;
        return String.format(
                Locale.ROOT, "%31.1f%% %s in use, of %d %s", 100 * held, bar.of(held), total / 1000 / units, what);
    }

    private String row(Snapshot.Row row, String colour) {
        return coloured(String.format(
                Locale.ROOT,
                "%-8s %2.0f %-9s %4.0f%% %5.1f%% @|" + colour + " %s|@ %7.1f%% %5d %6d%s",
                row.role(),
                row.weight(),
                row.framework(),
                100 * row.wanted(),
                100 * row.share(),
                bar.of(row.share()),
                100 * row.entitled(),
                row.tasks(),
                row.offers(),
                row.suppressed() ? " quiet" : ""));
    }

    private String coloured(String text) {
        return ansi.string(text);
    }

    @Override
    public void end() {
        out.println();
        out.flush();
    }
}
