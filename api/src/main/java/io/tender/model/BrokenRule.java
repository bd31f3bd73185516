package io.tender.model;

/** A value that the domain forbids, told in three lines; parsers take them apart to point at their text instead. */
public final class BrokenRule extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String got;
    private final String expected;
    private final int position;

    private BrokenRule(String message, String got, String expected, int position) {
        super(message);
        this.got = got;
        this.expected = expected;
        this.position = position;
    }

    public static BrokenRule of(String problem, Object got, String expected, String advice) {
        return at(0, problem, got, expected, advice);
    }

    /** A rule broken by the character at that position of a word. */
    static BrokenRule at(int position, String problem, Object got, String expected, String advice) {
        String message = """
                %s
                  got:      %s
                  expected: %s
                  to do:    %s""".formatted(problem, got, expected, advice);
        return new BrokenRule(message, got.toString(), expected, position);
    }

    public String got() {
        return got;
    }

    public String expected() {
        return expected;
    }

    /** Which character of the word breaks it, counted from 0; 0 too if it is the whole. */
    public int position() {
        return position;
    }
}
