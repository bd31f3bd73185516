package io.tender.core.services;

import io.tender.model.service.HostOffer;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Asks an offer set for its order, once per attempt, and sees to it that no failure of the set becomes one of ours. */
final class Orderings {
    private final Agenda agenda;
    private final Ordering ordering;
    private final StartingTasks starting;
    private final ServiceMetrics metrics;
    private final Troubles troubles;
    private final long timeoutMillis;

    Orderings(
            Agenda agenda,
            Ordering ordering,
            StartingTasks starting,
            ServiceMetrics metrics,
            Troubles troubles,
            ServiceSettings settings) {
        this.agenda = agenda;
        this.ordering = ordering;
        this.starting = starting;
        this.metrics = metrics;
        this.troubles = troubles;
        this.timeoutMillis = settings.offerSetAnswerMillis();
    }

    /** Matches in the order of a set that answers at once. */
    void inline(OfferSet set, Attempt attempt) {
        metrics.count(ServiceMetrics.SET_QUERIES);
        starting.freeze();
        Guarded answer = new Guarded(attempt.mostAnswers());
        answer.ask(set, attempt);
        attempt.match(() -> answer);
        Throwable failure = answer.failure;
        if (failure == null) {
            answered(attempt);
            attempt.noteLeftOut();
        } else {
            metrics.count(ServiceMetrics.SET_FAILURES);
            failed(set, attempt, failure);
            attempt.matchWithout(set);
        }
    }

    private void answered(Attempt attempt) {
        attempt.taskGroup().setTrouble = "";
        troubles.setAnswered();
    }

    private void failed(OfferSet set, Attempt attempt, Throwable cause) {
        attempt.taskGroup().setTrouble = Troubles.text(cause);
        attempt.taskGroup().setMissed = attempt.unanswered(set).isPresent();
        troubles.setFailed(cause);
    }

    /** What is thrown for an answer that names more offers than there are. */
    private static IllegalStateException tooLong(String got, int most) {
        return new IllegalStateException(
                "Got an order of " + got + " offers, expected at most " + most + ": name each offer once");
    }

    /** Asks a set that waits; the outcome is its order, or nothing if it failed or took too long. */
    void elsewhere(OfferSet set, Attempt attempt, Consumer<Optional<List<HostOffer>>> outcome) {
        metrics.count(ServiceMetrics.SET_QUERIES);
        starting.freeze();
        OfferQuery query = prepared(
                set,
                OfferQuery.of(
                        attempt.attempt(), attempt.group(), attempt.request(), attempt.tasks(), attempt.candidates()));
        Expected expected = new Expected(set, outcome, attempt);
        expected.timer = agenda.in(timeoutMillis, () -> {
            metrics.count(ServiceMetrics.SET_TIMEOUTS);
            failed(
                    set,
                    attempt,
                    new IllegalStateException("The offer set has not answered within " + Durations.print(timeoutMillis)
                            + " (offer_set_answer_timeout)"));
            expected.settle(Optional.empty());
        });
        try {
            ordering.ask(set, query, expected);
        } catch (Exception | Error refused) {
            Faults.rethrowIfFatal(refused);
            expected.failed(refused);
        }
    }

    private OfferQuery prepared(OfferSet set, OfferQuery query) {
        try {
            return Objects.requireNonNull(set.prepared(query), "a set prepared no query");
        } catch (Exception | Error broken) {
            Faults.rethrowIfFatal(broken);
            metrics.count(ServiceMetrics.SET_FAILURES);
            troubles.setFailed(broken);
            return query;
        }
    }

    /** Takes the first of an answer, a failure and the end of patience; the others come too late. */
    private final class Expected implements Ordering.Answer {
        private final OfferSet set;
        private final Consumer<Optional<List<HostOffer>>> outcome;
        private final Attempt attempt;
        private Agenda.Entry timer = Agenda.Entry.NONE;
        private boolean settled;

        Expected(OfferSet set, Consumer<Optional<List<HostOffer>>> outcome, Attempt attempt) {
            this.set = set;
            this.outcome = outcome;
            this.attempt = attempt;
        }

        @Override
        public void ordered(List<HostOffer> offers) {
            if (settled) {
                return;
            }
            List<HostOffer> answer;
            try {
                if (offers.size() > attempt.mostAnswers()) {
                    throw tooLong(String.valueOf(offers.size()), attempt.mostAnswers());
                }
                answer = List.copyOf(offers);
            } catch (Exception | Error broken) {
                Faults.rethrowIfFatal(broken);
                failed(broken);
                return;
            }
            Orderings.this.answered(attempt);
            settle(Optional.of(answer));
        }

        @Override
        public void failed(Throwable cause) {
            if (!settled) {
                metrics.count(ServiceMetrics.SET_FAILURES);
                Orderings.this.failed(set, attempt, cause);
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
        private @Nullable Throwable failure;

        Guarded(int most) {
            this.most = most;
        }

        void ask(OfferSet set, OfferQuery query) {
            try {
                answer = set.getOrdered(query).iterator();
            } catch (Exception | Error broken) {
                Faults.rethrowIfFatal(broken);
                failure = broken;
            }
        }

        @Override
        public boolean hasNext() {
            if (next.isEmpty() && failure == null) {
                try {
                    next = answer.hasNext() ? Optional.of(answer.next()) : Optional.empty();
                    if (next.isPresent() && ++looked > most) {
                        throw tooLong("more than " + most, most);
                    }
                } catch (Exception | Error broken) {
                    Faults.rethrowIfFatal(broken);
                    failure = broken;
                    next = Optional.empty();
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
