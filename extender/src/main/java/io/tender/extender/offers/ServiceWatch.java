package io.tender.extender.offers;

import io.tender.extender.client.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says in the log when a service first answers, when it begins to fail, and when it has been well again for a while; what
 * happens in between is counted, and said at the end.
 */
public final class ServiceWatch {
    private static final Logger LOG = LoggerFactory.getLogger(ServiceWatch.class);

    /** How long a service must not fail before it is said to be well. */
    static final Duration CALM = Duration.ofSeconds(30);

    private final String endpoint;
    private final Spell spell;
    private final AtomicBoolean heard = new AtomicBoolean();
    private volatile boolean failing;

    public ServiceWatch(String endpoint, Ticker ticker) {
        this.endpoint = endpoint;
        this.spell = new Spell(ticker, CALM);
    }

    public void answers() {
        failing = false;
        long failures = spell.answered();
        if (failures > 0) {
            LOG.info(
                    "The offer-set service at {} has answered for {} s without a failure, after {} failed calls; it"
                            + " orders the offers",
                    endpoint,
                    CALM.toSeconds(),
                    failures);
        } else if (!heard.get() && !heard.getAndSet(true)) {
            LOG.info("The offer-set service at {} answers; it orders the offers from now on", endpoint);
        }
    }

    public void fails(String why) {
        failing = true;
        if (spell.failed()) {
            LOG.warn(
                    "The offer-set service at {} fails; for each call that does, the native order serves. Said again once"
                            + " it has not failed for {} s. {}",
                    endpoint,
                    CALM.toSeconds(),
                    why);
        }
    }

    /** Whether the last that was heard of it was a failure. */
    public boolean isFailing() {
        return failing;
    }
}
