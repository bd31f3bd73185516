package io.tender.extender.volcano;

import io.tender.extender.shadow.Comparison;
import io.tender.extender.shadow.Example;
import io.tender.extender.shadow.RankCorrelation;
import io.tender.spi.batch.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * How a search for a node stood when it ended, free of the session it belongs to, and what an extender on trial says to it.
 *
 * @param direct whether the answers of another extender are what counts, and not what all decide together
 * @param entries the nodes it is asked about, in their order
 * @param chosen where the task went, by its place among them
 * @param weight by which its scores count
 */
record NodeStanding(
        String task, Instant time, boolean direct, List<Entry> entries, Optional<Integer> chosen, double weight) {

    /**
     * One node.
     *
     * @param fits what the answer of the extender on trial is compared with; empty if that is not known
     * @param score what its score is compared with
     * @param accepted whether all that decide together accept the node
     * @param others what the scores of all add up to that would count beside its own
     */
    record Entry(String name, Optional<Boolean> fits, OptionalDouble score, boolean accepted, OptionalDouble others) {}

    /** @param own a verdict for each node, empty where there is none */
    Comparison verdicts(String verb, List<Optional<Verdict>> own, boolean choose) {
        long agreed = 0;
        long stricter = 0;
        long laxer = 0;
        for (int i = 0; i < entries.size(); i++) {
            Optional<Boolean> decided = entries.get(i).fits();
            if (decided.isPresent() && own.get(i).isPresent()) {
                boolean fits = own.get(i).get().isFit();
                agreed += fits == decided.get() ? 1 : 0;
                stricter += decided.get() && !fits ? 1 : 0;
                laxer += !decided.get() && fits ? 1 : 0;
            }
        }
        Optional<Optional<Integer>> winner = choose ? winner(own, Map.of()) : Optional.empty();
        return new Comparison(
                verb,
                direct,
                agreed,
                stricter,
                laxer,
                OptionalDouble.empty(),
                winner.map(chosen::equals),
                () -> new Example(
                        time,
                        verb,
                        task,
                        fitting(decided()),
                        fitting(own.stream()
                                .map(verdict -> verdict.map(Verdict::isFit))
                                .toList()),
                        lines(own)));
    }

    private List<Optional<Boolean>> decided() {
        return entries.stream().map(Entry::fits).toList();
    }

    private static String fitting(List<Optional<Boolean>> fits) {
        long known = fits.stream().filter(Optional::isPresent).count();
        long yes = fits.stream().filter(fit -> fit.orElse(false)).count();
        return yes + " of " + known + " nodes fit";
    }

    private List<Example.Line> lines(List<Optional<Verdict>> own) {
        List<Integer> order = new ArrayList<>(IntStream.range(0, entries.size())
                .filter(i -> entries.get(i).fits().isPresent() && own.get(i).isPresent())
                .boxed()
                .toList());
        order.sort(Comparator.comparing(
                i -> entries.get(i).fits().equals(own.get(i).map(Verdict::isFit))));
        return order.stream()
                .limit(Example.MOST_LINES)
                .map(i -> new Example.Line(
                        entries.get(i).name(),
                        entries.get(i).fits().orElse(false) ? "fits" : "refused",
                        words(own.get(i).orElseThrow())))
                .toList();
    }

    private static String words(Verdict verdict) {
        return verdict instanceof Verdict.Refused refused ? "refused: " + refused.reason() : "fits";
    }

    /** @param scores its own by node, its weight not counted */
    Comparison scores(String verb, List<Optional<Verdict>> own, Map<String, Double> scores) {
        double[] theirs = new double[entries.size()];
        double[] ours = new double[entries.size()];
        int ranked = 0;
        for (Entry entry : entries) {
            Double score = scores.get(entry.name());
            if (score != null && entry.accepted() && entry.score().isPresent()) {
                theirs[ranked] = entry.score().getAsDouble();
                ours[ranked++] = score * Math.signum(weight);
            }
        }
        OptionalDouble tau = RankCorrelation.tauB(Arrays.copyOf(theirs, ranked), Arrays.copyOf(ours, ranked));
        Optional<Optional<Integer>> winner = winner(own, scores);
        return new Comparison(
                verb,
                direct,
                0,
                0,
                0,
                tau,
                winner.map(chosen::equals),
                () -> new Example(
                        time,
                        verb,
                        task,
                        named(chosen) + " wins",
                        winner.map(this::named).orElse("nobody") + " wins",
                        lines(winner.flatMap(place -> place), scores)));
    }

    private String named(Optional<Integer> place) {
        return place.map(i -> entries.get(i).name()).orElse("no node");
    }

    private List<Example.Line> lines(Optional<Integer> winner, Map<String, Double> scores) {
        List<Integer> order = new ArrayList<>(IntStream.range(0, entries.size())
                .filter(i -> scores.containsKey(entries.get(i).name()))
                .boxed()
                .toList());
        order.sort(Comparator.comparing((Integer i) -> !chosen.equals(Optional.of(i)))
                .thenComparing(i -> !winner.equals(Optional.of(i)))
                .thenComparingDouble(i -> -scores.getOrDefault(entries.get(i).name(), 0.0)));
        return order.stream()
                .limit(Example.MOST_LINES)
                .map(i -> new Example.Line(
                        entries.get(i).name(),
                        entries.get(i).score().isPresent()
                                ? number(entries.get(i).score().getAsDouble())
                                : "no score",
                        number(scores.getOrDefault(entries.get(i).name(), 0.0))))
                .toList();
    }

    private static String number(double score) {
        return String.format(Locale.ROOT, "%.1f", score);
    }

    /**
     * Who would have won, had it decided: of the nodes that all that decide accept and that it does not refuse, the one with
     * the highest sum of the others' scores and its own. Empty if that cannot be told, or nobody was chosen.
     */
    private Optional<Optional<Integer>> winner(List<Optional<Verdict>> own, Map<String, Double> scores) {
        if (chosen.isEmpty()) {
            return Optional.empty();
        }
        Optional<Integer> best = Optional.empty();
        double most = 0;
        for (int i = 0; i < entries.size(); i++) {
            Entry entry = entries.get(i);
            if (!entry.accepted() || !own.get(i).map(Verdict::isFit).orElse(true)) {
                continue;
            }
            if (entry.others().isEmpty()) {
                return Optional.empty();
            }
            double sum = entry.others().getAsDouble() + weight * scores.getOrDefault(entry.name(), 0.0);
            if (best.isEmpty() || sum > most) {
                best = Optional.of(i);
                most = sum;
            }
        }
        return Optional.of(best);
    }
}
