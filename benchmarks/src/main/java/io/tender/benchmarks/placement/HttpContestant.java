package io.tender.benchmarks.placement;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.benchmarks.placement.PlacementResult.Kind;
import io.tender.benchmarks.workload.WrongOutcome;
import io.tender.core.services.Ordering;
import io.tender.core.services.ServiceSettings;
import io.tender.extender.aurora.HttpOfferSet;
import io.tender.extender.aurora.HttpOfferSetSettings;
import io.tender.extender.client.ClientSurroundings;
import io.tender.spi.offers.OfferSet;
import io.tender.spi.offers.OfferSetSetup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Tender's service scheduler with the order of a service behind HTTP, over real sockets. */
final class HttpContestant implements Contestant {
    private final OrderService service;
    private final int tasksPerOffer;
    private final ServiceSettings settings;

    HttpContestant(OrderService service, int tasksPerOffer, int batch) {
        this.service = service;
        this.tasksPerOffer = tasksPerOffer;
        this.settings = ServiceContestant.settings("CPU", tasksPerOffer, batch);
    }

    @Override
    public String name() {
        return "HTTP, CPU, " + tasksPerOffer + " per offer";
    }

    @Override
    public Kind kind() {
        return Kind.HTTP;
    }

    @Override
    public Run begin(Ledger ledger) {
        return new HttpRun(ledger);
    }

    private final class HttpRun implements Run {
        private final ExecutorService waiting = Executors.newSingleThreadExecutor();
        private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
        private final List<HttpOfferSet> sets = new ArrayList<>();
        private final long servedBefore = service.answers();
        private final ServiceRun run;

        HttpRun(Ledger ledger) {
            // A scheduler that has run for a while has the thread that waits; the first batch need not start it.
            waiting.execute(() -> {});
            this.run = new ServiceRun(ledger, settings, this::offerSet, elsewhere());
        }

        private OfferSet offerSet(OfferSetSetup setup) {
            HttpOfferSet set = new HttpOfferSet(
                    HttpOfferSetSettings.parse(Map.of(
                            "http_offer_set_endpoint",
                            service.endpoint().toString(),
                            // A pause of the machine is to be seen as time, not as a fallback to the native order.
                            "http_offer_set_timeout",
                            "10secs")),
                    setup,
                    ClientSurroundings.system(registry));
            sets.add(set);
            return set;
        }

        private Ordering elsewhere() {
            return (set, query, answer) -> waiting.execute(() -> {
                try {
                    answer.ordered(Ordering.answerOf(set, query));
                } catch (RuntimeException failure) {
                    answer.failed(failure);
                }
            });
        }

        @Override
        public long place(int tasks) {
            return run.place(tasks);
        }

        /** A fallback to the native order would be fast, and not what is measured. */
        @Override
        public void close() {
            long asked = run.metric("offer_set_queries");
            long answered = service.answers() - servedBefore;
            boolean failing = sets.stream().anyMatch(HttpOfferSet::isFailing);
            waiting.shutdownNow();
            sets.forEach(HttpOfferSet::close);
            registry.close();
            run.close();
            if (answered != asked || failing) {
                throw new WrongOutcome("answers of the service", asked, answered + (failing ? ", failing" : ""));
            }
        }
    }
}
