package io.tender.cli.demo;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Shows a show while it runs. */
sealed interface ShowView {

    /** Called after every look; what is worth drawing, and when, is the view's own business. */
    void show(ShowPlan plan, ShowSummary now, List<String> news);

    /** Called once, with what came of it all. */
    void end(ShowPlan plan, ShowSummary all, List<String> news);

    static ShowView on(Stage stage) {
        return switch (stage) {
            case Stage.Terminal terminal -> new Table(terminal);
            case Stage.Log log -> new Lines(log.out());
        };
    }

    /** What one may type in another window. */
    static List<String> hints(String server) {
        return List.of(
                "Look around while it runs:  export TENDER_SERVER=" + server,
                "  ./tender get jobs --watch     ./tender explain job gang-1     ./tender agents     ./tender frameworks");
    }

    /** A table that is renewed in place. */
    final class Table implements ShowView {
        private static final int BAR_WIDTH = 24;
        private static final List<String> COLOURS = List.of("cyan", "green", "yellow");
        private static final int NEWS = 3;

        private final Stage.Terminal terminal;
        private final Drawing drawing;
        private final Bar bar;

        Table(Stage.Terminal terminal) {
            this.terminal = terminal;
            this.drawing = new Drawing(terminal.out());
            this.bar = new Bar(BAR_WIDTH, terminal.fine());
        }

        @Override
        public void show(ShowPlan plan, ShowSummary now, List<String> news) {
            if (drawing.isDue()) {
                drawing.draw(lines(plan, now, news));
            }
        }

        private String coloured(String text) {
            return terminal.colours().string(text);
        }

        private List<String> lines(ShowPlan plan, ShowSummary now, List<String> news) {
            List<String> lines = new ArrayList<>();
            lines.add(coloured(String.format(
                    Locale.ROOT,
                    "@|bold Tender|@  second %.0f%s, %d agents, a daemon at %s  (Ctrl-C ends it)",
                    now.seconds(),
                    plan.length().map(length -> " of " + length.toSeconds()).orElse(""),
                    now.agents(),
                    now.server())));
            lines.add("");
            lines.add(coloured(
                    "@|faint role      wt framework     share " + " ".repeat(BAR_WIDTH) + " tasks launched|@"));
            for (int i = 0; i < now.roles().size(); i++) {
                ShowSummary.Role role = now.roles().get(i);
                lines.add(coloured(String.format(
                        Locale.ROOT,
                        "%-9s %2.0f %-12s %5.1f%% @|" + COLOURS.get(i % COLOURS.size()) + " %s|@ %5d %8d",
                        role.role(),
                        role.weight(),
                        role.framework(),
                        100 * role.share(),
                        bar.of(role.share()),
                        role.tasks(),
                        role.launched())));
            }
            lines.add(String.format(
                    Locale.ROOT,
                    "%31.1f%% %s in use, of %.0f cpus",
                    100 * now.cpusInUse(),
                    bar.of(now.cpusInUse()),
                    now.cpus()));
            lines.add("");
            lines.addAll(now.facts());
            lines.add("");
            hints(now.server()).forEach(hint -> lines.add(coloured("@|faint " + hint + "|@")));
            lines.add("");
            for (int i = 0; i < NEWS; i++) {
                int at = news.size() - NEWS + i;
                lines.add(at < 0 ? "" : coloured("@|faint " + news.get(at) + "|@"));
            }
            return lines;
        }

        @Override
        public void end(ShowPlan plan, ShowSummary all, List<String> news) {
            drawing.draw(lines(plan, all, news));
            terminal.out().println();
            terminal.out().println(all.ending());
            all.disagreement().forEach(terminal.out()::println);
            terminal.out().flush();
        }
    }

    /** Line by line, for logs and pipes. */
    final class Lines implements ShowView {
        private static final int PARTS = 10;
        private static final int SECONDS_WITHOUT_END = 10;

        private final PrintWriter out;
        private boolean begun;
        private long told;
        private int newsTold;

        Lines(PrintWriter out) {
            this.out = out;
        }

        @Override
        public void show(ShowPlan plan, ShowSummary now, List<String> news) {
            if (!begun) {
                begun = true;
                out.println("A daemon at " + now.server() + " with " + now.agents() + " agents");
                hints(now.server()).forEach(out::println);
            }
            news.subList(Math.min(newsTold, news.size()), news.size())
                    .forEach(what -> out.println("             " + what));
            newsTold = news.size();
            long due = plan.length()
                    .map(length -> (long) (PARTS * now.seconds() * 1000 / length.toMillis()))
                    .orElse((long) now.seconds() / SECONDS_WITHOUT_END);
            if (due > told) {
                told = due;
                out.println(String.format(
                        Locale.ROOT,
                        "%5.1f s  %s  launched %d  gangs %d  extender calls %d",
                        now.seconds(),
                        now.roles().stream().map(Lines::share).collect(Collectors.joining("  ")),
                        now.tasks().launched(),
                        now.gangs().started(),
                        now.extender().calls()));
            }
            out.flush();
        }

        private static String share(ShowSummary.Role role) {
            return String.format(Locale.ROOT, "%s %.0f%%", role.role(), 100 * role.share());
        }

        @Override
        public void end(ShowPlan plan, ShowSummary all, List<String> news) {
            out.println();
            all.lines().forEach(out::println);
            out.flush();
        }
    }
}
