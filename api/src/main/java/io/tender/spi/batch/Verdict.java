package io.tender.spi.batch;

/** Whether a task fits a node, and if not, why, and whether evicting others could help. */
public sealed interface Verdict {

    /** The node will do. */
    record Fits() implements Verdict {
        private static final Fits INSTANCE = new Fits();
    }

    /** The node will not do. */
    record Refused(Code code, String reason) implements Verdict {}

    /** Why a node is refused; the numbers are those of the Volcano wire. */
    enum Code {
        /** Could not be found out. */
        ERROR(1),
        /** Not now; room that others leave could change it. */
        UNSCHEDULABLE(2),
        /** Not now, and no eviction can change it. */
        UNRESOLVABLE(3),
        /** To be asked again later. */
        WAIT(4),
        /** Not to be considered. */
        SKIP(5);

        private final int number;

        Code(int number) {
            this.number = number;
        }

        public int number() {
            return number;
        }

        /** Whether evicting tasks from the node could make it fit. */
        public boolean hope() {
            return this == UNSCHEDULABLE;
        }
    }

    static Verdict fits() {
        return Fits.INSTANCE;
    }

    /** Refused for now; evictions could help. */
    static Verdict unschedulable(String reason) {
        return new Refused(Code.UNSCHEDULABLE, reason);
    }

    /** Refused whatever is evicted. */
    static Verdict never(String reason) {
        return new Refused(Code.UNRESOLVABLE, reason);
    }

    static Verdict error(String reason) {
        return new Refused(Code.ERROR, reason);
    }

    default boolean isFit() {
        return this instanceof Fits;
    }
}
