package io.tender.extender.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static Comparison comparison(boolean direct, long stricter, long laxer) {
        return new Comparison(
                "predicate",
                direct,
                1,
                stricter,
                laxer,
                OptionalDouble.empty(),
                Optional.empty(),
                () -> new Example(Instant.EPOCH, "predicate", "d/job/task", "yes", "no", List.of()));
    }

    @Test
    void who_would_refuse_more_would_have_decided_otherwise() {
        assertThat(comparison(true, 1, 0).differs()).isTrue();
        assertThat(comparison(false, 1, 0).differs()).isTrue();
        assertThat(comparison(false, 0, 0).differs()).isFalse();
    }

    @Test
    void who_would_refuse_less_decides_otherwise_only_in_the_place_of_another() {
        assertThat(comparison(true, 0, 1).differs()).isTrue();
        assertThat(comparison(false, 0, 1).differs()).isFalse();
    }
}
