package io.tender.extender.sorter;

import io.tender.extender.shadow.Comparison;
import io.tender.extender.shadow.Example;
import io.tender.extender.shadow.RankCorrelation;
import io.tender.spi.order.Orders;
import io.tender.spi.order.Standing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Compares the order by share, in which a run served, with the one that a service on trial would have had. Who is in the same
 * place in both is agreed on; the service is stricter with those it would serve later, and laxer with those it would serve
 * earlier.
 */
record OrdersComparison(Standing standing, Instant time) {
    /** Every pair is compared, so of longer lists this many count, spread evenly. */
    private static final int MOST_RANKED = 500;

    /** Of each order in an example. */
    private static final int FIRST = Example.MOST_LINES / 2;

    /** The roles, or the frameworks of one of them, in both orders; each has the same names, once. */
    private record Pair(String of, List<String> decided, List<String> own) {}

    Comparison with(Orders own) {
        List<Pair> pairs = pairs(own);
        long agreed = 0;
        long later = 0;
        long earlier = 0;
        for (Pair pair : pairs) {
            Map<String, Integer> places = places(pair.own());
            for (int place = 0; place < pair.decided().size(); place++) {
                int other = places.getOrDefault(pair.decided().get(place), place);
                agreed += other == place ? 1 : 0;
                later += other > place ? 1 : 0;
                earlier += other < place ? 1 : 0;
            }
        }
        boolean sameFirst = pairs.stream()
                .allMatch(pair -> pair.decided().getFirst().equals(pair.own().getFirst()));
        return new Comparison(
                HttpServingOrder.VERB.value(),
                true,
                agreed,
                later,
                earlier,
                correlation(pairs),
                pairs.isEmpty() ? Optional.empty() : Optional.of(sameFirst),
                () -> example(pairs));
    }

    private List<Pair> pairs(Orders own) {
        List<Pair> pairs = new ArrayList<>();
        if (standing.roles().size() > 1) {
            pairs.add(new Pair("", names(standing.roles()), own.roles()));
        }
        standing.frameworks().forEach((role, clients) -> {
            if (clients.size() > 1) {
                pairs.add(new Pair(role, names(clients), own.frameworks().getOrDefault(role, List.of())));
            }
        });
        return pairs;
    }

    private static List<String> names(List<Standing.Client> clients) {
        return clients.stream().map(Standing.Client::name).toList();
    }

    private static Map<String, Integer> places(List<String> order) {
        Map<String, Integer> places = HashMap.newHashMap(order.size());
        order.forEach(name -> places.putIfAbsent(name, places.size()));
        return places;
    }

    /** The mean over all lists, each by the number of its pairs. */
    private static OptionalDouble correlation(List<Pair> pairs) {
        double sum = 0;
        double weights = 0;
        for (Pair pair : pairs) {
            List<String> ranked = spread(pair.decided());
            Map<String, Integer> places = places(pair.own());
            double[] decided = new double[ranked.size()];
            double[] own = new double[ranked.size()];
            for (int i = 0; i < ranked.size(); i++) {
                decided[i] = i;
                own[i] = places.getOrDefault(ranked.get(i), i);
            }
            double weight = ranked.size() * (ranked.size() - 1) / 2.0;
            sum += weight * RankCorrelation.tauB(decided, own).orElse(0);
            weights += weight;
        }
        return weights == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / weights);
    }

    private static List<String> spread(List<String> names) {
        if (names.size() <= MOST_RANKED) {
            return names;
        }
        List<String> some = new ArrayList<>(MOST_RANKED);
        for (int i = 0; i < MOST_RANKED; i++) {
            some.add(names.get((int) ((long) i * names.size() / MOST_RANKED)));
        }
        return some;
    }

    /** Of the first list in which the two differ. */
    private Example example(List<Pair> pairs) {
        Pair pair = pairs.stream()
                .filter(one -> !one.decided().equals(one.own()))
                .findFirst()
                .orElseGet(() -> pairs.getFirst());
        Map<String, Integer> theirs = places(pair.decided());
        Map<String, Integer> ours = places(pair.own());
        Set<String> shown = new LinkedHashSet<>();
        pair.decided().stream().limit(FIRST).forEach(shown::add);
        pair.own().stream().limit(FIRST).forEach(shown::add);
        return new Example(
                time,
                HttpServingOrder.VERB.value(),
                "run " + standing.run() + (pair.of().isEmpty() ? ", roles" : ", frameworks of " + pair.of()),
                pair.decided().getFirst() + " first, of " + pair.decided().size(),
                pair.own().getFirst() + " first, of " + pair.own().size(),
                shown.stream()
                        .map(name -> new Example.Line(name, place(name, theirs), place(name, ours)))
                        .toList());
    }

    private static String place(String name, Map<String, Integer> places) {
        return "place " + (places.getOrDefault(name, 0) + 1);
    }
}
