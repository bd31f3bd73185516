package io.tender.core.services;

/** Tells what a stranger's code may throw at us, and we go on, from what leaves the process in no state to go on. */
final class Faults {
    private Faults() {}

    /** Throws it again if nobody should go on after it. A stack that overflowed has been given back. */
    static void rethrowIfFatal(Throwable thrown) {
        if (thrown instanceof VirtualMachineError fatal && !(thrown instanceof StackOverflowError)) {
            throw fatal;
        }
    }
}
