package io.tender.extender.sorter;

import io.tender.extender.client.Call;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.client.ExtenderClient;
import io.tender.extender.client.Outcome;
import io.tender.extender.client.RequestBody;
import io.tender.extender.client.Ticker;
import io.tender.extender.client.Verb;
import io.tender.extender.offers.ServiceWatch;
import io.tender.extender.shadow.ExtenderBoard;
import io.tender.extender.shadow.ExtenderReport;
import io.tender.spi.order.Orders;
import io.tender.spi.order.ServingOrder;
import io.tender.spi.order.Standing;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Asks a service over HTTP for the order, beside the allocator: each run hands over what is held at its beginning, unless a
 * question is still under way, and follows the order that was heard last. A failure of any kind ends that order at once, and
 * shares decide until the service answers again. As a shadow it is asked and never followed.
 */
public final class HttpServingOrder implements ServingOrder {
    /** In metrics, recordings and logs. */
    static final String NAME = "http-sorter";

    static final Verb VERB = new Verb("sort");

    private final ExtenderClient client;
    private final SorterSettings settings;
    private final Ticker ticker;
    private final ExtenderBoard board;
    private final ExtenderBoard.Entry entry;
    private final Optional<SorterShadow> shadow;
    private final ServiceWatch watch;
    private final AtomicBoolean underWay = new AtomicBoolean();
    private volatile Optional<Heard> heard = Optional.empty();
    private volatile Duration staleAfter;
    private volatile boolean closed;

    private record Heard(Orders orders, long nanos) {}

    HttpServingOrder(SorterSettings settings, ClientSurroundings surroundings, ExtenderBoard board) {
        this.settings = settings;
        this.staleAfter = settings.staleAfter();
        this.client = new ExtenderClient(settings.client(), surroundings);
        this.ticker = surroundings.ticker();
        this.watch = new ServiceWatch(
                "The sorter service at " + settings.client().endpoint(),
                "runs follow its order",
                "shares decide",
                ticker);
        this.board = board;
        this.shadow = settings.shadow()
                .map(trial -> new SorterShadow(trial, settings.given(), board.stops(), client, surroundings));
        // Nobody can resume it: there is no canary among sorters.
        this.entry = ExtenderBoard.deciding(() -> new ExtenderReport(
                NAME,
                "allocator",
                settings.client().endpoint().toString(),
                client.breakerState().label(),
                shadow.map(SorterShadow::report)));
        board.add(entry);
    }

    /** What is asked in one run is there in the next, however seldom there is one. */
    @Override
    public void runsEvery(Duration interval) {
        Duration two = interval.multipliedBy(2);
        staleAfter = two.compareTo(settings.staleAfter()) > 0 ? two : settings.staleAfter();
    }

    @Override
    public Optional<Orders> orders(Supplier<Standing> standing) {
        if (shadow.isPresent()) {
            if (!closed) {
                shadow.get().lookOn(standing);
            }
            return Optional.empty();
        }
        // First what is there: what is asked now is for the next run, however fast the answer is.
        long now = ticker.nanos();
        Optional<Orders> latest = heard.filter(
                        last -> Duration.ofNanos(now - last.nanos()).compareTo(staleAfter) <= 0)
                .map(Heard::orders);
        if (!closed && underWay.compareAndSet(false, true)) {
            begin(standing);
        }
        return latest;
    }

    private void begin(Supplier<Standing> standing) {
        boolean begun = false;
        try {
            Standing now = standing.get();
            if (isWorthAsking(now)) {
                Thread.ofVirtual().name("tender-" + NAME).start(() -> ask(now));
                begun = true;
            }
        } finally {
            if (!begun) {
                underWay.set(false);
            }
        }
    }

    static boolean isWorthAsking(Standing standing) {
        return standing.roles().size() > 1
                || standing.frameworks().values().stream().anyMatch(clients -> clients.size() > 1);
    }

    private void ask(Standing standing) {
        try {
            Call<Orders> call =
                    Call.post(VERB, RequestBody.of(StandingWriter.write(standing)), new OrdersReader(standing));
            switch (client.call(call)) {
                case Outcome.Answered<Orders> answered -> {
                    heard = Optional.of(new Heard(answered.answer(), ticker.nanos()));
                    watch.answers();
                }
                case Outcome.Failed<Orders> failed -> {
                    heard = Optional.empty();
                    if (!closed) {
                        watch.fails(failed.failure().message());
                    }
                }
            }
        } finally {
            underWay.set(false);
        }
    }

    /** Whether a question is on its way; what is heard is followed from the next run on, unless it is a shadow. */
    public boolean isAsking() {
        return shadow.map(SorterShadow::isAsking).orElseGet(underWay::get);
    }

    /** Ends what is under way; from then on shares decide. */
    @Override
    public void close() {
        closed = true;
        board.remove(entry);
        shadow.ifPresent(SorterShadow::close);
        heard = Optional.empty();
        client.close();
    }
}
