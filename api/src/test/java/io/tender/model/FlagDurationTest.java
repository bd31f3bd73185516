package io.tender.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FlagDurationTest {

    @ParameterizedTest
    @CsvSource({"7ns, 7", "3us, 3000", "100ms, 100000000", "0ms, 0", "1secs, 1000000000", "5mins, 300000000000"})
    void a_number_and_a_unit_are_a_length_of_time(String text, long nanos) {
        assertThat(FlagDuration.parse(text)).contains(Duration.ofNanos(nanos));
    }

    @ParameterizedTest
    @CsvSource({"60s, 60secs", "5m, 5mins", "2h, 2hrs", "1d, 1days"})
    void the_units_of_others_mean_the_same_as_those_of_aurora(String text, String same) {
        assertThat(FlagDuration.parse(text)).isPresent().isEqualTo(FlagDuration.parse(same));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "5",
                "secs",
                "-1secs",
                "1.5secs",
                "1 secs",
                " 1secs",
                "1sec",
                "1SECS",
                "1S",
                "1h30m",
                "999999999999999days"
            })
    void anything_else_is_none(String text) {
        assertThat(FlagDuration.parse(text)).isEmpty();
    }

    @Test
    void what_is_printed_is_read_back_and_is_as_short_as_can_be() {
        for (String text :
                new String[] {"7ns", "1500ns", "0ms", "250ms", "90secs", "5mins", "2hrs", "1days", "36hrs"}) {
            assertThat(FlagDuration.parse(text).map(FlagDuration::print)).contains(text);
        }
        assertThat(FlagDuration.print(Duration.ofDays(2))).isEqualTo("2days");
    }
}
