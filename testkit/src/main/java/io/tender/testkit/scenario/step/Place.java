package io.tender.testkit.scenario.step;

/**
 * Where something was written.
 *
 * @param line counted from 1
 * @param column counted from 1; 0 if it is not known
 */
public record Place(String file, int line, int column) implements Comparable<Place> {

    @Override
    public int compareTo(Place other) {
        int byFile = file.compareTo(other.file);
        int byLine = byFile != 0 ? byFile : Integer.compare(line, other.line);
        return byLine != 0 ? byLine : Integer.compare(column, other.column);
    }

    @Override
    public String toString() {
        return file + ":" + line + (column == 0 ? "" : ":" + column);
    }
}
