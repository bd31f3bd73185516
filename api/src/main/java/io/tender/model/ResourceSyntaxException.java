package io.tender.model;

/** A text that is no resource, with the place where it stops being one. */
public final class ResourceSyntaxException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** How much of a long text is shown on either side of the place. */
    private static final int WINDOW = 60;

    private final String text;
    private final int offset;

    public ResourceSyntaxException(String text, int offset, String expected) {
        super(pointAt(text, offset, expected));
        this.text = text;
        this.offset = offset;
    }

    /** The whole text that was read. */
    public String text() {
        return text;
    }

    /** The offset of the offending character; the length of the text if something is missing at its end. */
    public int offset() {
        return offset;
    }

    private static String pointAt(String text, int offset, String expected) {
        int from = offset <= WINDOW ? 0 : offset - WINDOW;
        int until = text.length() - offset <= WINDOW ? text.length() : offset + WINDOW;
        String before = from == 0 ? "" : "...";
        String after = until == text.length() ? "" : "...";
        String shown = text.substring(from, until).replaceAll("\\p{Cntrl}", " ");
        int caret = before.length() + offset - from;
        return before + shown + after + "\n" + " ".repeat(caret) + "^ " + expected;
    }
}
