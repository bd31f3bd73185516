package io.tender.core.services;

import io.tender.model.AgentId;
import io.tender.model.service.HostOffer;
import io.tender.model.service.TaskId;
import io.tender.spi.offers.BindQuery;
import io.tender.spi.offers.EvictionQuery;
import io.tender.spi.offers.Objection;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.Set;

/** Asks an offer set that waits, somewhere else than on the scheduler's turns. */
@FunctionalInterface
public interface Ordering {

    /** More offers than the answer of any set that is right. */
    int MOST_COPIED = 1_000_000;

    /** For schedulers whose offer set does not wait. */
    Ordering NONE = (set, query, answer) -> {
        throw new IllegalStateException("The offer set " + set.getClass().getName()
                + " waits, but nobody was given to wait for it: pass an Ordering to the scheduler");
    };

    /**
     * Calls {@link OfferSet#getOrdered} on another thread and hands the outcome back on a later turn of the scheduler,
     * exactly once. An answer that comes later than the setting {@code offer_set_answer_timeout} is ignored.
     */
    void ask(OfferSet set, OfferQuery query, Answer answer);

    /**
     * What a set answers, for implementations that copy it on the thread that waits. An answer that never ends is given up
     * after {@link #MOST_COPIED} offers; the scheduler refuses what is that long.
     */
    static List<HostOffer> answerOf(OfferSet set, OfferQuery query) {
        Iterable<HostOffer> ordered = set.getOrdered(query);
        // A list that is there as a whole is copied as one, and the scheduler need not copy it again.
        if (ordered instanceof RandomAccess && ordered instanceof List<HostOffer> list && list.size() <= MOST_COPIED) {
            return List.copyOf(list);
        }
        List<HostOffer> answer = new ArrayList<>();
        Iterator<HostOffer> offers = ordered.iterator();
        while (answer.size() < MOST_COPIED && offers.hasNext()) {
            answer.add(offers.next());
        }
        return answer;
    }

    /** Calls {@link OfferSet#evictable} in the same way. */
    default void review(OfferSet set, EvictionQuery query, Review review) {
        new Errand<>(set, asked -> asked.evictable(query), Map.<AgentId, Set<TaskId>>of())
                .send(this, query.group(), query.request(), review::left, review::failed);
    }

    /** Calls {@link OfferSet#bind} in the same way. */
    default void bind(OfferSet set, BindQuery query, Binding binding) {
        new Errand<>(set, asked -> Optional.of(asked.bind(query)), Optional.<Map<TaskId, Objection>>empty())
                .send(
                        this,
                        query.group(),
                        query.request(),
                        said -> said.ifPresentOrElse(
                                binding::refused,
                                () -> binding.failed(new IllegalStateException("The offer set was not asked to bind"))),
                        binding::failed);
    }

    /** Takes which tasks the set would not have started; called on the scheduler's turns. */
    interface Binding {
        void refused(Map<TaskId, Objection> refused);

        void failed(Throwable cause);
    }

    /** Takes what the set said of evictions; called on the scheduler's turns. */
    interface Review {
        void left(Map<AgentId, Set<TaskId>> evictable);

        void failed(Throwable cause);
    }

    /** Takes what the set said; called on the scheduler's turns. */
    interface Answer {
        void ordered(List<HostOffer> offers);

        void failed(Throwable cause);
    }
}
