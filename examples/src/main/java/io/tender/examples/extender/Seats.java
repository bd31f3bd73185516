package io.tender.examples.extender;

import static io.tender.extender.server.Verdict.fits;
import static io.tender.extender.server.Verdict.notNow;

import io.tender.extender.server.ExtenderServer;
import io.tender.extender.server.Ledger;
import io.tender.extender.server.Tenure;
import io.tender.model.batch.ResourceList;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;

/** Lets no more tasks run than there are seats, each for as long as it runs. */
public final class Seats {
    private static final ResourceList ONE = ResourceList.parse("seat=1");

    private Seats() {}

    static ExtenderServer.Builder extender(Ledger ledger, int seats) {
        ledger.capacity("seats", ONE.times(seats));
        Tenure tenure = new Tenure(
                ledger, task -> ledger.reserve(task.key(), "seats", ONE).refusal());
        return ExtenderServer.builder()
                .predicate((task, agent) ->
                        tenure.holds(task) || ledger.free("seats").covers(ONE) ? fits() : notNow("no seat is free"))
                .lending(tenure);
    }

    /** {@code Seats --port 9195}: 40 of them, remembered in the file seats.ledger. */
    public static void main(String[] args) throws IOException {
        Ledger ledger =
                Ledger.journaled(Path.of("seats.ledger"), InstantSource.system(), Duration.ofMinutes(2), 10_000);
        Examples.serve(extender(ledger, 40), args, 9195);
    }
}
