package io.tender.extender.offers;

import io.tender.model.FlagDuration;
import java.time.Duration;
import java.util.Optional;

/** A service that is given longer than anybody listens is never heard when it is slow. */
public final class Impatience {
    private Impatience() {}

    /**
     * What to say to the operator, if that is so.
     *
     * @param setting what the time of the service is called
     * @param patience how long the scheduler listens
     */
    public static Optional<String> notice(String setting, Duration timeout, Duration patience) {
        return timeout.compareTo(patience) <= 0
                ? Optional.empty()
                : Optional.of("The service has " + FlagDuration.print(timeout) + " to answer (" + setting
                        + "), but the scheduler stops listening after " + FlagDuration.print(patience)
                        + " (offer_set_answer_timeout): shorten the one or lengthen the other.");
    }
}
