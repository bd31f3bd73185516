package io.tender.cli;

import java.util.ArrayList;
import java.util.List;

/** Rows for people: columns as wide as what is in them. */
final class TextTable {
    private final List<List<String>> rows = new ArrayList<>();

    TextTable(List<String> titles) {
        rows.add(List.copyOf(titles));
    }

    void add(List<String> row) {
        rows.add(List.copyOf(row));
    }

    String text() {
        int columns = rows.getFirst().size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        StringBuilder out = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
            }
            out.append(line.toString().stripTrailing()).append(System.lineSeparator());
        }
        return out.toString();
    }
}
