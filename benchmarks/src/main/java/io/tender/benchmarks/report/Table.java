package io.tender.benchmarks.report;

import java.util.ArrayList;
import java.util.List;

/** Rows under headings, for a terminal or for Markdown. The first columns are texts, the others numbers. */
final class Table {

    private final List<String> headings;
    private final int texts;
    private final List<List<String>> rows = new ArrayList<>();

    Table(int texts, String... headings) {
        this.texts = texts;
        this.headings = List.of(headings);
    }

    void add(String... cells) {
        if (cells.length != headings.size()) {
            throw new IllegalArgumentException(cells.length + " cells under " + headings.size() + " headings");
        }
        rows.add(List.of(cells));
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    String text() {
        int[] widths = new int[headings.size()];
        for (int column = 0; column < widths.length; column++) {
            widths[column] = headings.get(column).length();
            for (List<String> row : rows) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        StringBuilder text = new StringBuilder();
        line(text, headings, widths);
        rows.forEach(row -> line(text, row, widths));
        return text.toString();
    }

    private void line(StringBuilder text, List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            String blanks = " ".repeat(widths[column] - cells.get(column).length());
            line.append(column < texts ? cells.get(column) + blanks : blanks + cells.get(column))
                    .append("  ");
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }

    String markdown() {
        StringBuilder text = new StringBuilder();
        text.append("| ").append(String.join(" | ", headings)).append(" |\n|");
        for (int column = 0; column < headings.size(); column++) {
            text.append(column < texts ? "---|" : "---:|");
        }
        text.append('\n');
        rows.forEach(row -> text.append("| ").append(String.join(" | ", row)).append(" |\n"));
        return text.toString();
    }
}
