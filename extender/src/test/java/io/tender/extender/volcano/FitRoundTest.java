package io.tender.extender.volcano;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.spi.batch.Verdict;
import org.junit.jupiter.api.Test;

class FitRoundTest {
    private static final Verdict NO = Verdict.unschedulable("full");

    @Test
    void places_are_given_out_in_order_until_all_are() {
        FitRound round = new FitRound(2, 5);
        assertThat(round.take()).isZero();
        assertThat(round.take()).isEqualTo(1);
        assertThat(round.take()).isNegative();
    }

    @Test
    void who_is_slow_does_not_let_the_others_run_ahead() {
        FitRound round = new FitRound(100, 2);
        assertThat(round.take()).isZero();
        for (int place = 1; place <= 2; place++) {
            assertThat(round.take()).isEqualTo(place);
            round.put(place, Verdict.fits());
        }
        assertThat(round.take()).isNegative();
        assertThat(round.verdicts()).isEmpty();
        round.put(0, NO);
        assertThat(round.verdicts()).containsExactly(NO, Verdict.fits(), Verdict.fits());
    }

    @Test
    void what_is_known_further_back_does_not_spare_asking_about_those_before() {
        FitRound round = new FitRound(4, 1);
        round.put(3, Verdict.fits());
        assertThat(round.open()).isEqualTo(3);
        assertThat(round.take()).isZero();
        round.put(0, NO);
        assertThat(round.take()).isEqualTo(1);
        round.put(1, Verdict.fits());
        assertThat(round.take()).isNegative();
        assertThat(round.verdicts()).containsExactly(NO, Verdict.fits());
    }

    @Test
    void nothing_is_open_once_enough_are_known() {
        FitRound round = new FitRound(3, 1);
        round.put(0, Verdict.fits());
        assertThat(round.open()).isZero();
        assertThat(round.verdicts()).containsExactly(Verdict.fits());
    }
}
