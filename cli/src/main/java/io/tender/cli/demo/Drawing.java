package io.tender.cli.demo;

import java.io.PrintWriter;
import java.util.List;

/** Lines on a terminal that are renewed in place, not more often than an eye can follow. */
public final class Drawing {
    private static final long NANOS_BETWEEN = 80_000_000;

    private final PrintWriter out;
    private int linesDrawn;
    private long drawnAt;

    /** Draws where the cursor is. */
    public Drawing(PrintWriter out) {
        this.out = out;
    }

    /** Whether it is time to draw again. */
    public boolean isDue() {
        return linesDrawn == 0 || System.nanoTime() - drawnAt >= NANOS_BETWEEN;
    }

    public void draw(List<String> lines) {
        drawnAt = System.nanoTime();
        StringBuilder drawing = new StringBuilder();
        if (linesDrawn > 0) {
            drawing.append("\u001b[").append(linesDrawn).append("F");
        }
        for (String line : lines) {
            drawing.append(line).append("\u001b[K\n");
        }
        for (int i = lines.size(); i < linesDrawn; i++) {
            drawing.append("\u001b[K\n");
        }
        linesDrawn = Math.max(linesDrawn, lines.size());
        out.print(drawing);
        out.flush();
    }
}
