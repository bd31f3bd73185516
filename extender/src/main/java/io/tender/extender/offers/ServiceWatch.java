package io.tender.extender.offers;

import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says in the log when a service begins to answer and when it stops, and nothing in between. */
public final class ServiceWatch {
    private static final Logger LOG = LoggerFactory.getLogger(ServiceWatch.class);

    private enum State {
        UNKNOWN,
        ANSWERING,
        FAILING
    }

    private final String endpoint;
    private final AtomicReference<State> state = new AtomicReference<>(State.UNKNOWN);

    public ServiceWatch(String endpoint) {
        this.endpoint = endpoint;
    }

    public void answers() {
        if (state.get() != State.ANSWERING && state.getAndSet(State.ANSWERING) != State.ANSWERING) {
            LOG.info("The offer-set service at {} answers; it orders the offers from now on", endpoint);
        }
    }

    public void fails(String why) {
        if (state.get() != State.FAILING && state.getAndSet(State.FAILING) != State.FAILING) {
            LOG.warn(
                    "The offer-set service at {} is of no help; the native order serves until it is. {}",
                    endpoint,
                    why);
        }
    }

    public boolean isFailing() {
        return state.get() == State.FAILING;
    }
}
