package io.tender.extender.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.extender.compare.Decision.Finding;
import io.tender.extender.compare.Difference.Kind;
import io.tender.spi.batch.Verdict;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ComparisonTest {

    @Test
    void equal_decisions_do_not_differ() {
        for (Decision decision : List.of(
                verdicts(Map.of("n1", Verdict.fits(), "n2", Verdict.never("no"))),
                scores(Map.of("n1", 1.0)),
                order("a", "b"),
                victims("", "x"),
                new Decision.Said("ready", ""),
                new Decision.Failed("timeout", ""))) {
            assertThat(Comparison.of(decision, decision, 0)).isEmpty();
        }
    }

    @Test
    void a_node_that_fits_on_one_side_only_is_found() {
        assertThat(differences(
                        verdicts(Map.of("n1", Verdict.fits(), "n2", Verdict.fits())),
                        verdicts(Map.of("n1", Verdict.fits(), "n2", Verdict.unschedulable("full")))))
                .containsExactly(new Difference(Kind.FIT, "n2", "fits", "unschedulable (full)"));
    }

    @Test
    void another_code_is_a_difference_and_another_reason_is_a_note() {
        List<Difference> found = differences(
                verdicts(Map.of("n1", Verdict.never("no"), "n2", Verdict.never("no"))),
                verdicts(Map.of("n1", Verdict.unschedulable("no"), "n2", Verdict.never("not this one"))));

        assertThat(found)
                .containsExactly(
                        new Difference(Kind.CODE, "n1", "unresolvable (no)", "unschedulable (no)"),
                        new Difference(Kind.REASON, "n2", "no", "not this one"));
        assertThat(found.getFirst().decisive()).isTrue();
        assertThat(found.getLast().decisive()).isFalse();
    }

    @Test
    void a_node_named_on_one_side_only_is_found() {
        assertThat(differences(
                        verdicts(Map.of("n1", Verdict.fits())),
                        verdicts(Map.of("n1", Verdict.fits(), "n9", Verdict.fits()))))
                .containsExactly(new Difference(Kind.MEMBER, "n9", "not named", "fits"));
    }

    @Test
    void a_winner_is_new_only_if_it_did_not_win_before() {
        Decision tied = scores(Map.of("n1", 80.0, "n2", 80.0, "n3", 10.0));
        Decision alone = scores(Map.of("n1", 80.0, "n2", 70.0, "n3", 10.0));
        Decision near = scores(Map.of("n1", 79.0, "n2", 80.0, "n3", 20.0));

        assertThat(differences(tied, alone)).extracting(Difference::kind).containsExactly(Kind.SCORE);
        assertThat(Comparison.of(tied, near, 2)).extracting(Difference::kind).containsExactly(Kind.SCORE);
    }

    @Test
    void of_many_winners_the_first_are_named() {
        Map<String, Double> before = new TreeMap<>();
        for (int i = 100; i < 200; i++) {
            before.put("n" + i, 5.0);
        }
        Map<String, Double> after = new TreeMap<>(before);
        after.put("n200", 9.0);

        assertThat(differences(scores(before), scores(after)).getLast())
                .isEqualTo(new Difference(Kind.WINNER, "", "n100, n101, n102, n103, n104 and 95 more", "n200"));
    }

    @Test
    void scores_within_the_tolerance_are_equal_whoever_is_ahead_by_a_hair() {
        Decision before = scores(Map.of("n1", 80.0, "n2", 79.9));
        Decision after = scores(Map.of("n1", 79.9, "n2", 80.0));

        assertThat(Comparison.of(before, after, 0.2)).isEmpty();
        assertThat(Comparison.of(before, after, 0))
                .extracting(Difference::kind)
                .containsExactly(Kind.SCORE, Kind.SCORE, Kind.WINNER);
        assertThat(Comparison.of(before, after, 0).getLast()).isEqualTo(new Difference(Kind.WINNER, "", "n1", "n2"));
    }

    @Test
    void scores_that_come_with_verdicts_are_compared_also_ahead() {
        Decision before = found(80, Verdict.fits(), 70);
        Decision after = found(80, Verdict.unschedulable("full"), 70);

        assertThat(differences(before, after))
                .containsExactly(new Difference(Kind.FIT, "n1 +1", "fits", "unschedulable (full)"));
        assertThat(differences(before, found(81, Verdict.fits(), 70)))
                .containsExactly(new Difference(Kind.SCORE, "n1", "80", "81"));
    }

    @Test
    void of_an_order_only_what_moved_is_told() {
        assertThat(differences(order("a", "b", "c", "d"), order("d", "a", "b", "c")))
                .containsExactly(new Difference(Kind.PLACE, "d", "place 4", "place 1"));
        assertThat(differences(order("a", "b", "c"), order("a", "c", "e")))
                .containsExactly(
                        new Difference(Kind.MEMBER, "b", "place 2", "left out"),
                        new Difference(Kind.MEMBER, "e", "left out", "place 3"));
        assertThat(differences(order(), order("a"))).hasSize(1);
    }

    @Test
    void a_reversed_order_moves_all_but_one() {
        assertThat(differences(order("a", "b", "c", "d"), order("d", "c", "b", "a")))
                .hasSize(3);
    }

    @Test
    void other_victims_are_found_by_node() {
        assertThat(differences(victims("n1", "x"), victims("n1", "y")))
                .containsExactly(new Difference(Kind.VICTIMS, "n1", "x", "y"));
        assertThat(differences(victims("n1"), victims("n1", "y")))
                .containsExactly(new Difference(Kind.VICTIMS, "n1", "nobody", "y"));
    }

    @Test
    void another_word_is_found_with_its_reason() {
        assertThat(differences(new Decision.Said("ready", ""), new Decision.Said("not ready", "gang too small")))
                .containsExactly(new Difference(Kind.ANSWER, "", "ready", "not ready (gang too small)"));
    }

    @Test
    void a_failure_differs_from_an_answer_and_from_another_failure() {
        Decision failed = new Decision.Failed("timeout", "late");

        assertThat(differences(order("a"), failed))
                .containsExactly(new Difference(Kind.ANSWER, "", "an order of 1", "failed: timeout"));
        assertThat(differences(failed, new Decision.Failed("status", ""))).hasSize(1);
        assertThat(differences(failed, new Decision.Failed("timeout", "later"))).isEmpty();
    }

    @Test
    void an_answer_that_cannot_be_read_is_told_with_what_is_wrong_in_it() {
        Decision malformed = new Decision.Failed("malformed", "got a number as Score,\nexpected a whole number");

        assertThat(differences(order("a"), malformed))
                .containsExactly(new Difference(
                        Kind.ANSWER,
                        "",
                        "an order of 1",
                        "failed: malformed (got a number as Score, expected a whole number)"));
        assertThat(differences(new Decision.Failed("error_answer", "x".repeat(300)), order("a")))
                .containsExactly(new Difference(
                        Kind.ANSWER, "", "failed: error_answer (" + "x".repeat(200) + "…)", "an order of 1"));
    }

    @Test
    void a_tolerance_below_zero_is_refused() {
        assertThatThrownBy(() -> Comparison.of(order(), order(), -1)).hasMessageContaining("expected 0 or more");
    }

    private static List<Difference> differences(Decision before, Decision after) {
        return Comparison.of(before, after, 0);
    }

    private static Decision verdicts(Map<String, Verdict> nodes) {
        TreeMap<String, Finding> findings = new TreeMap<>();
        nodes.forEach((node, verdict) -> findings.put(node, Finding.of(verdict)));
        return new Decision.Verdicts(findings);
    }

    private static Decision found(double score, Verdict next, double later) {
        Finding ahead = new Finding(next, OptionalDouble.of(later), List.of());
        return new Decision.Verdicts(
                new TreeMap<>(Map.of("n1", new Finding(Verdict.fits(), OptionalDouble.of(score), List.of(ahead)))));
    }

    private static Decision scores(Map<String, Double> nodes) {
        return new Decision.Scores(new TreeMap<>(nodes));
    }

    private static Decision order(String... names) {
        return new Decision.Order(List.of(names));
    }

    private static Decision victims(String node, String... tasks) {
        SortedSet<String> all = new TreeSet<>(List.of(tasks));
        return new Decision.Victims(new TreeMap<>(Map.of(node, all)));
    }
}
