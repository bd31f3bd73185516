package io.tender.cli;

/** What the program's exit code means; the same list is printed at the end of every {@code --help}. */
public final class ExitCode {
    /** What was asked for was done. */
    public static final int OK = 0;

    /** What was asked for was done, and its answer is no: a scenario failed, a limit was missed, a request was refused. */
    public static final int FAILED = 1;

    /** The command line, or a file it names, is wrong. */
    public static final int USAGE = 2;

    /** The surroundings (disk, network, JDK) or the program itself failed. */
    public static final int INTERNAL = 3;

    private ExitCode() {}
}
