package io.tender.extender.sorter;

import io.tender.extender.client.Call;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.client.ExtenderClient;
import io.tender.extender.client.Outcome;
import io.tender.extender.client.RequestBody;
import io.tender.extender.shadow.ShadowSettings;
import io.tender.extender.shadow.Stops;
import io.tender.extender.shadow.Trial;
import io.tender.extender.shadow.TrialReport;
import io.tender.spi.order.Orders;
import io.tender.spi.order.Standing;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A sorter service on trial: shares decide, and it is asked beside them in which order it would have served. A run hands over
 * what is held and goes on; a run for which the service has no time is not told of at all.
 */
final class SorterShadow implements AutoCloseable {
    /** What a client holds while it waits, about. */
    private static final long BYTES_EACH = 200;

    private final Trial trial;
    private final ExtenderClient client;
    private final InstantSource clock;

    SorterShadow(
            ShadowSettings settings,
            Map<String, String> given,
            Stops stops,
            ExtenderClient client,
            ClientSurroundings surroundings) {
        this.client = client;
        this.clock = surroundings.wallClock();
        this.trial = new Trial(HttpServingOrder.NAME, settings, given, stops, surroundings);
    }

    /** A run begins. */
    void lookOn(Supplier<Standing> standing) {
        if (trial.hasRoom()) {
            Standing now = standing.get();
            if (HttpServingOrder.isWorthAsking(now)) {
                trial.later(clients(now) * BYTES_EACH, () -> ask(now));
            }
        }
    }

    private static long clients(Standing standing) {
        return standing.roles().size()
                + standing.frameworks().values().stream().mapToLong(List::size).sum();
    }

    private void ask(Standing standing) {
        Call<Orders> call = Call.post(
                HttpServingOrder.VERB, RequestBody.of(StandingWriter.write(standing)), new OrdersReader(standing));
        Outcome<Orders> outcome = client.call(call);
        trial.called(HttpServingOrder.VERB.value(), outcome);
        if (outcome instanceof Outcome.Answered<Orders> answered) {
            trial.compared(new OrdersComparison(standing, clock.instant()).with(answered.answer()));
        }
    }

    boolean isAsking() {
        return !trial.isIdle();
    }

    TrialReport report() {
        return trial.report();
    }

    @Override
    public void close() {
        trial.close();
    }
}
