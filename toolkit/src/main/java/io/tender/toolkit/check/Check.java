package io.tender.toolkit.check;

/**
 * One promise that a service of a dialect has to keep.
 *
 * @param name the promise, as a sentence
 * @param why what goes wrong in a scheduler when it is broken
 * @param hint what usually is the cause, or what to do
 * @param gate whether nothing else can be found out while it is broken
 */
public record Check(CheckId id, String name, String why, String hint, boolean gate, Trial trial) {
    static Check of(String id, String name, String why, String hint, Trial trial) {
        return new Check(new CheckId(id), name, why, hint, false, trial);
    }

    Check asGate() {
        return new Check(id, name, why, hint, true, trial);
    }

    /** Tries the promise. */
    @FunctionalInterface
    interface Trial {
        /**
         * Returns what is worth knowing although all is well, or an empty text.
         *
         * @throws Ended with any other verdict
         */
        String run(Service service) throws Ended;
    }
}
