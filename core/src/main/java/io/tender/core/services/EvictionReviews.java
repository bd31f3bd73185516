package io.tender.core.services;

import io.tender.model.AgentId;
import io.tender.model.service.TaskGroupKey;
import io.tender.model.service.TaskId;
import io.tender.spi.offers.EvictionQuery;
import io.tender.spi.offers.OfferSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Asks an offer set that has a say in it whom to evict. Whatever goes wrong with that, nobody is evicted. */
final class EvictionReviews {
    private final Agenda agenda;
    private final Ordering ordering;
    private final OfferBook book;
    private final ServiceMetrics metrics;
    private final Troubles troubles;
    private final long timeoutMillis;
    private final Set<TaskGroupKey> underWay = new HashSet<>();

    EvictionReviews(
            Agenda agenda,
            Ordering ordering,
            OfferBook book,
            ServiceMetrics metrics,
            Troubles troubles,
            ServiceSettings settings) {
        this.agenda = agenda;
        this.ordering = ordering;
        this.book = book;
        this.metrics = metrics;
        this.troubles = troubles;
        this.timeoutMillis = settings.offerSetAnswerMillis();
    }

    boolean areWanted() {
        return book.set().reviewsEvictions();
    }

    /** Tells a set that has no say in it. */
    void tell(Supplier<EvictionQuery> query) {
        try {
            book.set().evicting(query);
        } catch (Exception | Error broken) {
            Faults.rethrowIfFatal(broken);
            metrics.count(ServiceMetrics.SET_FAILURES);
            troubles.setFailed(broken);
        }
    }

    boolean isUnderWay(TaskGroupKey group) {
        return underWay.contains(group);
    }

    /** The outcome comes on a later turn, exactly once. */
    void ask(EvictionQuery query, Consumer<Map<AgentId, Set<TaskId>>> outcome) {
        OfferSet set = book.set();
        metrics.count(ServiceMetrics.SET_REVIEWS);
        underWay.add(query.group());
        Expected expected = new Expected(query.group(), outcome);
        expected.timer = agenda.in(timeoutMillis, () -> {
            metrics.count(ServiceMetrics.SET_TIMEOUTS);
            expected.settle(Map.of());
        });
        try {
            ordering.review(set, query, expected);
        } catch (Exception | Error refused) {
            Faults.rethrowIfFatal(refused);
            expected.failed(refused);
        }
    }

    private final class Expected implements Ordering.Review {
        private final TaskGroupKey group;
        private final Consumer<Map<AgentId, Set<TaskId>>> outcome;
        private Agenda.Entry timer = Agenda.Entry.NONE;
        private boolean settled;

        Expected(TaskGroupKey group, Consumer<Map<AgentId, Set<TaskId>>> outcome) {
            this.group = group;
            this.outcome = outcome;
        }

        @Override
        public void left(Map<AgentId, Set<TaskId>> evictable) {
            settle(evictable);
        }

        @Override
        public void failed(Throwable cause) {
            if (!settled) {
                metrics.count(ServiceMetrics.SET_FAILURES);
                troubles.setFailed(cause);
                settle(Map.of());
            }
        }

        private void settle(Map<AgentId, Set<TaskId>> evictable) {
            if (!settled) {
                settled = true;
                agenda.cancel(timer);
                underWay.remove(group);
                outcome.accept(evictable);
            }
        }
    }
}
