package io.tender.mesos;

/** JSON that does not say what it should, with the place where it does not. */
public final class MesosJsonException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final int line;
    private final int column;
    private final String path;

    MesosJsonException(int line, int column, String path, String got, String expected) {
        super("""
                JSON line %d, column %d, at %s
                  got:      %s
                  expected: %s""".formatted(line, column, path, got, expected));
        this.line = line;
        this.column = column;
        this.path = path;
    }

    /** The line, counted from 1. */
    public int line() {
        return line;
    }

    /** The column, counted from 1. */
    public int column() {
        return column;
    }

    /** The place in the document, such as {@code $[0].scalar.value}. */
    public String path() {
        return path;
    }
}
