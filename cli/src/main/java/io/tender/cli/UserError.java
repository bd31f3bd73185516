package io.tender.cli;

import io.tender.model.FailureWords;
import java.util.ArrayList;
import java.util.List;

/**
 * Something the user can put right, told in the user's words and never with a stack trace.
 *
 * <pre>{@code
 * throw UserError.usage("There are no scenarios in 'scenaros'.")
 *         .got("a folder that does not exist")
 *         .expected("a scenario file, or a folder with some")
 *         .toDo("name an existing file or folder, such as 'scenarios'");
 * }</pre>
 */
public final class UserError extends RuntimeException {
    private final int exitCode;
    private final List<String> details;

    private UserError(int exitCode, String message, List<String> details) {
        // No stack trace: where in the program the mistake was noticed helps nobody who made it.
        super(message, null, false, false);
        this.exitCode = exitCode;
        this.details = details;
    }

    /** The command line, or a file it names, is wrong: exit code {@value ExitCode#USAGE}. */
    public static UserError usage(String message) {
        return new UserError(ExitCode.USAGE, message, List.of());
    }

    /** What was asked for was refused: exit code {@value ExitCode#FAILED}. */
    public static UserError refused(String message) {
        return new UserError(ExitCode.FAILED, message, List.of());
    }

    /** The disk, the network or the JDK is not as needed: exit code {@value ExitCode#INTERNAL}. */
    public static UserError environment(String message) {
        return new UserError(ExitCode.INTERNAL, message, List.of());
    }

    public UserError got(String what) {
        return with("got:      " + what);
    }

    /** What the system said, in words. */
    public UserError got(Exception failure) {
        return got(FailureWords.of(failure));
    }

    public UserError expected(String what) {
        return with("expected: " + what);
    }

    /** The names that would have been understood. */
    public UserError known(Iterable<String> names) {
        return with("known:    " + String.join(", ", names));
    }

    public UserError toDo(String what) {
        return with("to do:    " + what);
    }

    public int exitCode() {
        return exitCode;
    }

    /** The whole text as the user reads it: the message, then one indented line per detail. */
    public String text() {
        StringBuilder text = new StringBuilder(String.valueOf(getMessage()));
        for (String detail : details) {
            text.append(System.lineSeparator()).append("  ").append(detail);
        }
        return text.toString();
    }

    private UserError with(String detail) {
        List<String> more = new ArrayList<>(details);
        more.add(detail);
        return new UserError(exitCode, String.valueOf(getMessage()), List.copyOf(more));
    }
}
