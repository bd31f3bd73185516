package io.tender.testkit.scenario.engine;

import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.UnavailableResources;
import io.tender.testkit.scenario.step.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What has come in and was not looked at yet. */
final class Inbox {

    /** An inverse offer as a framework sees it. */
    record Inverse(FrameworkId framework, AgentId agent, UnavailableResources unavailable) {}

    private final List<Offer> offers = new ArrayList<>();
    private final List<Inverse> inverseOffers = new ArrayList<>();
    private final List<Offer> rescinded = new ArrayList<>();
    private final TreeMap<FrameworkId, Integer> counts = new TreeMap<>();
    private int callbacks;

    List<Offer> offers() {
        return offers;
    }

    List<Inverse> inverseOffers() {
        return inverseOffers;
    }

    List<Offer> rescinded() {
        return rescinded;
    }

    /** How many offers each framework has got since they were last counted. */
    SortedMap<FrameworkId, Integer> counts() {
        return counts;
    }

    /** How many callbacks with offers there were since the last call. */
    int callbacks() {
        return callbacks;
    }

    void addCallback() {
        callbacks++;
    }

    void addOffer(Offer offer) {
        offers.add(offer);
        counts.merge(offer.holding().framework(), 1, Integer::sum);
    }

    /** A new call begins: callbacks are counted anew. */
    void beginCall() {
        callbacks = 0;
    }

    void clear() {
        offers.clear();
        inverseOffers.clear();
        rescinded.clear();
    }

    /** Fails if something came that no expectation has named. */
    void requireEmpty(Source cause) {
        if (offers.isEmpty() && inverseOffers.isEmpty() && rescinded.isEmpty()) {
            return;
        }
        List<String> lines = new ArrayList<>();
        offers.forEach(offer -> lines.add(offer.toString()));
        inverseOffers.forEach(inverse -> lines.add("inverse offer " + inverse.framework() + " <- " + inverse.agent()));
        rescinded.forEach(offer -> lines.add("rescinded " + offer));
        throw Stage.failed(
                cause,
                offers.isEmpty()
                        ? inverseOffers.isEmpty() ? "an unexpected rescind" : "an unexpected inverse offer"
                        : "an unexpected offer",
                "nothing, or an expectation after this step that names it",
                String.join("\n", lines));
    }
}
