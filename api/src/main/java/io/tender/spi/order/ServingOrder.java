package io.tender.spi.order;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Somebody else's say in who is served first. The allocator serves roles, and frameworks within them, by their shares; with a
 * serving order it follows the order it is given, for a whole run.
 *
 * <p>Asked once at the beginning of each run, on the allocator's turn, also if the run turns out to have nothing to offer: so
 * that whoever answers with what was heard before has heard of late. It must not wait: whoever has to ask somebody far away does
 * so elsewhere, and answers with the last order it heard of. Experimental.
 */
public interface ServingOrder extends AutoCloseable {

    /**
     * The order to follow in this run; nothing means by share, exactly as without it. Clients that the order does not name
     * come behind those it names, by share; names of no client are passed over. If it throws, the run goes by share.
     *
     * @param standing what the clients hold at the beginning of this run; worked out when it is asked for, which is only
     *     possible before this method returns
     */
    Optional<Orders> orders(Supplier<Standing> standing);

    /** Told before the first run, and when it changes: there is a run at least this often, unless the allocator is paused. */
    default void runsEvery(Duration interval) {}

    /** Lets go of what it holds. */
    @Override
    default void close() {}
}
