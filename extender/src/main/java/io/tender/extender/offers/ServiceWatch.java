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

    private enum State {
        UNHEARD,
        WELL,
        FAILING,
        /** It answers again, and has not done so for long. */
        BACK,
        UNSTEADY
    }

    private final String endpoint;
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    /** Changed under the lock; while all is well it is looked at without. */
    private volatile State state = State.UNHEARD;

    private long failures;
    private long lastFailure;
    private volatile boolean failing;

    public ServiceWatch(String endpoint, Ticker ticker) {
        this.endpoint = endpoint;
        this.ticker = ticker;
    }

    public void answers() {
        if (state == State.WELL) {
            return;
        }
        lock.lock();
        try {
            failing = false;
            boolean calm = ticker.nanos() - lastFailure >= CALM.toNanos();
            switch (state) {
                case UNHEARD -> {
                    state = State.WELL;
                    LOG.info("The offer-set service at {} answers; it orders the offers from now on", endpoint);
                }
                case FAILING -> {
                    state = State.BACK;
                    LOG.info(
                            "The offer-set service at {} answers again, after {} failed calls; it orders the offers",
                            endpoint,
                            failures);
                }
                case BACK -> state = calm ? State.WELL : State.BACK;
                case UNSTEADY -> {
                    if (calm) {
                        state = State.WELL;
                        LOG.info(
                                "The offer-set service at {} has answered for {} s without a failure, after {} failed"
                                        + " calls; it orders the offers",
                                endpoint,
                                CALM.toSeconds(),
                                failures);
                    }
                }
                case WELL -> {}
            }
        } finally {
            lock.unlock();
        }
    }

    public void fails(String why) {
        lock.lock();
        try {
            failing = true;
            long now = ticker.nanos();
            boolean again = state == State.BACK && now - lastFailure < CALM.toNanos();
            boolean known = state == State.FAILING || state == State.UNSTEADY;
            failures = again || known ? failures + 1 : 1;
            lastFailure = now;
            if (again) {
                state = State.UNSTEADY;
                LOG.warn(
                        "The offer-set service at {} fails again; for each call that does, the native order serves. Said"
                                + " again once it has not failed for {} s. {}",
                        endpoint,
                        CALM.toSeconds(),
                        why);
            } else if (!known) {
                state = State.FAILING;
                LOG.warn(
                        "The offer-set service at {} fails; for each call that does, the native order serves. {}",
                        endpoint,
                        why);
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
