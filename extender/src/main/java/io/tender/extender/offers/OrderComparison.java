package io.tender.extender.offers;

import io.tender.extender.shadow.Comparison;
import io.tender.extender.shadow.Example;
import io.tender.extender.shadow.RankCorrelation;
import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Compares the order in which offers were tried with the one that a service on trial would have had.
 *
 * @param verb what the question is called
 * @param asked the offers it was asked about
 * @param decided the order in force, which may leave some of them out and name others
 */
record OrderComparison(String verb, Instant time, String job, List<HostOffer> asked, List<HostOffer> decided) {
    /** Every pair is compared, so of longer orders this many offers count, spread evenly. */
    private static final int MOST_RANKED = 500;

    /** Of each order in an example. */
    private static final int FIRST = Example.MOST_LINES / 2;

    Comparison with(List<HostOffer> own) {
        Map<OfferId, Integer> theirs = places(decided);
        Map<OfferId, Integer> ours = places(own);
        List<HostOffer> both = new ArrayList<>();
        long stricter = 0;
        long laxer = 0;
        long neither = 0;
        for (HostOffer offer : asked) {
            boolean there = theirs.containsKey(offer.id());
            boolean here = ours.containsKey(offer.id());
            if (there && here) {
                both.add(offer);
            }
            stricter += there && !here ? 1 : 0;
            laxer += !there && here ? 1 : 0;
            neither += !there && !here ? 1 : 0;
        }
        List<HostOffer> ranked = spread(both);
        Optional<HostOffer> winner = first();
        return new Comparison(
                verb,
                true,
                both.size() + neither,
                stricter,
                laxer,
                RankCorrelation.tauB(placesOf(ranked, theirs), placesOf(ranked, ours)),
                winner.map(chosen -> own.stream().findFirst().map(HostOffer::id).equals(Optional.of(chosen.id()))),
                () -> example(own, theirs, ours));
    }

    /** The first that it was asked about: it could not have named the others. */
    private Optional<HostOffer> first() {
        Map<OfferId, Integer> known = places(asked);
        return decided.stream().filter(offer -> known.containsKey(offer.id())).findFirst();
    }

    private static Map<OfferId, Integer> places(List<HostOffer> order) {
        Map<OfferId, Integer> places = HashMap.newHashMap(order.size());
        order.forEach(offer -> places.putIfAbsent(offer.id(), places.size()));
        return places;
    }

    private static List<HostOffer> spread(List<HostOffer> offers) {
        if (offers.size() <= MOST_RANKED) {
            return offers;
        }
        List<HostOffer> some = new ArrayList<>(MOST_RANKED);
        for (int i = 0; i < MOST_RANKED; i++) {
            some.add(offers.get((int) ((long) i * offers.size() / MOST_RANKED)));
        }
        return some;
    }

    private static double[] placesOf(List<HostOffer> offers, Map<OfferId, Integer> places) {
        return offers.stream()
                .mapToDouble(offer -> places.getOrDefault(offer.id(), 0))
                .toArray();
    }

    private Example example(List<HostOffer> own, Map<OfferId, Integer> theirs, Map<OfferId, Integer> ours) {
        Set<HostOffer> shown = new LinkedHashSet<>();
        decided.stream().limit(FIRST).forEach(shown::add);
        own.stream().limit(FIRST).forEach(shown::add);
        return new Example(
                time,
                verb,
                job,
                leader(decided) + " first, " + decided.size() + " in all",
                leader(own) + " first, " + own.size() + " in all",
                shown.stream()
                        .map(offer -> new Example.Line(offer.hostname(), place(offer, theirs), place(offer, ours)))
                        .toList());
    }

    private static String leader(List<HostOffer> order) {
        return order.isEmpty() ? "nobody" : order.getFirst().hostname();
    }

    private static String place(HostOffer offer, Map<OfferId, Integer> places) {
        Integer place = places.get(offer.id());
        return place == null ? "left out" : "place " + (place + 1);
    }
}
