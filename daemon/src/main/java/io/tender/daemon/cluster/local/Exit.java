package io.tender.daemon.cluster.local;

/** How a process ended, as a shell says it: its exit status, or 128 + n for signal n. */
record Exit(int status) {
    private static final String[] SIGNALS = {
        "", "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2", "PIPE", "ALRM",
        "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG", "XCPU", "XFSZ", "VTALRM", "PROF",
        "WINCH", "IO", "PWR", "SYS"
    };

    boolean wellDone() {
        return status == 0;
    }

    /** For people: the status, and the signal it stands for. */
    String words() {
        int signal = status - 128;
        if (signal > 0 && signal < SIGNALS.length) {
            return "ended by signal SIG" + SIGNALS[signal] + " (exit status " + status + ")";
        }
        return switch (status) {
            case 126 -> "exited with status 126: its program cannot be executed, see its stderr";
            case 127 -> "exited with status 127: its program was not found, see its stderr";
            default -> "exited with status " + status;
        };
    }
}
