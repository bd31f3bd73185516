package io.tender.core.services;

import io.tender.model.service.HostOffer;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Consumer;

/** Asks an offer set for its order, once per attempt, and sees to it that no failure of the set becomes one of ours. */
final class Orderings {
    private final Agenda agenda;
    private final Ordering ordering;
    private final StartingTasks starting;
    private final ServiceMetrics metrics;
    private final long timeoutMillis;

    Orderings(
            Agenda agenda,
            Ordering ordering,
            StartingTasks starting,
            ServiceMetrics metrics,
            ServiceSettings settings) {
        this.agenda = agenda;
        this.ordering = ordering;
        this.starting = starting;
        this.metrics = metrics;
        this.timeoutMillis = settings.offerSetAnswerMillis();
    }

    /** Matches in the order of a set that answers at once. */
    void inline(OfferSet set, Attempt attempt) {
        metrics.count(ServiceMetrics.SET_QUERIES);
        starting.freeze();
        Guarded answer = new Guarded(attempt.mostAnswers());
        answer.ask(set, attempt);
        attempt.match(() -> answer);
        if (answer.failed) {
            metrics.count(ServiceMetrics.SET_FAILURES);
            attempt.matchNative();
        } else {
            attempt.noteLeftOut();
        }
    }

    /** Asks a set that waits; the outcome is its order, or nothing if it failed or took too long. */
    void elsewhere(OfferSet set, Attempt attempt, Consumer<Optional<List<HostOffer>>> outcome) {
        metrics.count(ServiceMetrics.SET_QUERIES);
        starting.freeze();
        OfferQuery query = OfferQuery.of(
                attempt.attempt(), attempt.group(), attempt.request(), attempt.tasks(), attempt.candidates());
        Expected expected = new Expected(outcome, attempt.mostAnswers());
        expected.timer = agenda.in(timeoutMillis, () -> {
            metrics.count(ServiceMetrics.SET_TIMEOUTS);
            expected.settle(Optional.empty());
        });
        try {
            ordering.ask(set, query, expected);
        } catch (Exception | Error refused) {
            Faults.rethrowIfFatal(refused);
            expected.failed(refused);
        }
    }

    /** Takes the first of an answer, a failure and the end of patience; the others come too late. */
    private final class Expected implements Ordering.Answer {
        private final Consumer<Optional<List<HostOffer>>> outcome;
        private final int most;
        private Agenda.Entry timer = Agenda.Entry.NONE;
        private boolean settled;

        Expected(Consumer<Optional<List<HostOffer>>> outcome, int most) {
            this.outcome = outcome;
            this.most = most;
        }

        @Override
        public void ordered(List<HostOffer> offers) {
            List<HostOffer> answer;
            try {
                if (offers.size() > most) {
                    throw new IllegalStateException("Got an order of " + offers.size() + " offers, expected at most "
                            + most + ": name each offer once");
                }
                answer = List.copyOf(offers);
            } catch (Exception | Error broken) {
                Faults.rethrowIfFatal(broken);
                failed(broken);
                return;
            }
            settle(Optional.of(answer));
        }

        @Override
        public void failed(Throwable cause) {
            if (!settled) {
                metrics.count(ServiceMetrics.SET_FAILURES);
                settle(Optional.empty());
            }
        }

        private void settle(Optional<List<HostOffer>> how) {
            if (!settled) {
                settled = true;
                agenda.cancel(timer);
                outcome.accept(how);
            }
        }
    }

    /** A stranger's answer that ends instead of throwing, and ends at all. */
    private static final class Guarded implements Iterator<HostOffer> {
        private final int most;
        private int looked;
        private Iterator<HostOffer> answer = List.<HostOffer>of().iterator();
        private Optional<HostOffer> next = Optional.empty();
        private boolean failed;

        Guarded(int most) {
            this.most = most;
        }

        void ask(OfferSet set, OfferQuery query) {
            try {
                answer = set.getOrdered(query).iterator();
            } catch (Exception | Error broken) {
                Faults.rethrowIfFatal(broken);
                failed = true;
            }
        }

        @Override
        public boolean hasNext() {
            if (next.isEmpty() && !failed) {
                try {
                    next = answer.hasNext() ? Optional.of(answer.next()) : Optional.empty();
                    failed = next.isPresent() && ++looked > most;
                    next = failed ? Optional.empty() : next;
                } catch (Exception | Error broken) {
                    Faults.rethrowIfFatal(broken);
                    failed = true;
                }
            }
            return next.isPresent();
        }

        @Override
        public HostOffer next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            HostOffer offer = next.orElseThrow();
            next = Optional.empty();
            return offer;
        }
    }
}
