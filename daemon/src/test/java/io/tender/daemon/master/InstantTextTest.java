package io.tender.daemon.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class InstantTextTest {
    @Test
    void every_instant_is_read_back_as_it_was() {
        SplittableRandom random = new SplittableRandom(1);
        long[] steps = {1, 1_000, 1_000_000, 1_000_000_000};
        for (int i = 0; i < 20_000; i++) {
            long seconds = random.nextLong(-100_000_000_000L, 300_000_000_000L);
            long step = steps[random.nextInt(steps.length)];
            Instant instant = Instant.ofEpochSecond(seconds, random.nextLong(1_000_000_000) / step * step);
            assertThat(InstantText.parse(instant.toString())).isEqualTo(instant);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-01-02T03:04:05.Z",
                "2026-01-02T03:04:05.1Z",
                "2026-01-02T03:04:05.1234567891Z",
                "2026-01-02T03:04:05,1Z",
                "2026-01-02T03:04:05.1 Z",
                "2026-01-02T03:04:05",
                "2026-01-02T03:04:05+01:00",
                "2026-02-29T00:00:00Z",
                "2024-02-29T00:00:00Z",
                "2026-12-31T24:00:00Z",
                "2026-06-30T23:59:60Z",
                "2026-13-01T00:00:00Z",
                "2026-00-01T00:00:00Z",
                "2026-01-00T00:00:00Z",
                "2026-01-01T25:00:00Z",
                "2026-01-01t00:00:00z",
                "+12026-01-01T00:00:00Z",
                "-0001-01-01T00:00:00Z",
                "\u0662026-01-01T00:00:00Z",
                "Z",
                ""
            })
    void whatever_is_odd_is_read_or_refused_as_the_platform_does(String text) {
        try {
            assertThat(InstantText.parse(text)).isEqualTo(Instant.parse(text));
        } catch (DateTimeParseException refused) {
            assertThatThrownBy(() -> Instant.parse(text)).isInstanceOf(DateTimeParseException.class);
        }
    }
}
