package io.tender.mesos;

/** JSON that does not say what it should, with the place where it does not. */
public final class MesosJsonException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final int line;
    private final int column;
    private final String path;
    private final boolean malformed;

    MesosJsonException(int line, int column, String path, String got, String expected) {
        this(line, column, path, got, expected, false);
    }

    MesosJsonException(int line, int column, String path, String got, String expected, boolean malformed) {
        super("""
                %s
                  got:      %s
                  expected: %s""".formatted(where(line, column, path), got, expected));
        this.line = line;
        this.column = column;
        this.path = path;
        this.malformed = malformed;
    }

    /** Something wrong in a message that was read already, from JSON or from protobuf. */
    MesosJsonException(String path, String got, String expected) {
        this(0, 0, path, got, expected);
    }

    private static String where(int line, int column, String path) {
        return line > 0 ? "JSON line " + line + ", column " + column + ", at " + path : "At " + path;
    }

    /** The line, counted from 1; less if the message was no text. */
    public int line() {
        return line;
    }

    /** The column, counted from 1; less if the message was no text. */
    public int column() {
        return column;
    }

    /** The place in the document, such as {@code $[0].scalar.value}. */
    public String path() {
        return path;
    }

    /** Whether it is no JSON at all, rather than JSON that says something else. */
    boolean isMalformed() {
        return malformed;
    }
}
