package io.tender.extender.aurora;

import io.tender.extender.client.BreakerState;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.client.ExtenderClient;
import io.tender.extender.client.ExtenderFailure;
import io.tender.extender.client.Outcome;
import io.tender.extender.client.Ticker;
import io.tender.extender.offers.ServiceWatch;
import io.tender.extender.shadow.ExtenderBoard;
import io.tender.extender.shadow.ExtenderReport;
import io.tender.model.service.HostOffer;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import io.tender.spi.offers.OfferSetSetup;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Lets a service order the offers, over HTTP: one request for a scheduling attempt, with the offers that passed the vetoes.
 *
 * <p>Whatever goes wrong, the native order serves that attempt, after the timeout of the settings at the latest. While the
 * service fails, the client's breaker leaves it alone and looks now and then whether it is back.
 *
 * <p>Nothing is locked or held while the service is waited for: offers come and go meanwhile.
 */
public final class HttpOfferSet implements OfferSet, AutoCloseable {
    private final HttpOfferSetSettings settings;
    private final OrderQuestion question;
    private final HeldOffers held;
    private final StartingLimit startingLimit;
    private final ExtenderClient client;
    private final Ticker ticker;
    private final OfferSetMeters meters;
    private final ServiceWatch watch;
    private final Consumer<Outcome<?>> listener;
    private final ExtenderBoard board;
    private final ExtenderBoard.Entry entry;

    /** @throws IllegalArgumentException when a file that the settings name cannot be used */
    public HttpOfferSet(HttpOfferSetSettings settings, OfferSetSetup setup, ClientSurroundings surroundings) {
        this(settings, setup, surroundings, HttpOfferSetSettings.EXTENDER, unused -> {}, new ExtenderBoard());
        begin();
    }

    /**
     * @param name what the service is called in metrics, recordings and errors
     * @param listener told how each call ended
     * @param board where it is put up
     */
    HttpOfferSet(
            HttpOfferSetSettings settings,
            OfferSetSetup setup,
            ClientSurroundings surroundings,
            String name,
            Consumer<Outcome<?>> listener,
            ExtenderBoard board) {
        this.settings = settings;
        this.board = board;
        this.listener = listener;
        this.question = new OrderQuestion(settings.compat());
        this.held = question.held();
        this.startingLimit =
                new StartingLimit(settings.maxStartingTasks(), settings.filterStarting(), setup.startingTasks());
        this.ticker = surroundings.ticker();
        this.watch = new ServiceWatch(
                "The offer-set service at " + settings.endpoint(),
                "it orders the offers",
                "the native order serves",
                ticker);
        this.client = new ExtenderClient(settings.client(name), surroundings.withoutBreakerLog());
        this.meters = new OfferSetMeters(
                surroundings.registry(), settings.endpoint().toString(), ticker, settings.statInterval());
        this.entry = ExtenderBoard.deciding(() -> new ExtenderReport(
                name,
                "services",
                settings.endpoint().toString(),
                client.breakerState().label(),
                Optional.empty()));
        board.add(entry);
    }

    @Override
    public boolean waits() {
        return true;
    }

    /** Its metrics get their number now: the one that a set before it had, if that was closed. */
    @Override
    public void begin() {
        meters.begin();
        client.expect(OrderQuestion.VERB);
    }

    @Override
    public void add(HostOffer offer) {
        held.add(offer);
    }

    @Override
    public void remove(HostOffer offer) {
        held.remove(offer);
    }

    @Override
    public int size() {
        return held.size();
    }

    @Override
    public void clear() {
        held.clear();
    }

    @Override
    public Collection<HostOffer> values() {
        return held.all();
    }

    /** On the CPU that has just looked at the offers; the one that waits for the service would have to fetch each of them. */
    @Override
    public OfferQuery prepared(OfferQuery query) {
        List<HostOffer> candidates = query.candidates();
        // A service that is left alone needs nothing.
        return candidates.isEmpty() || client.breakerState() == BreakerState.OPEN ? query : ready(query, candidates);
    }

    private PreparedQuery ready(OfferQuery query, List<HostOffer> candidates) {
        StartingLimit.Divided divided = startingLimit.divide(candidates);
        // Nothing is copied of candidates that cannot change, as those of the scheduler.
        List<HostOffer> good = List.copyOf(divided.good());
        return new PreparedQuery(query, this, good, divided, held.encoded(good));
    }

    @Override
    public List<HostOffer> getOrdered(OfferQuery query) {
        List<HostOffer> candidates = query.candidates();
        if (candidates.isEmpty()) {
            return List.of();
        }
        long start = ticker.nanos();
        try {
            PreparedQuery ready =
                    query instanceof PreparedQuery known && known.isBy(this) ? known : ready(query, candidates);
            StartingLimit.Divided divided = ready.divided();
            meters.limited(divided.limited());
            return joined(ready.good().isEmpty() ? List.of() : ordered(ready, start), divided.last());
        } finally {
            meters.took(ticker.nanos() - start);
        }
    }

    private List<HostOffer> ordered(PreparedQuery ready, long start) {
        Outcome<Ranking> outcome = client.call(question.about(ready, ready.encoded(), start));
        listener.accept(outcome);
        return switch (outcome) {
            case Outcome.Answered<Ranking> answered ->
                answered(answered.answer(), ready.good(), ready.divided().last().size());
            case Outcome.Failed<Ranking> failed -> failed(failed.failure(), ready.good());
        };
    }

    private List<HostOffer> answered(Ranking ranking, List<HostOffer> offers, int last) {
        watch.answers();
        meters.answered(ranking, last);
        if (ranking.isEmpty()) {
            meters.emptyAnswer();
            if (settings.emptyAnswer() == EmptyAnswer.FALL_BACK) {
                meters.fellBack();
                return offers;
            }
        }
        return ranking.ordered();
    }

    private static String line(ExtenderFailure failure) {
        return failure.headline() + " Got " + failure.got() + "; expected " + failure.expected() + "; to do: "
                + failure.toDo() + ".";
    }

    private List<HostOffer> failed(ExtenderFailure failure, List<HostOffer> offers) {
        meters.fellBack();
        if (wasAsked(failure)) {
            meters.failed();
            watch.fails(line(failure));
        }
        return offers;
    }

    /** A service that was not even asked has not failed once more. */
    private static boolean wasAsked(ExtenderFailure failure) {
        return !(failure instanceof ExtenderFailure.BreakerOpen) && !(failure instanceof ExtenderFailure.BulkheadFull);
    }

    private static List<HostOffer> joined(List<HostOffer> first, List<HostOffer> last) {
        if (last.isEmpty()) {
            return first;
        }
        List<HostOffer> all = new ArrayList<>(first.size() + last.size());
        all.addAll(first);
        all.addAll(last);
        return all;
    }

    /** Whether the service is asked at present. */
    public BreakerState breakerState() {
        return client.breakerState();
    }

    /** Whether the last that was heard of the service was a failure. */
    public boolean isFailing() {
        return watch.isFailing();
    }

    /** Lets go of connections, threads and metrics; from then on the native order serves. */
    @Override
    public void close() {
        board.remove(entry);
        client.close();
        meters.close();
    }
}
