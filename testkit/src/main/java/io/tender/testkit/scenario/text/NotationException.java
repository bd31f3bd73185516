package io.tender.testkit.scenario.text;

import io.tender.model.BrokenRule;
import java.util.List;
import java.util.Optional;

/** A text that does not say what it should, with the place where it stops doing so. */
public final class NotationException extends IllegalArgumentException {

    private final int offset;
    private final String problem;
    private final Optional<String> got;
    private final Optional<String> expected;

    /**
     * @param offset where in the text, counted from 0
     * @param problem one line, complete by itself
     */
    public NotationException(int offset, String problem, Optional<String> got, Optional<String> expected) {
        super(problem
                + got.map(text -> "; got: " + text).orElse("")
                + expected.map(text -> "; expected: " + text).orElse(""));
        this.offset = offset;
        this.problem = problem;
        this.got = got;
        this.expected = expected;
    }

    public static NotationException expected(int offset, String problem, String got, String expected) {
        return new NotationException(offset, problem, Optional.of(got), Optional.of(expected));
    }

    /** What another reader said, which may already come with lines for got and expected. */
    public static NotationException from(int offset, IllegalArgumentException said) {
        if (said instanceof NotationException own) {
            return own.shifted(offset);
        }
        int at = said instanceof BrokenRule rule ? offset + rule.position() : offset;
        List<String> lines = String.valueOf(said.getMessage()).lines().toList();
        return new NotationException(at, lines.getFirst(), part(lines, "got:"), part(lines, "expected:"));
    }

    private static Optional<String> part(List<String> lines, String label) {
        return lines.stream()
                .map(String::strip)
                .filter(line -> line.startsWith(label))
                .map(line -> line.substring(label.length()).strip())
                .findFirst();
    }

    public int offset() {
        return offset;
    }

    public String problem() {
        return problem;
    }

    public Optional<String> got() {
        return got;
    }

    public Optional<String> expected() {
        return expected;
    }

    /** The same mistake, seen in a longer text that begins so many characters earlier. */
    public NotationException shifted(int by) {
        return new NotationException(offset + by, problem, got, expected);
    }
}
