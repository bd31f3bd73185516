package io.tender.benchmarks.placement;

import io.tender.benchmarks.placement.PlacementResult.Kind;
import io.tender.core.offers.NativeOfferSet;
import io.tender.core.services.Ordering;
import io.tender.core.services.ServiceSettings;
import java.util.Map;

/** Tender's service scheduler with its own order of offers. */
final class ServiceContestant implements Contestant {
    private final String order;
    private final int tasksPerOffer;
    private final ServiceSettings settings;

    ServiceContestant(String order, int tasksPerOffer, int batch) {
        this.order = order;
        this.tasksPerOffer = tasksPerOffer;
        this.settings = settings(order, tasksPerOffer, batch);
    }

    /** What differs from the defaults, and only that. */
    static ServiceSettings settings(String order, int tasksPerOffer, int batch) {
        return ServiceSettings.parse(Map.of(
                "offer_order",
                order,
                "max_tasks_per_offer",
                Integer.toString(tasksPerOffer),
                "max_tasks_per_schedule_attempt",
                Integer.toString(batch),
                "max_tasks_per_job",
                Integer.toString(batch),
                // What a task leaves of an offer comes back at once, as it does for every other contestant.
                "offer_filter_duration",
                "0secs"));
    }

    static String nativeName(String order, int tasksPerOffer) {
        return "native, " + order + ", " + tasksPerOffer + " per offer";
    }

    @Override
    public String name() {
        return nativeName(order, tasksPerOffer);
    }

    @Override
    public Kind kind() {
        return Kind.NATIVE;
    }

    @Override
    public Run begin(Ledger ledger) {
        return new ServiceRun(ledger, settings, setup -> new NativeOfferSet(setup.nativeOrder()), Ordering.NONE);
    }
}
