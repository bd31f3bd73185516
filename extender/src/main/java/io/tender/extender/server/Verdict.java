package io.tender.extender.server;

/** Whether a task can be placed on an agent; a refusal says why, and whether evicting others could ever help. */
public sealed interface Verdict {

    /** The longest reason that is sent: schedulers show it to whoever waits, and count equal ones. */
    int LONGEST_REASON = 500;

    /** It can. */
    record Fits() implements Verdict {
        private static final Fits YES = new Fits();
    }

    /** Not now: if others were evicted, it might. */
    record NotNow(String reason) implements Verdict {
        public NotNow {
            reason = checked(reason);
        }
    }

    /** Not at all: no eviction can change it, so schedulers do not try. */
    record Never(String reason) implements Verdict {
        public Never {
            reason = checked(reason);
        }
    }

    static Verdict fits() {
        return Fits.YES;
    }

    static Verdict notNow(String reason) {
        return new NotNow(reason);
    }

    static Verdict never(String reason) {
        return new Never(reason);
    }

    default boolean isFit() {
        return this instanceof Fits;
    }

    /** A refusal without words would be taken for consent by some schedulers. */
    private static String checked(String reason) {
        if (reason.isBlank()) {
            throw new IllegalArgumentException(
                    "Got a refusal without a reason; expected a few words: say what the task or the agent lacks");
        }
        return reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON - 1) + "…";
    }
}
