package io.tender.daemon.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class RememberedTest {
    private final AtomicInteger asked = new AtomicInteger();
    private final Remembered<Integer> parse = new Remembered<>(text -> {
        asked.incrementAndGet();
        return Integer.valueOf(text);
    });

    @Test
    void what_was_parsed_is_not_parsed_again() {
        assertThat(parse.apply("1234")).isSameAs(parse.apply("1234"));
        assertThat(asked).hasValue(1);
    }

    @Test
    void texts_that_meet_in_one_place_keep_their_values() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 50_000; i++) {
            int number = random.nextInt(5_000);
            assertThat(parse.apply(Integer.toString(number))).isEqualTo(number);
        }
        assertThat(asked.get()).isGreaterThan(5_000);
    }

    @Test
    void what_cannot_be_parsed_is_refused_each_time() {
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> parse.apply("one")).isInstanceOf(NumberFormatException.class);
        }
    }

    @Test
    void long_texts_are_not_kept() {
        String text = "0".repeat(300) + "7";
        assertThat(parse.apply(text)).isEqualTo(7);
        assertThat(parse.apply(text)).isEqualTo(7);
        assertThat(asked).hasValue(2);
    }
}
