package io.tender.extender.offers;

import io.tender.model.AgentId;
import io.tender.model.service.HostOffer;
import io.tender.model.service.TaskId;
import io.tender.spi.offers.EvictionQuery;
import io.tender.spi.offers.OfferQuery;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The service of an offer set while it is on trial, as it is asked what it would have said. */
public interface TriedService extends AutoCloseable {

    /** What it is called in metrics, recordings and errors. */
    String name();

    String address();

    /** Whether it is asked at present, in one word. */
    String breaker();

    /** What the question is called in reports. */
    String verb();

    /** An offer is held from now on; one with the same id is replaced. */
    void add(HostOffer offer);

    void remove(HostOffer offer);

    void clear();

    /** Those of the candidates about which it would be asked if it decided. */
    List<HostOffer> askable(List<HostOffer> candidates);

    /**
     * Puts the question of an attempt, without asking it yet; nothing if it would not be asked. What can change before it is
     * asked is looked at now.
     */
    Optional<Asking> about(OfferQuery query, List<HostOffer> offers);

    /**
     * A question that is ready to be asked.
     *
     * @param bytes how much it keeps while it waits
     * @param order asks, and has the order that the service would have; nothing if it does not answer
     */
    record Asking(long bytes, Supplier<Optional<List<HostOffer>>> order) {}

    /** Whether it would be asked who may be evicted. */
    default boolean reviewsEvictions() {
        return false;
    }

    /** Asks whom it would let go, by machine; nothing if it does not answer, or is not asked about such tasks. */
    default Optional<Map<AgentId, Set<TaskId>>> evictable(EvictionQuery query) {
        return Optional.empty();
    }

    @Override
    void close();
}
