package io.tender.extender.shadow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RankCorrelationTest {
    private static double tau(double[] one, double[] other) {
        return RankCorrelation.tauB(one, other).orElseThrow();
    }

    @Test
    void the_same_order_is_one_and_the_opposite_is_minus_one() {
        double[] order = {1, 2, 3, 4, 5};
        assertThat(tau(order, new double[] {10, 20, 30, 40, 50})).isEqualTo(1);
        assertThat(tau(order, new double[] {5, 4, 3, 2, 1})).isEqualTo(-1);
    }

    @Test
    void ties_count_for_neither_side() {
        // Six pairs, one tied on each side: four agree and one, (2, 3) and (3, 2), does not.
        assertThat(tau(new double[] {1, 2, 2, 3}, new double[] {1, 3, 2, 2})).isEqualTo((3 - 1) / 5.0, within(1e-12));
    }

    @Test
    void who_makes_no_difference_has_no_order() {
        assertThat(RankCorrelation.tauB(new double[] {7, 7, 7}, new double[] {1, 2, 3}))
                .isEmpty();
        assertThat(RankCorrelation.tauB(new double[] {}, new double[] {})).isEmpty();
        assertThat(RankCorrelation.tauB(new double[] {1}, new double[] {1})).isEmpty();
    }
}
