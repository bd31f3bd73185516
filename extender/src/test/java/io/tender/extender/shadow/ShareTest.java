package io.tender.extender.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShareTest {
    @Test
    void a_share_is_about_right_whatever_jobs_are_called() {
        for (String pattern : List.of("default/job-%d", "team-%d/train", "default/%d-nightly", "www/prod/%d")) {
            long held = IntStream.range(0, 10_000)
                    .mapToObj(number -> String.format(pattern, number))
                    .filter(new Share(500)::holds)
                    .count();
            assertThat(held).as(pattern).isBetween(400L, 600L);
        }
    }

    @Test
    void a_job_belongs_to_the_same_shares_for_ever() {
        // Written down, since another function would be another share after an upgrade.
        assertThat(IntStream.range(0, 40)
                        .filter(number -> new Share(2_000).holds("default/job-" + number))
                        .boxed())
                .containsExactly(6, 11, 17, 26);
    }

    @Test
    void a_larger_share_contains_the_smaller_one() {
        IntStream.range(0, 1_000).mapToObj(number -> "default/job-" + number).forEach(job -> {
            if (new Share(500).holds(job)) {
                assertThat(new Share(2_500).holds(job)).isTrue();
            }
            assertThat(Share.NONE.holds(job)).isFalse();
            assertThat(new Share(10_000).holds(job)).isTrue();
        });
    }

    @Test
    void only_percentages_are_shares() {
        assertThat(Share.parse("5%")).contains(new Share(500));
        assertThat(Share.parse("0.05%")).contains(new Share(5));
        assertThat(Share.parse("100%")).contains(new Share(10_000));
        assertThat(List.of("5", "101%", "-1%", "0.001%", "a%", "%", ""))
                .allMatch(text -> Share.parse(text).isEmpty());
        assertThat(new Share(1_250)).hasToString("12.5%");
        assertThat(new Share(10_000)).hasToString("100%");
    }
}
