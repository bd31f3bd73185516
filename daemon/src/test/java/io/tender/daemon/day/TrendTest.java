package io.tender.daemon.day;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Growth is told from noise, and noise is not taken for the lack of growth. */
class TrendTest {
    @Test
    void a_straight_line_has_its_slope_and_no_error() {
        Trend trend = Trend.of(5, 7, 9, 11);
        assertThat(trend.slope()).isCloseTo(2, within(1e-9));
        assertThat(trend.error()).isCloseTo(0, within(1e-9));
    }

    /** By hand: the slope is 0.6, what is left of the values -0.2, 0.2, 0.6, -1.0 and 0.4 (squares 1.6), the spread 10. */
    @Test
    void the_error_is_that_of_the_textbook() {
        Trend trend = Trend.of(1, 2, 3, 2, 4);
        assertThat(trend.slope()).isCloseTo(0.6, within(1e-9));
        assertThat(trend.error()).isCloseTo(Math.sqrt(1.6 / 3 / 10), within(1e-9));
        assertThat(trend.atMost()).isCloseTo(0.6 + 2 * Math.sqrt(1.6 / 3 / 10), within(1e-9));
    }

    @Test
    void what_is_steady_but_for_noise_grows_by_next_to_nothing() {
        assertThat(noise(1, 0).atMost()).isBetween(0.0, 0.2);
    }

    @Test
    void growth_is_seen_in_noise_as_large_as_that_of_many_steps() {
        assertThat(noise(1, 0.5).atMost()).isBetween(0.5, 0.7);
    }

    @Test
    void much_noise_is_not_mistaken_for_steadiness() {
        assertThat(noise(100, 0).atMost()).isGreaterThan(1);
    }

    @Test
    void two_values_are_no_trend() {
        assertThatThrownBy(() -> Trend.of(1, 2)).hasMessage("2 values; a trend with its error needs 3");
    }

    private static Trend noise(double much, double growth) {
        Random random = new Random(1);
        return Trend.of(IntStream.range(0, 18)
                .mapToDouble(step -> 1000 + growth * step + much * random.nextGaussian())
                .toArray());
    }
}
