package io.tender.extender.offers;

import io.tender.extender.client.Ticker;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says in the log when a service first answers, when it begins to fail, and when it answers again, each time it changes and
 * only then. One that fails again soon after that is said to be unsteady, and then no more until it has been well for a while:
 * a service that fails now and then would else fill the log.
 */
public final class ServiceWatch {
    private static final Logger LOG = LoggerFactory.getLogger(ServiceWatch.class);

    /** How long a service must not fail before it is said to be steady. */
    static final Duration CALM = Duration.ofSeconds(30);

    private final String who;
    private final String does;
    private final String without;
    private final Spell spell;
    /** Lines come in the order of what they tell. */
    private final ReentrantLock lock = new ReentrantLock();

    private volatile boolean heard;
    private volatile boolean failing;

    /**
     * @param who such as "The offer-set service at http://…"
     * @param does what follows while it answers, such as "it orders the offers"
     * @param without what follows from each call that fails
     */
    public ServiceWatch(String who, String does, String without, Ticker ticker) {
        this.who = who;
        this.does = does;
        this.without = without;
        this.spell = new Spell(ticker, CALM);
    }

    public void answers() {
        if (heard && spell.isWell()) {
            return;
        }
        lock.lock();
        try {
            failing = false;
            if (!heard) {
                heard = true;
                LOG.info("{} answers; {} from now on", who, does);
            }
            switch (spell.answered()) {
                case BACK -> LOG.info("{} answers again, after {} failed calls; {}", who, spell.failures(), does);
                case STEADY ->
                    LOG.info(
                            "{} has answered for {} s without a failure, after {} failed calls; {}",
                            who,
                            CALM.toSeconds(),
                            spell.failures(),
                            does);
                case NONE, FAILS, FAILS_AGAIN -> {}
            }
        } finally {
            lock.unlock();
        }
    }

    public void fails(String why) {
        lock.lock();
        try {
            failing = true;
            heard = true;
            switch (spell.failed()) {
                case FAILS -> LOG.warn("{} fails; for each call that does, {}. {}", who, without, why);
                case FAILS_AGAIN ->
                    LOG.warn(
                            "{} fails again; for each call that does, {}. Said again once it has not failed for {} s. {}",
                            who,
                            without,
                            CALM.toSeconds(),
                            why);
                case NONE, BACK, STEADY -> {}
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether the last that was heard of it was a failure. */
    public boolean isFailing() {
        return failing;
    }
}
