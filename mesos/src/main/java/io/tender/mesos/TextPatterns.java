package io.tender.mesos;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.tender.model.BrokenRule;
import io.tender.model.TextPattern;

/**
 * Regular expressions that a stranger may write: matched in linear time, and bounded in size before they are built.
 *
 * <p>The bounds are those of Mesos in spirit: its memory limit becomes a limit on the size an expression has once its
 * repetitions are written out.
 */
public final class TextPatterns {
    /** The largest program that is run, in instructions of RE2. */
    public static final int LARGEST_PROGRAM = 100;

    /** The largest expression that is compiled at all, with its repetitions written out. */
    static final int LARGEST_EXPRESSION = 1000;

    private TextPatterns() {}

    /** Compiles an expression; one that is malformed, too large or too complex is refused. */
    public static TextPattern compile(String regex) {
        long size = RegexSize.of(regex);
        if (size > LARGEST_EXPRESSION) {
            throw refused(
                    regex,
                    "is too large",
                    "about " + size + " characters with all repetitions written out",
                    "at most " + LARGEST_EXPRESSION,
                    "repeat less");
        }
        Pattern pattern;
        try {
            pattern = Pattern.compile(regex);
        } catch (PatternSyntaxException e) {
            throw refused(
                    regex,
                    "is malformed",
                    "" + e.getDescription(),
                    "the syntax of RE2",
                    "correct it, RE2 has no backreferences");
        }
        if (pattern.programSize() > LARGEST_PROGRAM) {
            throw refused(
                    regex,
                    "is too complex",
                    "a program of " + pattern.programSize() + " instructions",
                    "at most " + LARGEST_PROGRAM,
                    "use several constraints instead of one expression");
        }
        return new Compiled(pattern);
    }

    private static BrokenRule refused(String regex, String problem, String got, String expected, String advice) {
        String shown = regex.length() <= LARGEST_PROGRAM ? regex : regex.substring(0, LARGEST_PROGRAM) + "...";
        return BrokenRule.of(
                "The regular expression '" + shown + "' " + problem + ".",
                "'" + shown + "', which " + problem + ": " + got,
                expected,
                advice);
    }

    private record Compiled(Pattern pattern) implements TextPattern {
        @Override
        public String regex() {
            return pattern.pattern();
        }

        @Override
        public boolean matches(String whole) {
            return pattern.matches(whole);
        }

        @Override
        public String toString() {
            return regex();
        }
    }
}
