package io.tender.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReadinessTest {
    private final Readiness readiness = new Readiness();

    @Test
    void nobody_should_ask_before_the_first_turn_is_over() {
        assertThat(readiness.lacking()).contains("starting or stopping");
        readiness.listens();
        assertThat(readiness.lacking()).contains("recovering");

        readiness.recovered();

        assertThat(readiness.lacking()).isEmpty();
    }

    @Test
    void nobody_should_ask_while_it_stops() {
        readiness.recovered();
        readiness.listens();
        readiness.stops();

        assertThat(readiness.lacking()).isPresent();
    }
}
